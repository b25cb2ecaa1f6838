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

test('a linked person is logged in, whatever their e-mail is today', () => {
  expect(
    linkDecision(makeData({ linkedTo: 'them', email: undefined, isEmailVerified: false, owner: owner() })),
  ).toEqual({
    kind: 'log-in',
    accountId: 'them',
  })
})

test('an e-mail proven on both sides leads to its account', () => {
  expect(linkDecision(makeData({ owner: owner() }))).toEqual({
    kind: 'link',
    accountId: 'owner',
    email: 'a@example.org',
  })
})

test('an e-mail the provider does not vouch for leads to no existing account', () => {
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

test('staff accounts are not reached by e-mail', () => {
  expect(linkDecision(makeData({ owner: owner({ isStaff: true }) }))).toMatchObject({
    kind: 'refuse',
    code: 'external-log-in-first',
  })
})

test('a person without an e-mail is asked for one first', () => {
  expect(linkDecision(makeData({ email: undefined }))).toMatchObject({ kind: 'refuse', code: 'external-email-missing' })
})

test('no account is ever linked by an e-mail that one of the two sides has not proven', () => {
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
