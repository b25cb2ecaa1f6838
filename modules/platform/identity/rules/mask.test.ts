import { expect, test } from 'vitest'
import { maskedEmail } from './mask.ts'

test('shows one letter and the domain, whatever the length of the name [S2 §7]', () => {
  expect(maskedEmail('amina@example.org')).toBe('a•••@example.org')
  expect(maskedEmail('a@example.org')).toBe('a•••@example.org')
  expect(maskedEmail('😀smile@example.org')).toBe('😀•••@example.org')
  expect(maskedEmail('nonsense')).toBe('•••')
})
