import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSamePerson } from './same-person.ts'

test.each([
  ['Amina Yusuf Khan', 'Amina', 'Khan', true],
  ['amina khan', 'A.', 'KHAN', true],
  ['José Núñez', 'Jose', 'Nunez', true],
  ['Amina Khan-Ali', 'Amina', 'Khan', true],
  ['Amina', 'Amina', 'Khan', true],
  ['أمينة خان', 'Amina', 'Khan', true],
  ['', 'Amina', 'Khan', true],
  ['Amina Khan', 'Bilal', 'Khan', false],
  ['Amina Khan', 'Amina', 'Smith', false],
  ['Bilal', 'Amina', 'Khan', false],
])('a donation of %s declared by %s %s [gift-aid-5]', (donor, firstName, lastName, expected) => {
  expect(isSamePerson(donor, { firstName, lastName })).toBe(expected)
})

test('the same words are the same person, in any case and order', () => {
  const word = fc.stringMatching(/^[a-z]{2,9}$/)
  fc.assert(
    fc.property(word, word, (firstName, lastName) => {
      expect(isSamePerson(`${lastName.toUpperCase()}, ${firstName}`, { firstName, lastName })).toBe(true)
    }),
  )
})
