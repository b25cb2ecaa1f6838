import { createHmac } from 'node:crypto'
import { normalizeCode } from '#shared/input/digits.ts'

/** Seconds for which a code is valid (RFC 6238). */
const stepSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes of a secret: the length of a SHA-1 hash, as RFC 4226 recommends. */
export const secretBytes = 20

/** Returns the number of the 30-second step of an instant. */
export const timeStepOf = (instant: Date): bigint => BigInt(instant.getTime()) / BigInt(stepSeconds * 1000)

/**
 * Returns the six digits of a step (RFC 4226 section 5.3, RFC 6238 with SHA-1, which every authenticator app supports).
 */
export function totpCode(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(step)
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the step of a typed code: the current one, or one before or after for clocks that differ. Steps up to
 * `lastStep` were used and aren't accepted again (accounts-11). Undefined if no step has this code.
 */
export function acceptedStep(
  secret: Buffer,
  typed: string,
  { at, lastStep }: { readonly at: Date; readonly lastStep: bigint },
): bigint | undefined {
  const code = normalizeCode(typed)
  const now = timeStepOf(at)
  return [now - 1n, now, now + 1n].find((step) => step > lastStep && totpCode(secret, step) === code)
}

/** Encodes a secret for typing into an app (RFC 4648 base32, without padding). */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Returns the URL in the QR code for an authenticator app. */
export const totpUri = (input: {
  readonly secret: Buffer
  readonly issuer: string
  readonly account: string
}): string =>
  `otpauth://totp/${encodeURIComponent(input.issuer)}:${encodeURIComponent(input.account)}?${new URLSearchParams({
    secret: base32(input.secret),
    issuer: input.issuer,
  })}`

/** Creates a recovery code of 50 random bits, such as `k3v7q-m2xap`, from 7 random bytes. */
export function recoveryCode(random: Buffer): string {
  const text = base32(random).slice(0, 10).toLowerCase()
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Normalizes a typed recovery code to its stored form; undefined if it doesn't have the format of one. */
export function normalizeRecoveryCode(typed: string): string | undefined {
  const text = normalizeCode(typed).toLowerCase()
  return /^[a-z2-7]{10}$/.test(text) ? `${text.slice(0, 5)}-${text.slice(5)}` : undefined
}
