import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The secrets in `SESSION_SECRET`. One string has every purpose; during and after a rotation (security-20) the purposes
 * differ.
 */
export type TokenSecret =
  | string
  | {
      /** Signs links. */
      readonly signing: string
      /** A link is valid if one of them has signed it. */
      readonly accepted: readonly string[]
      /** Makes pseudonyms, such as donor keys and hashes of unsubscribed mailboxes. It never changes. */
      readonly pseudonyms: string
    }

export const signingSecretOf = (secret: TokenSecret): string => (typeof secret === 'string' ? secret : secret.signing)

/** Hashes a text so that the same text has the same hash after a rotation, and no one without the key can guess it. */
export const pseudonymOf = (secret: TokenSecret, text: string): Buffer =>
  createHmac('sha256', typeof secret === 'string' ? secret : secret.pseudonyms)
    .update(text)
    .digest()

/** Whether an accepted secret made this signature; `sign` makes the one of a secret. Compares in constant time. */
export const isSignedBy = (secret: TokenSecret, signature: Buffer, sign: (secret: string) => Buffer): boolean =>
  (typeof secret === 'string' ? [secret] : secret.accepted)
    .map(sign)
    .some((expected) => expected.length === signature.length && timingSafeEqual(expected, signature))

/** The keys in `FIELD_KEY`: the first one encrypts, and each of them decrypts. */
export type FieldKey = Buffer | readonly [Buffer, ...Buffer[]]

/** Identifies a secret without revealing it: it has at least 32 random bytes or characters. */
export const fingerprintOf = (secret: string | Buffer): string =>
  createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 32)
