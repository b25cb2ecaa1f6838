import { expect, test } from 'vitest'
import { parseOverrides } from './overrides.ts'

test('cards are told apart by their ids; what is not said is not there', () => {
  const overrides = parseOverrides(
    '[{"id": 7, "name": "Water first"}, {"id": "8", "goal": null, "slug": "elsewhere", "status": 3}]',
  )!
  expect(overrides.get('7')).toEqual({ id: '7', name: 'Water first' })
  // Where a card leads and whether it takes gifts are facts.
  expect(overrides.get('8')).toEqual({ id: '8', goal: null })
})

test('without any there are none', () => expect(parseOverrides('')).toEqual(new Map()))

test('what cannot be understood is no reason to fail [S1 §8]', () => {
  for (const text of ['{', '{}', '[{"name": "no id"}]', '[{"id": "7", "goal": "much"}]', 'null', '[1]'])
    expect(parseOverrides(text)).toBeUndefined()
})
