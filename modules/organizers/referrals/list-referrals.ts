import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { ReferralStats, ReferralView } from './contract.ts'
import type { ReferralPorts } from './ports.ts'
import { referredDonations, sumReferrals } from './referral-queries.ts'
import { referralsPerPage, pageCountOf } from './rules/paging.ts'
import { firstDirection, type SortDirection, type SortField } from './rules/sorting.ts'
import { type Scope, readReferralScope } from './scope.ts'
import { referralView, statsView } from './views.ts'

type ReferralsRequest = { readonly campaignId: bigint; readonly planIds: readonly string[] | undefined }
type Page = { readonly page: number; readonly sortField: SortField; readonly sortDirection?: SortDirection | undefined }

/**
 * Returns a page of the donations through a link. A page after the last is empty, because refunds can shorten the list.
 */
export async function listReferrals(
  ports: ReferralPorts,
  viewer: AccountViewer,
  { campaignId, planIds, page, sortField, sortDirection }: ReferralsRequest & Page,
): Promise<{ scope: Scope['scope']; referrals: ReferralView[]; page: number; pages: number; total: number }> {
  const { scope, through } = await readReferralScope(ports, viewer, campaignId)
  const [sums, donations] = await Promise.all([
    sumReferrals(ports, { through, planIds }),
    referredDonations(ports, {
      through,
      planIds,
      field: sortField,
      direction: sortDirection ?? firstDirection[sortField],
      offset: (page - 1) * referralsPerPage,
      limit: referralsPerPage,
    }),
  ])
  return {
    scope,
    referrals: donations.map(referralView),
    page,
    pages: pageCountOf(sums.donations),
    total: sums.donations,
  }
}

export async function readStats(
  ports: ReferralPorts,
  viewer: AccountViewer,
  { campaignId, planIds }: ReferralsRequest,
): Promise<ReferralStats & Pick<Scope, 'scope'>> {
  const { scope, through } = await readReferralScope(ports, viewer, campaignId)
  return { scope, ...statsView(await sumReferrals(ports, { through, planIds })) }
}
