import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pseudonymOf } from './rules/token-secrets.ts'
import { signToken, verifyToken } from './tokens.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-11-20T12:00:00Z')
const tomorrow = new Date('2026-11-21T12:00:00Z')
const subject = '0193f2a0-0000-7000-8000-000000000001'

test('a token is valid for its subject until before its expiry [security-1]', () => {
  const token = signToken(secret, 'donation', subject, tomorrow)
  expect(token).toMatch(/^dn_/)
  expect(verifyToken(secret, token, now)).toEqual({ kind: 'donation', subject })
  expect(verifyToken(secret, token, new Date(tomorrow.getTime() - 1))).toBeDefined()
  expect(verifyToken(secret, token, tomorrow)).toBeUndefined()
})

test('the same arguments sign the same token', () => {
  expect(signToken(secret, 'guest', subject, tomorrow)).toBe(signToken(secret, 'guest', subject, tomorrow))
})

test('a token’s kind and expiry can’t be changed', () => {
  const token = signToken(secret, 'guest', subject, tomorrow)
  expect(verifyToken(secret, token.replace(/^gt_/, 'dn_'), now)).toBeUndefined()
  const [head, end, mac] = token.split('.') as [string, string, string]
  expect(verifyToken(secret, `${head}.${(parseInt(end, 36) + 1).toString(36)}.${mac}`, now)).toBeUndefined()
})

test('a token signed with another secret is invalid', () => {
  expect(verifyToken(`${secret}!`, signToken(secret, 'guest', subject, tomorrow), now)).toBeUndefined()
})

test('a token with any changed character is invalid', () => {
  const token = signToken(secret, 'guest', subject, tomorrow)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('a', 'A', '0', '_', '-', '.', 'z'), (position, sign) => {
      fc.pre(token[position] !== sign)
      expect(verifyToken(secret, token.slice(0, position) + sign + token.slice(position + 1), now)).toBeUndefined()
    }),
  )
})

test('a text that was never a token is undefined, not an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => verifyToken(secret, text, now) === undefined),
  )
})

test('a link stays valid while its secret is accepted, and a former secret signs none [security-20]', () => {
  const [former, current] = ['f'.repeat(32), 'c'.repeat(32)]
  const link = signToken(former, 'guest', subject, tomorrow)
  const during = { signing: current, accepted: [current, former], pseudonyms: former }
  expect(verifyToken(during, link, now)).toEqual({ kind: 'guest', subject })
  expect(signToken(during, 'guest', subject, tomorrow)).toBe(signToken(current, 'guest', subject, tomorrow))
  expect(verifyToken({ ...during, accepted: [current] }, link, now)).toBeUndefined()
  expect(pseudonymOf(during, 'donor|a')).toEqual(pseudonymOf(former, 'donor|a'))
})
