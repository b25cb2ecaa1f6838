import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type StaffOrganization, updateOrganization } from '#modules/causes/organizations/index.ts'
import type { VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'
import { canChangeCountry } from '#modules/causes/organizations/rules/verification-request.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { recordAct } from '../authorize-for-charity.ts'

/**
 * Gives a charity the country of its form at once while nothing of its registration was ever verified; afterwards only
 * a decision of staff changes it (content-48).
 */
export async function applyCountryOfDraft(
  tx: Tx,
  input: {
    readonly charity: StaffOrganization
    /** As it is locked in this transaction. */
    readonly verifiedAt: Date | null
    readonly viewer: AccountViewer
    readonly context: RequestContext
    readonly form: VerificationForm
    readonly at: Date
  },
): Promise<void> {
  const { charity, verifiedAt, viewer, context, at } = input
  const from = charity.country
  const to = input.form.country
  if (from === to || !canChangeCountry({ verifiedAt, registration: charity.registration })) return
  await updateOrganization(tx, charity.id, { country: to })
  await recordAct(tx, {
    viewer,
    context,
    organizationId: charity.id,
    act: 'country-changed',
    at,
    details: { from, to },
  })
}
