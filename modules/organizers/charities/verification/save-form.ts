import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { saveForm } from '#modules/causes/organizations/index.ts'
import { encryptForm } from '../form-encryption.ts'
import {
  checkDraftForm,
  normalizeForm,
  type VerificationForm,
} from '#modules/causes/organizations/rules/verification-form.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'

/**
 * Saves the verification form as a draft; fields may be empty. Throws 409 `form-changed` if it has changed since
 * `version`. An open request keeps the form that it was sent with. Returns the new version.
 */
export async function saveVerificationForm(
  ports: CharityPorts,
  viewer: AccountViewer,
  input: { readonly organizationId: bigint; readonly version: number; readonly form: VerificationForm },
): Promise<number> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'verification')
  const form = normalizeForm(input.form, charity.country)
  const fields = checkDraftForm(form)
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const isSaved = await ports.write((tx) =>
    saveForm(tx, {
      organizationId: charity.id,
      form: encryptForm(ports, charity.id, form),
      version: input.version,
      at: ports.clock(),
      accountId: viewer.accountId,
    }),
  )
  if (!isSaved) throw new Problem('conflict', 'form-changed')
  return input.version + 1
}
