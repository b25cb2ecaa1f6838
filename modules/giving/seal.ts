import { createCipheriv, createDecipheriv } from 'node:crypto'

/** What an organizer may need in an emergency and nobody else may read (decisions.md 43). */
export type SealedFacts = {
  readonly emergencyContact?: { readonly name: string; readonly phone: string; readonly relationship?: string | undefined }
  readonly medicalInformation?: string
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. Base64, as an order carries it. */
export function seal(key: Buffer, nonce: Buffer, facts: SealedFacts): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(facts), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Throws when the key is another or a byte was changed. */
export function unseal(key: Buffer, sealed: Buffer): SealedFacts {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')) as SealedFacts
}
