import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { latestRequest, lockVerification, saveForm } from '#modules/causes/organizations/index.ts'
import { encryptForm } from '../form-encryption.ts'
import {
  checkDraftForm,
  normalizeForm,
  type VerificationForm,
} from '#modules/causes/organizations/rules/verification-form.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { applyCountryOfDraft } from './draft-country.ts'
import { openForm } from './read-verification.ts'

/**
 * Saves the verification form as a draft; fields may be empty. Throws 409 `form-changed` if it has changed since
 * `version`. An open request keeps the form that it was sent with. A country that the form lacks stays as it was saved.
 * Returns the new version.
 */
export async function saveVerificationForm(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly version: number; readonly form: VerificationForm },
): Promise<number> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'verification')
  const saved = await openForm(ports, ports.db, charity)
  const form = normalizeForm(input.form.country === '' ? { ...input.form, country: saved.form.country } : input.form)
  const fields = checkDraftForm(form)
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const { verifiedAt } = required(await lockVerification(tx, charity.id))
    const isSaved = await saveForm(tx, {
      organizationId: charity.id,
      form: encryptForm(ports, charity.id, form),
      version: input.version,
      at: instant,
      accountId: viewer.accountId,
    })
    if (!isSaved) throw new Problem('conflict', 'form-changed')
    if ((await latestRequest(tx, charity.id))?.state !== 'open')
      await applyCountryOfDraft(tx, { charity, verifiedAt, viewer, context, form, at: instant })
  })
  return input.version + 1
}
