import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { FieldKey } from './rules/token-secrets.ts'

const algorithm = 'aes-256-gcm'

/**
 * Encrypts bytes with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext. Decryption needs the same
 * `boundTo`, such as a row's owner, so bytes copied to another row can't be decrypted. Of several keys it uses the first one.
 */
export function encryptBytes(key: FieldKey, nonce: Buffer, bytes: Buffer, boundTo = ''): Buffer {
  const cipher = createCipheriv(algorithm, Buffer.isBuffer(key) ? key : key[0], nonce)
  cipher.setAAD(Buffer.from(boundTo))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/**
 * Decrypts the output of `encryptBytes` with whichever key fits (security-20). Throws if none does, `boundTo` differs or
 * a byte was changed.
 */
export function decryptBytes(key: FieldKey, encrypted: Buffer, boundTo = ''): Buffer {
  const keys = Buffer.isBuffer(key) ? [key] : key
  for (const one of keys) {
    const bytes = tryToDecrypt(one, encrypted, boundTo)
    if (bytes !== undefined) return bytes
  }
  throw new Error('an encrypted value can’t be decrypted: FIELD_KEY lacks its key, or it was changed')
}

/** Like `decryptBytes` with one key, but returns undefined if the bytes can't be decrypted. */
export function tryToDecrypt(key: Buffer, encrypted: Buffer, boundTo = ''): Buffer | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, 12))
    decipher.setAAD(Buffer.from(boundTo))
    decipher.setAuthTag(encrypted.subarray(12, 28))
    return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Encrypts a JSON value like `encryptBytes`. */
export const encryptJson = (key: FieldKey, nonce: Buffer, value: unknown, boundTo = ''): Buffer =>
  encryptBytes(key, nonce, Buffer.from(JSON.stringify(value)), boundTo)

export const decryptJson = (key: FieldKey, encrypted: Buffer, boundTo = ''): unknown =>
  JSON.parse(decryptBytes(key, encrypted, boundTo).toString('utf8'))
