import { expect, test } from 'vitest'
import { languageOfCountry } from './language-of-country.ts'

test.each([
  ['SA', 'ar'],
  ['EG', 'ar'],
  ['GB', 'en'],
  ['PK', 'en'],
  ['XK', 'en'],
] as const)('people in %s read %s', (country, language) => {
  expect(languageOfCountry(country)).toBe(language)
})
