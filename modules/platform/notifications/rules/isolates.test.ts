import { expect, test } from 'vitest'
import { removeNeedlessIsolates } from './isolates.ts'

test('removes direction isolates from a text without right-to-left letters only', () => {
  expect(removeNeedlessIsolates('“\u2068Clean water\u2069” is live')).toBe('“Clean water” is live')
  for (const mixed of ['“\u2068مياه نظيفة\u2069” is live', 'حملة «\u2068Clean water\u2069» منشورة'])
    expect(removeNeedlessIsolates(mixed)).toBe(mixed)
})
