import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DonorPair, groupDonors, keysOfPeople, personOfDonor } from './donor-groups.ts'

const key = (value: number) => Buffer.from([value])
const pairs = fc
  .array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 })
  .map((drawn): DonorPair[] => drawn.map(([one, other]) => ({ key: key(one), other: key(other) })))

test('merged donors are one person, whatever the order of the decisions', () => {
  fc.assert(
    fc.property(pairs, (drawn) => {
      const groups = groupDonors(drawn)
      const reversed = groupDonors(drawn.toReversed().map((pair) => ({ key: pair.other, other: pair.key })))
      for (const pair of drawn) {
        const person = personOfDonor(groups, pair.key)
        expect(personOfDonor(groups, pair.other)).toEqual(person)
        expect(personOfDonor(reversed, pair.key)).toEqual(person)
        expect(personOfDonor(groups, person)).toEqual(person)
      }
    }),
  )
})

test('a person’s keys are exactly those of the merged donors', () => {
  fc.assert(
    fc.property(pairs, fc.nat(9), (drawn, value) => {
      const groups = groupDonors(drawn)
      const person = personOfDonor(groups, key(value))
      const all = Array.from({ length: 10 }, (_, index) => key(index))
      const own = all.filter((donor) => personOfDonor(groups, donor).equals(person))
      expect(keysOfPeople(groups, [person]).map(String).toSorted()).toEqual(own.map(String).toSorted())
    }),
  )
})

test('donors that weren’t merged stay two people', () => {
  const groups = groupDonors([
    { key: key(1), other: key(2) },
    { key: key(3), other: key(4) },
  ])
  expect(personOfDonor(groups, key(2))).not.toEqual(personOfDonor(groups, key(4)))
  expect(personOfDonor(groups, key(5))).toEqual(key(5))
})
