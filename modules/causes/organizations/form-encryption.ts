import { decryptJson, encryptJson } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { VerificationForm } from './rules/verification-form.ts'

/** A form is readable as that of its own charity only. */
const ownerOf = (organizationId: bigint): string => `verification-form:${organizationId}`

/** Encrypts a verification form, which has birth dates, for its table. */
export const encryptForm = (
  ports: Pick<Ports, 'newToken'> & { readonly fieldKey: Buffer },
  organizationId: bigint,
  form: VerificationForm,
): Buffer => encryptJson(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), form, ownerOf(organizationId))

/** Decrypts what `encryptForm` made; throws for another charity's. */
export const decryptForm = (
  ports: { readonly fieldKey: Buffer },
  organizationId: bigint,
  encrypted: Buffer,
): VerificationForm => decryptJson(ports.fieldKey, encrypted, ownerOf(organizationId)) as VerificationForm
