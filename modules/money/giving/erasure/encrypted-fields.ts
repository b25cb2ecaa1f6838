import { normalizePhone } from '#shared/input/digits.ts'
import { decryptJson, encryptJson, type FieldKey } from '#modules/platform/identity/index.ts'
import type { GivingPorts } from '../ports.ts'
import type { DonorQuestions } from '#modules/causes/campaigns/rules/level.ts'

/** Data that only the organizer may read, in an emergency (privacy-8). */
export type ConfidentialFields = {
  readonly emergencyContact?: {
    readonly name: string
    readonly phone: string
    readonly relationship?: string | undefined
  }
  readonly medicalInformation?: string
}

/** Encrypts the fields to Base64, as an order stores them; the phone number as it can be dialled (amounts-17). */
export function encryptConfidential(key: FieldKey, nonce: Buffer, fields: ConfidentialFields): string {
  const { emergencyContact } = fields
  const tidy = emergencyContact && { ...emergencyContact, phone: normalizePhone(emergencyContact.phone) }
  return encryptJson(key, nonce, { ...fields, ...(tidy && { emergencyContact: tidy }) }).toString('base64')
}

/** Encrypts the fields that the level asks for, to Base64; null if the donor entered none of them. */
export function encryptFields(
  ports: Pick<GivingPorts, 'fieldKey' | 'newToken'>,
  asks: DonorQuestions,
  { emergencyContact, medicalInformation }: ConfidentialFields,
): string | null {
  const request = {
    ...(asks.contact && emergencyContact ? { emergencyContact } : {}),
    ...(asks.medical && medicalInformation ? { medicalInformation } : {}),
  }
  return Object.keys(request).length > 0
    ? encryptConfidential(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), request)
    : null
}

/** Decrypts the fields. Throws if the key is wrong or the data was changed. */
export const decryptFields = (key: FieldKey, encrypted: Buffer): ConfidentialFields =>
  decryptJson(key, encrypted) as ConfidentialFields
