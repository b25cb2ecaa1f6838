import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LinkData, linkDecision } from './link.ts'

const makeData = (over: Partial<LinkData> = {}): LinkData => ({
  linkedTo: undefined,
  email: 'a@example.org',
  isEmailVerified: true,
  owner: undefined,
  ...over,
})
const owner = (over: Partial<NonNullable<LinkData['owner']>> = {}) => ({
  id: 'owner',
  isStaff: false,
  hasLinkHere: false,
  ...over,
})

test('a linked subject is logged in, whatever its current email is', () => {
  expect(
    linkDecision(makeData({ linkedTo: 'them', email: undefined, isEmailVerified: false, owner: owner() })),
  ).toEqual({
    kind: 'log-in',
    accountId: 'them',
  })
})

test('an email confirmed by both sides leads to its account', () => {
  expect(linkDecision(makeData({ owner: owner() }))).toEqual({
    kind: 'link',
    accountId: 'owner',
    email: 'a@example.org',
  })
})

test('an email that the provider hasn’t verified leads to no existing account', () => {
  expect(linkDecision(makeData({ isEmailVerified: false, owner: owner() }))).toMatchObject({
    kind: 'refuse',
    code: 'external-log-in-first',
  })
  expect(linkDecision(makeData({ isEmailVerified: false }))).toEqual({
    kind: 'create',
    email: 'a@example.org',
    isConfirmed: false,
  })
})

test('a mailbox that changed hands at the provider does not open the account', () => {
  expect(linkDecision(makeData({ owner: owner({ hasLinkHere: true }) }))).toMatchObject({
    kind: 'refuse',
    code: 'external-log-in-first',
  })
})

test('an email never leads to a staff account', () => {
  expect(linkDecision(makeData({ owner: owner({ isStaff: true }) }))).toMatchObject({
    kind: 'refuse',
    code: 'external-log-in-first',
  })
})

test('a person without an email is asked to connect from their account', () => {
  expect(linkDecision(makeData({ email: undefined }))).toMatchObject({ kind: 'refuse', code: 'external-email-missing' })
})

test('no account is linked by an email that one side hasn’t confirmed', () => {
  const anyone = fc.record({
    linkedTo: fc.constant(undefined),
    email: fc.option(fc.constant('a@example.org'), { nil: undefined }),
    isEmailVerified: fc.boolean(),
    owner: fc.option(fc.record({ id: fc.constant('owner'), isStaff: fc.boolean(), hasLinkHere: fc.boolean() }), {
      nil: undefined,
    }),
  })
  fc.assert(
    fc.property(anyone, (input) => {
      const decision = linkDecision(input)
      if (decision.kind === 'link')
        expect([input.isEmailVerified, input.owner!.hasLinkHere, input.owner!.isStaff]).toEqual([true, false, false])
      expect(decision.kind).not.toBe('log-in')
    }),
  )
})
