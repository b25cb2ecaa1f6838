import { getCountries, getCountryCallingCode, isValidPhoneNumber } from 'libphonenumber-js/max'
import { normalizePhone } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

/** Used on the server only, because the full metadata is larger than the whole checkout page (contract-10). */
const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)))

/** Number of digits of the recognized country code; 1 if none is recognized (accounts-9). */
const callingCodeLength = (digits: string): number =>
  [1, 2, 3].find((length) => callingCodes.has(digits.slice(0, length))) ?? 1

/**
 * Returns the first fault of an international phone number in the order of S2 §5; undefined if it is valid. What is
 * checked is `normalizePhone` of the text, which is also what is stored (amounts-17).
 */
export function checkPhone(text: string): Fault | undefined {
  const phone = normalizePhone(text)
  if (phone === '' || /^\+\d{0,3}$/.test(phone)) return { code: 'phone-missing' }
  if (!phone.startsWith('+')) return { code: 'phone-without-plus' }
  const digits = phone.slice(1)
  if (!/^\d+$/.test(digits)) return { code: 'phone-other-characters' }
  if (digits.length - callingCodeLength(digits) < 7) return { code: 'phone-too-short' }
  if (digits.length > 15) return { code: 'phone-too-long' }
  if (digits.startsWith('0')) return { code: 'phone-country-zero' }
  if (!isValidPhoneNumber(phone)) return { code: 'phone-invalid' }
  return undefined
}
