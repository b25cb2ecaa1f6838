import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { GivingPorts } from '../ports.ts'
import type { Asks } from '#modules/causes/campaigns/rules/level.ts'

/** What an organizer may need in an emergency and nobody else may read (privacy-8). */
export type SealedFacts = {
  readonly emergencyContact?: {
    readonly name: string
    readonly phone: string
    readonly relationship?: string | undefined
  }
  readonly medicalInformation?: string
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. Base64, as an order carries it. */
export function seal(key: Buffer, nonce: Buffer, facts: SealedFacts): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(facts), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** What is sealed of a gift, Base64: what its level asks for and the donor said; null: nothing. */
export function sealAsked(
  ports: Pick<GivingPorts, 'fieldKey' | 'newToken'>,
  asks: Asks,
  { emergencyContact, medicalInformation }: SealedFacts,
): string | null {
  const said = {
    ...(asks.contact && emergencyContact ? { emergencyContact } : {}),
    ...(asks.medical && medicalInformation ? { medicalInformation } : {}),
  }
  return Object.keys(said).length > 0 ? seal(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), said) : null
}

/** Throws when the key is another or a byte was changed. */
export function unseal(key: Buffer, sealed: Buffer): SealedFacts {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'),
  ) as SealedFacts
}
