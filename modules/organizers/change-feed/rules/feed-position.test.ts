import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPosition, writePosition } from './feed-position.ts'

test('a position is read as it was written, and nothing else is one [contract-17]', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      fc.uuid({ version: 7 }),
      fc.nat({ max: 999_999_999 }),
      (changedAt, objectId, part) => {
        const position = { changedAt, objectId, part }
        expect(readPosition(writePosition(position))).toEqual(position)
      },
    ),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const position = readPosition(text)
      if (position) expect(writePosition(position)).toBe(text)
    }),
  )
  for (const text of ['', '1_2_3', '1700000000000_0192f0a2-7c1b-7b7e-8b0a-3c1d2e4f5a6b'])
    expect(readPosition(text)).toBeUndefined()
})
