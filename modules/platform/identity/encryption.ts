import { createCipheriv, createDecipheriv } from 'node:crypto'

const algorithm = 'aes-256-gcm'

/**
 * Encrypts bytes with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext. Decryption needs the same
 * `boundTo`, such as a row's owner, so bytes copied to another row can't be decrypted.
 */
export function encryptBytes(key: Buffer, nonce: Buffer, bytes: Buffer, boundTo = ''): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(Buffer.from(boundTo))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts the output of `encryptBytes`. Throws if the key or `boundTo` differs or a byte was changed. */
export function decryptBytes(key: Buffer, encrypted: Buffer, boundTo = ''): Buffer {
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, 12))
  decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(encrypted.subarray(12, 28))
  return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
}

/** Encrypts a JSON value like `encryptBytes`. */
export const encryptJson = (key: Buffer, nonce: Buffer, value: unknown, boundTo = ''): Buffer =>
  encryptBytes(key, nonce, Buffer.from(JSON.stringify(value)), boundTo)

export const decryptJson = (key: Buffer, encrypted: Buffer, boundTo = ''): unknown =>
  JSON.parse(decryptBytes(key, encrypted, boundTo).toString('utf8'))
