import { referralCodeOf } from '#modules/recurring/subscriptions/rules/referral-code.ts'

/** Digits and capitals that can't be confused when read out or written down. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** Derives a code from random bytes, skipping those that would bias it. Returns undefined if too few are left. */
export function codeFrom(bytes: Uint8Array): string | undefined {
  const even = Math.floor(256 / letters.length) * letters.length
  const unbiased = [...bytes].filter((byte) => byte < even).slice(0, length)
  return unbiased.length < length
    ? undefined
    : `Team-${unbiased.map((byte) => letters[byte % letters.length]).join('')}`
}

/** Number of bytes for `codeFrom`, which fails with these less than once in 10^12. */
export const bytesForCode = 32

/** Returns the code of a URL (`?code=`) or form; undefined if missing or invalid. */
export const codeOfQuery = (query: URLSearchParams): string | undefined => referralCodeOf(query.get('code'))
