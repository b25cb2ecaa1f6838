import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnimalNumbers } from './share-numbers.ts'

const known = new Set([12, 1, 2, 45, 345])
const unreadable = { fault: { code: 'qurbani-animals-unreadable' } }

test.each([
  ['1-12', [1, 2, 12]],
  ['1–12', [1, 2, 12]],
  ['1 -12', [1, 2, 12]],
  ['1- 12', [1, 2, 12]],
  ['1  –  12', [1, 2, 12]],
  ['45;1', [1, 45]],
  ['345\n12', [12, 345]],
  ['12, 12,,10-20', [12]],
  ['٣٤٥، ١؛ ۲', [1, 2, 345]],
  ['0-999999999', [1, 2, 12, 45, 345]],
])('%j are the animals %j, in order and once', (typed, animals) => {
  expect(readAnimalNumbers(typed, known)).toEqual({ animals })
})

test.each(['x1', '1x', '1-2x', '1-', '-2', '1-2-12', '1.2', '1234567890', '1-1234567890'])(
  '%j cannot be read',
  (typed) => {
    expect(readAnimalNumbers(typed, known)).toEqual(unreadable)
  },
)

test.each([
  ['3', '3'],
  ['1, 13 - 44', '13-44'],
  ['12-1', '12-1'],
  ['346-999999999, 1', '346-999999999'],
])('%j names the first part without an animal: %j', (typed, animals) => {
  expect(readAnimalNumbers(typed, known)).toEqual({ fault: { code: 'qurbani-animals-unknown', params: { animals } } })
})

test('500 parts are read to the last one, and more are refused', () => {
  const parts = Array<string>(499).fill('1')
  expect(readAnimalNumbers([...parts, '12'].join(' '), known)).toEqual({ animals: [1, 12] })
  expect(readAnimalNumbers([...parts, '12x'].join(' '), known)).toEqual(unreadable)
  expect(readAnimalNumbers([...parts, '12', '1'].join(' '), known)).toEqual(unreadable)
})

test('a range has the known animals between its ends', () => {
  const number = fc.integer({ min: 1, max: 60 })
  fc.assert(
    fc.property(fc.uniqueArray(number, { minLength: 1 }), number, number, (animals, from, to) => {
      const expected = animals.filter((animal) => animal >= from && animal <= to).toSorted((a, b) => a - b)
      fc.pre(expected.length > 0)
      expect(readAnimalNumbers(`${from}-${to}`, new Set(animals))).toEqual({ animals: expected })
    }),
  )
})
