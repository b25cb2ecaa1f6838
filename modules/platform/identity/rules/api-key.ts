import { crc32 } from 'node:zlib'

/** `live` on a production site with real payments, otherwise `test`. */
export type ApiKeyMode = 'live' | 'test'

/** Random bytes of a key. */
export const apiKeyBytes = 24

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 24 bytes have at most 33 digits of base 62, a CRC-32 at most 6. */
const lengths = { secret: 33, checksum: 6 } as const

const toBase62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), lengths.checksum)

/**
 * Returns the key of 24 random bytes: `sunbul_live_` or `sunbul_test_`, 33 letters and digits, and the CRC-32 of all of
 * this in 6 more (security-21). Secret scanners recognize it and can exclude false positives without asking us.
 */
export function formatApiKey(mode: ApiKeyMode, random: Uint8Array): string {
  const text = `sunbul_${mode}_${toBase62(BigInt(`0x${Buffer.from(random).toString('hex')}`), lengths.secret)}`
  return text + checksumOf(text)
}

/** Whether a bearer token is meant to be an API key, even a mistyped one. */
export const hasApiKeyPrefix = (token: string): boolean => /^sunbul_(live|test)_/.test(token)

/** Whether a text has the form and the checksum of a key. It says nothing about whether we made it. */
export function isApiKey(text: string): boolean {
  const [, body, checksum] = /^(sunbul_(?:live|test)_[0-9A-Za-z]{33})([0-9A-Za-z]{6})$/.exec(text) ?? []
  return body !== undefined && checksumOf(body) === checksum
}

/** The last characters of a key, by which a person recognizes it in a list. */
export const endingOf = (key: string): string => key.slice(-4)

/** When the secrets of a key end. `formerValidUntil` is null if no former secret is valid. */
export type ApiKeyPeriod = {
  readonly expiresAt: Date | null
  readonly formerValidUntil: Date | null
  readonly revokedAt: Date | null
}

/** Whether a key is valid at a moment, by its current secret or by the one before its last rotation. */
export function isApiKeyValid(period: ApiKeyPeriod, secret: 'current' | 'former', now: Date): boolean {
  if (period.revokedAt !== null || (period.expiresAt !== null && period.expiresAt <= now)) return false
  return secret === 'current' || (period.formerValidUntil !== null && period.formerValidUntil > now)
}
