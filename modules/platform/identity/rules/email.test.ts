import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkEmail, isEmail, normalizeEmail, tidyEmail } from './email.ts'

test.each([
  'amina@example.org',
  'a.b+zakat@mail.example.co.uk',
  "o'brien@example.org",
  'زينب@مثال.شبكة',
  'x@xn--mgbh0fb.example',
])('%s is an address', (text) => {
  expect(checkEmail(text)).toBeUndefined()
})

test.each([
  'amina',
  'amina@',
  '@example.org',
  'a@b',
  'a b@example.org',
  'a@exa mple.org',
  'a@@example.org',
  '.a@example.org',
  'a..b@example.org',
  'a@-example.org',
  'a@example..org',
  'a@example.org,b@example.org',
  'a@example.org\nBcc: b@example.org',
  '<a@example.org>',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b.'.repeat(130)}org`,
])('"%s" is none', (text) => {
  expect(checkEmail(text)).toEqual({ code: 'email-invalid' })
})

test('invisible characters and direction marks are removed from an address', () => {
  expect(checkEmail('\u200famina@example.org\u200e')).toBeUndefined()
  expect(normalizeEmail('\ufeff\u2068amina@ex\u200bample.org\u2069 ')).toBe('amina@example.org')
  expect(tidyEmail(' \u202aAmina@Example.org\u202c')).toBe('Amina@Example.org')
  expect(checkEmail('\u200f\u00a0')).toEqual({ code: 'email-missing' })
})

test('a mailbox has one spelling', () => {
  expect(normalizeEmail('  Amina@Example.ORG ')).toBe('amina@example.org')
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (typed) => void expect(normalizeEmail(normalizeEmail(typed))).toBe(normalizeEmail(typed)),
    ),
  )
})

test('an empty email is missing, and a valid one contains no line break', () => {
  expect(checkEmail(' ')).toEqual({ code: 'email-missing' })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.string().map((text) => `${text}@example.org`),
      ),
      (text) => {
        if (isEmail(text)) expect(text).toMatch(/^[^\s\p{Cc}<>,;:]+@[^\s<>,;:@]+$/u)
      },
    ),
  )
})
