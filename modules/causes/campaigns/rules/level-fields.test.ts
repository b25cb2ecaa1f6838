import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  levelOptionsFrom,
  optionColumnsOf,
  optionsOf,
  optionsOfColumns,
  optionsOfWire,
  optionsOnWire,
} from './level-fields.ts'

const options = fc
  .tuple(fc.func(fc.boolean()), fc.func(fc.string()))
  .map(([flag, text]) => levelOptionsFrom(flag, text))

test('fields of a level survive the round trip over the wire', () => {
  fc.assert(
    fc.property(options, (level) => {
      expect(optionsOfWire(optionsOnWire(level))).toEqual(level)
      expect(optionsOf({ ...level, title: 'a level' } as typeof level)).toEqual(level)
    }),
  )
})

test('a required field is stored as asked for, and nothing else changes', () => {
  fc.assert(
    fc.property(options, (level) => {
      expect(optionsOfColumns(optionColumnsOf(level))).toEqual({
        ...level,
        includeNote: level.includeNote || level.requireNote,
        includeEmail: level.includeEmail || level.requireEmail,
      })
    }),
  )
})
