import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptJson, encryptJson } from './encryption.ts'

const key = Buffer.alloc(32, 7)
const nonce = () => randomBytes(12)

test('a value is decrypted only with its key and its owner', () => {
  const encrypted = encryptJson(key, nonce(), { cash: '12,000' }, 'account A')
  expect(decryptJson(key, encrypted, 'account A')).toEqual({ cash: '12,000' })
  expect(() => decryptJson(key, encrypted, 'account B')).toThrow()
  expect(() => decryptJson(key, encrypted)).toThrow()
  expect(() => decryptJson(Buffer.alloc(32, 8), encrypted, 'account A')).toThrow()
})

test('the bytes contain no plaintext, and a changed byte is refused', () => {
  const encrypted = encryptJson(key, nonce(), { note: 'gold of my grandmother' })
  expect(encrypted.toString('latin1')).not.toContain('gold')
  encrypted[encrypted.length - 1]! ^= 1
  expect(() => decryptJson(key, encrypted)).toThrow()
})

test('of several keys, the first one encrypts and each of them decrypts [security-20]', () => {
  const other = Buffer.alloc(32, 8)
  const encrypted = encryptJson(other, nonce(), 5, 'account A')
  expect(decryptJson([key, other], encrypted, 'account A')).toBe(5)
  expect(() => decryptJson([key, other], encrypted, 'account B')).toThrow('FIELD_KEY lacks its key')
  expect(decryptJson(key, encryptJson([key, other], nonce(), 6))).toBe(6)
})
