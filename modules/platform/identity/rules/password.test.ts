import { expect, test } from 'vitest'
import { identityContract } from '../contract.ts'
import { checkPassword } from './password.ts'

test.each([
  ['', 'password-too-short'],
  ['nine chars', undefined],
  ['ninechars', 'password-too-short'],
  ['Amina@Example.org', 'password-is-known'],
  ['amina.khan.1', 'password-is-known'],
  ['Amina Khan Ali', 'password-is-known'],
  ['aaaaaaaaaa', 'password-too-easy'],
  ['abababababab', 'password-too-easy'],
  ['0123456789', 'password-too-easy'],
  ['qwertyuiop', 'password-too-easy'],
  ['poiuytrewq', 'password-too-easy'],
  ['Password1234', 'password-too-easy'],
  ['Bismillah786', 'password-too-easy'],
  ['x'.repeat(201), 'password-too-long'],
  ['سبع سنابل في كل سنبلة', undefined],
  ['correct horse battery', undefined],
])('"%s" as a password: %s', (password, code) => {
  const email = password === 'amina.khan.1' ? 'amina.khan.1@example.org' : 'amina@example.org'
  expect(checkPassword(password, { email, name: 'Amina Khan Ali' })?.code).toBe(code)
})

test('characters are counted, not bytes', () => {
  expect(checkPassword('😀😁😂🤣😃😄😅😆😉')?.code).toBe('password-too-short')
  expect(checkPassword('😀😁😂🤣😃😄😅😆😉😊')).toBeUndefined()
})

test('every valid password is accepted by every call', () => {
  const longest = '😀😁😂🤣😃'.repeat(20)
  expect(checkPassword(longest)).toBeUndefined()
  expect(
    identityContract['POST /v4/login'].input.safeParse({ email: 'amina@example.org', password: longest }).success,
  ).toBe(true)
  expect(checkPassword(`${longest}😄`)).toEqual({ code: 'password-too-long', params: { max: 200 } })
})
