import { expect, test } from 'vitest'
import { parseOverrides } from './overrides.ts'

test('identifies cards by id; missing fields are absent', () => {
  const overrides = parseOverrides(
    '[{"id": 7, "name": "Water first"}, {"id": "8", "goal": null, "slug": "elsewhere", "status": 3}]',
  )!
  expect(overrides.get('7')).toEqual({ id: '7', name: 'Water first' })
  // A card's link and whether it is open can't be overridden.
  expect(overrides.get('8')).toEqual({ id: '8', goal: null })
})

test('is empty without overrides', () => expect(parseOverrides('')).toEqual(new Map()))

test('invalid overrides don’t cause a failure [S1 §8]', () => {
  for (const text of ['{', '{}', '[{"name": "no id"}]', '[{"id": "7", "goal": "much"}]', 'null', '[1]'])
    expect(parseOverrides(text)).toBeUndefined()
})
