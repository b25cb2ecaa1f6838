import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { canCountForReferral } from '#modules/recurring/plans/index.ts'
import type { RefererView, ReferralStats, ReferralView } from './contract.ts'
import type { ReferralPorts } from './ports.ts'
import type { Referer } from './referer-queries.ts'
import type { ReferredDonation, CountedSums } from './referral-queries.ts'
import { fundraiserLink, programmeLink } from './rules/link.ts'

/** Returns codes with their targets and links, in order. */
export async function refererViews(ports: ReferralPorts, referers: readonly Referer[]): Promise<RefererView[]> {
  const ids = referers.flatMap(({ campaignId }) => (campaignId === null ? [] : [campaignId]))
  const campaigns = new Map((await findCampaigns(ports.db, ids)).map((campaign) => [campaign.id, campaign]))
  const isOn = await canCountForReferral(ports, { programme: 'DhulHijjah' })
  return referers.map(({ id, code, campaignId, plans, createdAt }) => {
    const campaign = campaignId === null ? undefined : campaigns.get(campaignId)
    return {
      id,
      code,
      campaignId: campaignId?.toString() ?? null,
      campaign: campaign ? { slug: campaign.slug, name: campaign.name, currencyCode: campaign.currency } : null,
      link: campaign ? fundraiserLink(ports.origin, campaign.slug, code) : null,
      givingPlans: plans.map((plan) => ({
        givingPlanId: plan.id,
        programme: plan.programme,
        // A link for which no donation would count isn't shown.
        link:
          plan.programme && (isOn || plan.programme !== 'DhulHijjah')
            ? programmeLink(ports.origin, plan.programme, code)
            : null,
      })),
      createdAt,
    }
  })
}

export const referralView = (donation: ReferredDonation): ReferralView => ({
  id: donation.id,
  date: donation.givenAt,
  isAnonymous: donation.isAnonymous,
  donorName: donation.name,
  amount: donation.remaining,
  currencyCode: donation.currency,
  frequency: donation.frequency,
  givingPlanId: donation.planId,
  code: donation.code,
})

export const statsView = ({ donors, donations, recurring, amounts }: CountedSums): ReferralStats => ({
  count: donors,
  donations,
  recurring,
  amounts: amounts.map(({ currency, amount, donations }) => ({
    currencyCode: currency,
    amount: BigInt(amount),
    donations,
  })),
})
