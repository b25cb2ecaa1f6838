import { type FieldKey, decryptJson, encryptJson } from '#modules/platform/identity/index.ts'
import type { HmrcDonor } from '../rules/hmrc-row.ts'

/** The names and addresses of a claim can be decrypted only for their own row. */
const boundTo = (claimId: string, donationId: string): string => `gift-aid.claim:${claimId}:${donationId}`

/** Encrypts what a claim names of a donor. */
export const encryptClaimed = (
  ports: { readonly fieldKey: FieldKey; readonly newToken: (bytes: number) => string },
  row: { readonly claimId: string; readonly donationId: string },
  donor: HmrcDonor,
): Buffer =>
  encryptJson(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), donor, boundTo(row.claimId, row.donationId))

/** Decrypts the output of `encryptClaimed`. */
export const decryptClaimed = (
  fieldKey: FieldKey,
  row: { readonly claimId: string; readonly donationId: string },
  encrypted: Buffer,
): HmrcDonor => decryptJson(fieldKey, encrypted, boundTo(row.claimId, row.donationId)) as HmrcDonor
