import { referralCodeOf } from '#modules/recurring/agreement/rules/referral-code.ts'

/** Without signs that look like others when they are read out or written down. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/**
 * A new code out of as many random bytes; those that no letter is for evenly are left out. Undefined: too few were
 * left.
 */
export function codeFrom(bytes: Uint8Array): string | undefined {
  const even = Math.floor(256 / letters.length) * letters.length
  const drawn = [...bytes].filter((byte) => byte < even).slice(0, length)
  return drawn.length < length ? undefined : `Team-${drawn.map((byte) => letters[byte % letters.length]).join('')}`
}

/** How many bytes `codeFrom` is given: a draw fails less than once in a million million. */
export const bytesForCode = 32

/** The code of an address (`?code=`), or of what a form sent; undefined: none, whatever else it says. */
export const codeOfQuery = (query: URLSearchParams): string | undefined => referralCodeOf(query.get('code'))
