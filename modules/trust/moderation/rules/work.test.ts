import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseKinds } from './score.ts'
import { kindsOf } from './work.ts'

test.each([
  ['reviewer', ['fundraiser', 'edit', 'zakat', 'report', 'comment', 'charity', 'ownership', 'name', 'match']],
  ['support', ['report', 'comment']],
  ['finance', ['refund', 'payment']],
])('a staff member with the role %s sees only these cases [security-3]', (role, kinds) => {
  expect(kindsOf([role])).toEqual(kinds)
})

test('an admin sees every kind of case, in the order of the queue, whatever other roles they have', () => {
  expect(kindsOf(['admin'])).toEqual(caseKinds)
  expect(kindsOf(['support', 'admin'])).toEqual(caseKinds)
})

test('a person without a role of the queue sees no case [security-3]', () => {
  expect(kindsOf([])).toEqual([])
  expect(kindsOf(['Admin', 'reviewers', ''])).toEqual([])
})

test('several roles see the kinds of each role, once and in the order of the queue', () => {
  fc.assert(
    fc.property(fc.subarray(['reviewer', 'support', 'finance']), fc.boolean(), (roles, isReversed) => {
      const ofEach = new Set(roles.flatMap((role) => kindsOf([role])))
      expect(kindsOf(isReversed ? roles.toReversed() : roles)).toEqual(caseKinds.filter((kind) => ofEach.has(kind)))
    }),
  )
})
