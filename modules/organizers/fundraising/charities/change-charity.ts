import { record } from '#modules/platform/audit/index.ts'
import { assertNotOwnCharity, renameCharity } from '#modules/causes/campaigns/index.ts'
import { lockOrganizationForStaff, updateOrganization } from '#modules/causes/organizations/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { mergeOrReject } from '#shared/input/merge-changes.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type CharityDetails, checkCharityDetails } from '../rules/charity.ts'
import { actOf, columnsOfDetails, detailsOf, trimmedDetails } from './charity-details.ts'

/**
 * Changes a charity's details. Its general fund and own fundraisers get the new name; issued receipts don't change.
 * Slug, time zone, currency and receipt regime are fixed, because ledger and receipts depend on them. The country
 * changes by a request of the charity (content-48).
 * Throws `edited-meanwhile` (409) if someone else changed the same since `loaded` (content-47).
 */
export async function changeCharity(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  input: CharityDetails & { readonly organizationId: bigint; readonly loaded?: CharityDetails | undefined },
): Promise<void> {
  const { organizationId, loaded } = input
  await assertNotOwnCharity(ports.db, viewer.accountId, { organizationIds: [organizationId] })
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const before = await lockOrganizationForStaff(tx, organizationId)
    if (!before) throw new Problem('not-found', 'charity-not-found')
    const words = mergeOrReject(trimmedDetails(input), {
      loaded: loaded && trimmedDetails(loaded),
      saved: detailsOf(before),
    })
    const fields = checkCharityDetails(words, before.receiptRegime)
    if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
    await updateOrganization(tx, organizationId, columnsOfDetails(words))
    if (words.name !== before.name)
      await renameCharity(tx, { organizationId, from: before.name, to: words.name, at: instant })
    const details = { from: { name: before.name }, to: { name: words.name } }
    await record(tx, {
      ...actOf(viewer, context, organizationId, instant),
      act: 'fundraising.charity-changed',
      details,
    })
  })
}
