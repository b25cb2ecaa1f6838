import { createCipheriv, createDecipheriv } from 'node:crypto'

const algorithm = 'aes-256-gcm'

/**
 * Encrypts a JSON value with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. With `boundTo`, such as a row's
 * owner, only whoever names the same can decrypt it, so that bytes copied to another row stay unreadable.
 */
export function encryptJson(key: Buffer, nonce: Buffer, value: unknown, boundTo = ''): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(Buffer.from(boundTo))
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts what `encryptJson` made. Throws if the key or `boundTo` is another or a byte was changed. */
export function decryptJson(key: Buffer, encrypted: Buffer, boundTo = ''): unknown {
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, 12))
  decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(encrypted.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]).toString('utf8'))
}
