import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogueOf, faultNamespaces } from './texts/catalogue.ts'
import { problemClasses } from './problem.ts'
import { type Catalogue, hasText, type Locale, translate } from './text.ts'

const faultsIn = (locale: Locale): Catalogue =>
  Object.assign({}, ...faultNamespaces.map((name) => catalogueOf(name, locale)))
const en = faultsIn('en')
const ar = faultsIn('ar')

test('codes are kebab-case, and no message is empty or untranslated', () => {
  for (const code of Object.keys(en)) expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*(_[a-z]+)?$/)
  for (const text of [...Object.values(en), ...Object.values(ar)]) expect(text.trim()).toBe(text)
  for (const text of Object.values(ar)) expect(text).toMatch(/[\u0600-\u06ff]{3}/)
})

test('every code that is thrown or returned has a message', () => {
  const thrown = globSync('{modules,server}/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const found = [
        ...text.matchAll(/new Problem\(\s*'[a-z-]+',\s*'([a-z0-9-]+)'/g),
        ...text.matchAll(/[rR]efuses(?:: | = )\[([^\]]*)\]/g),
      ].flatMap((match) => match[1]!.replace(/\.\.\.[\w.]+/g, '').match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [])
      const inRules = file.includes('/rules/')
        ? [...text.matchAll(/(?:code: |limit\(|\? )'([a-z0-9]+(?:-[a-z0-9]+)+)'/g)].map((match) => match[1]!)
        : []
      return [...found, ...inRules].map((code) => ({ file, code }))
    })
  expect(thrown.length).toBeGreaterThan(40)
  expect(thrown.filter(({ code }) => !hasText(en, code))).toEqual([])
})

test('the error classes have the messages of the specification [S2 §8]', () => {
  expect(Object.fromEntries(Object.keys(problemClasses).map((name) => [name, translate(en, 'en', name)]))).toEqual({
    validation: 'Please check your input and try again.',
    authentication: 'Please log in to continue.',
    authorization: 'You do not have permission to perform this action.',
    'not-found': 'The requested resource was not found.',
    conflict: 'This action conflicts with existing data. Please refresh and try again.',
    'rate-limit': 'Too many requests. Please wait a moment and try again.',
    server: 'Server error occurred. Please try again later.',
    network: 'Network connection failed. Please check your internet connection.',
    unknown: 'An unexpected error occurred. Please try again.',
  })
})

test.each([
  ['phone-missing', 'Phone number is required'],
  ['phone-without-plus', 'Phone number must start with + followed by country code (e.g., +1234567890)'],
  ['phone-other-characters', 'Phone number can only contain + and digits (no spaces, hyphens, or other characters)'],
  ['phone-too-short', 'Phone number must have at least 7 digits after the country code'],
  ['phone-too-long', 'Phone number cannot exceed 15 digits total'],
  ['phone-country-zero', 'Country code cannot start with 0'],
  [
    'phone-invalid',
    'Invalid country code or phone number format. Please use E.164 format (e.g., +12345678901 for US, +447123456789 for UK)',
  ],
])('%s says "%s" [S2 §5]', (code, sentence) => {
  expect(en[code]).toBe(sentence)
})

test.each([
  ['shipping-fields-missing', 'Please fill in all required fields'],
  ['shipping-country-missing', 'Please select a country'],
  ['shipping-state-missing', 'Please select a state'],
  ['tax-name-missing', 'Please enter your first and last name.'],
  ['tax-address-missing', 'Please enter your complete address.'],
  ['tax-city-missing', 'Please enter a city.'],
  ['tax-postal-code-missing', 'Please enter a postal code.'],
  ['country-missing', 'Please select a country.'],
  ['state-missing', 'Please select a state.'],
  ['first-name-missing', 'Enter your first name.'],
  ['last-name-missing', 'Enter your last name.'],
  ['address-missing', 'Enter a valid address to continue.'],
  ['city-missing', 'Enter a city to continue.'],
  ['zip-code-invalid', 'Enter a valid zip code.'],
  ['postal-code-invalid', 'Enter a valid postal code.'],
  ['field-required', 'This field is required'],
])('%s says "%s" [S1 §5]', (code, sentence) => {
  expect(en[code]).toBe(sentence)
})

test('payment errors have the messages of the specification [S2 §8]', () => {
  expect(catalogueOf('money/giving', 'en')['give.exception']).toBe(
    'Error processing payment. Please try again or use a different card.',
  )
  expect(en['payment-declined']).toMatch(/^Error processing payment: /)
  expect(en['payment-declined-3ds']).toMatch(/^Error processing payment \(3DS\): /)
  expect([en['user-and-token-required'], en['invalid-authorization']]).toEqual([
    'User ID and token are required.',
    'Invalid authorization',
  ])
})

test('the fault for too many decimals depends on the currency, in the plural of each language', () => {
  const say = (count: number, currency: string) => [
    translate(en, 'en', 'too-many-decimals', { currency, count }),
    translate(ar, 'ar', 'too-many-decimals', { currency, count }),
  ]
  expect(say(2, 'USD')).toEqual([
    'Amounts in USD have at most 2 decimals.',
    'تقبل المبالغ بعملة USD منزلتين عشريتين على الأكثر.',
  ])
  expect(say(0, 'JPY')).toEqual(['Amounts in JPY have no decimals.', 'لا تقبل المبالغ بعملة JPY كسورًا عشرية.'])
  expect(say(3, 'KWD')[1]).toContain('3 منازل')
})
