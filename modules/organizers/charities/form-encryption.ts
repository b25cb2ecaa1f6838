import { decryptJson, encryptJson, type FieldKey } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { VerificationRequest } from '#modules/causes/organizations/index.ts'
import { countryOfKey } from '#modules/causes/organizations/rules/registration.ts'
import { emptyForm, type VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'

/** Context of the encryption: a form can be decrypted only for its own charity. */
const ownerOf = (organizationId: bigint): string => `verification-form:${organizationId}`

/** Encrypts a verification form, which contains birth dates. */
export const encryptForm = (
  ports: Pick<Ports, 'newToken'> & { readonly fieldKey: FieldKey },
  organizationId: bigint,
  form: VerificationForm,
): Buffer => encryptJson(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), form, ownerOf(organizationId))

/**
 * Decrypts the output of `encryptForm`; throws for another charity's form. A form that was stored before forms had a
 * country gets this one.
 */
export const decryptForm = (
  ports: { readonly fieldKey: FieldKey },
  charity: { readonly id: bigint; readonly country: string },
  encrypted: Buffer,
): VerificationForm => ({
  ...emptyForm,
  country: charity.country,
  ...(decryptJson(ports.fieldKey, encrypted, ownerOf(charity.id)) as Partial<VerificationForm>),
})

/** Decrypts the form of a request. */
export const formOfRequest = (
  ports: { readonly fieldKey: FieldKey },
  { organizationId, registrationKey, form }: VerificationRequest,
): VerificationForm => decryptForm(ports, { id: organizationId, country: countryOfKey(registrationKey) }, form)
