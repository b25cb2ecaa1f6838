import { decryptJson, encryptJson } from '#modules/platform/identity/index.ts'
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

/** The encrypted fields in Base64, as an order carries them. */
export const seal = (key: Buffer, nonce: Buffer, facts: SealedFacts): string =>
  encryptJson(key, nonce, facts).toString('base64')

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
export const unseal = (key: Buffer, sealed: Buffer): SealedFacts => decryptJson(key, sealed) as SealedFacts
