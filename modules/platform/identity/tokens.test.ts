import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signToken, verifyToken } from './tokens.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-11-20T12:00:00Z')
const tomorrow = new Date('2026-11-21T12:00:00Z')
const subject = '0193f2a0-0000-7000-8000-000000000001'

test('a token is valid for what it was signed for, until its end and not at it [security-1]', () => {
  const token = signToken(secret, 'donation', subject, tomorrow)
  expect(token).toMatch(/^dn_/)
  expect(verifyToken(secret, token, now)).toEqual({ kind: 'donation', subject })
  expect(verifyToken(secret, token, new Date(tomorrow.getTime() - 1))).toBeDefined()
  expect(verifyToken(secret, token, tomorrow)).toBeUndefined()
})

test('the same arguments sign the same token, so a replay is the same to the byte', () => {
  expect(signToken(secret, 'guest', subject, tomorrow)).toBe(signToken(secret, 'guest', subject, tomorrow))
})

test('a guest’s token never passes for a gift’s, nor a later end for an earlier', () => {
  const token = signToken(secret, 'guest', subject, tomorrow)
  expect(verifyToken(secret, token.replace(/^gt_/, 'dn_'), now)).toBeUndefined()
  const [head, end, mac] = token.split('.') as [string, string, string]
  expect(verifyToken(secret, `${head}.${(parseInt(end, 36) + 1).toString(36)}.${mac}`, now)).toBeUndefined()
})

test('another secret opens nothing', () => {
  expect(verifyToken(`${secret}!`, signToken(secret, 'guest', subject, tomorrow), now)).toBeUndefined()
})

test('a token with any one character changed opens nothing', () => {
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
