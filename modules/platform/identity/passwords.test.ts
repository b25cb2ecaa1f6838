import { expect, test } from 'vitest'
import { hashPassword, isPassword, dummyHash } from './passwords.ts'

const nonce = Buffer.alloc(16, 1)

test('a password matches its own hash, which contains the parameters', async () => {
  const hash = await hashPassword('ears of grain', nonce)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await isPassword('ears of grain', hash)).toBe(true)
  expect(await isPassword('ears of grain ', hash)).toBe(false)
})

test('a password typed with another Unicode form matches', async () => {
  expect(await isPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait', nonce))).toBe(true)
})

test('verifying the dummy hash takes as long as a real one, and no password matches it', async () => {
  const figures = /^\$argon2id\$v=19\$[^$]+\$/
  expect(figures.exec(dummyHash)![0]).toBe(figures.exec(await hashPassword('ears of grain', nonce))![0])
  expect(await isPassword('', dummyHash)).toBe(false)
})

test('an invalid hash matches no password', async () => {
  expect(await isPassword('x', '')).toBe(false)
  expect(await isPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false)
})
