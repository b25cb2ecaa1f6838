import { type FieldKey, decryptJson, encryptJson } from '#modules/platform/identity/index.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'

/** Who declares: an account, or on paper the person behind a donor key. */
export type Declarer = { readonly accountId: string } | { readonly organizationId: bigint; readonly donorKey: Buffer }

/** A declarer's legal name and home address. `firstName` and `lastName` are always set. */
export type DeclarerDetails = PostalAddress

/** Details can be decrypted only for their own declarer. */
const boundTo = (declarer: Declarer): string =>
  'accountId' in declarer
    ? `gift-aid.account:${declarer.accountId}`
    : `gift-aid.donor:${declarer.organizationId}:${declarer.donorKey.toString('hex')}`

export const encryptDetails = (
  ports: { readonly fieldKey: FieldKey; readonly newToken: (bytes: number) => string },
  declarer: Declarer,
  details: DeclarerDetails,
): Buffer => encryptJson(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), details, boundTo(declarer))

/** Decrypts the output of `encryptDetails`; throws for another declarer's details. */
export const decryptDetails = (fieldKey: FieldKey, declarer: Declarer, encrypted: Buffer): DeclarerDetails =>
  decryptJson(fieldKey, encrypted, boundTo(declarer)) as DeclarerDetails
