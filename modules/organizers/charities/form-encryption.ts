import { decryptJson, encryptJson, type FieldKey } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'

/** Context of the encryption: a form can be decrypted only for its own charity. */
const ownerOf = (organizationId: bigint): string => `verification-form:${organizationId}`

/** Encrypts a verification form, which contains birth dates. */
export const encryptForm = (
  ports: Pick<Ports, 'newToken'> & { readonly fieldKey: FieldKey },
  organizationId: bigint,
  form: VerificationForm,
): Buffer => encryptJson(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), form, ownerOf(organizationId))

/** Decrypts the output of `encryptForm`; throws for another charity's form. */
export const decryptForm = (
  ports: { readonly fieldKey: FieldKey },
  organizationId: bigint,
  encrypted: Buffer,
): VerificationForm => decryptJson(ports.fieldKey, encrypted, ownerOf(organizationId)) as VerificationForm
