import { dayMs } from '#shared/time.ts'
import { divide, money, toMajor } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import type { CampaignForDonation } from './queries/donation.ts'
import { shownTotal } from './queries/totals.ts'
import { viewsOf } from './queries/visits.ts'
import { donationRefusal } from './rules/open.ts'
import { daysLeft, fundedPercentage } from './rules/progress.ts'

const weekMs = 7 * dayMs

/** Returns the figures of a fundraiser from its current totals. */
export async function campaignStats(ports: Ports, campaign: CampaignForDonation) {
  const now = ports.clock()
  const [{ raised, donationCount, donorCount, lastDonationAt }, views] = await Promise.all([
    shownTotal(ports.db, campaign.id),
    viewsOf(ports, campaign.id, new Date(now.getTime() - weekMs).toISOString().slice(0, 10)),
  ])
  const major = (amount: bigint): string => toMajor(money(amount, campaign.currency))
  return {
    currency: campaign.currency,
    raised: major(raised),
    goal: campaign.goal === null ? null : major(campaign.goal),
    fundedPercentage: fundedPercentage(raised, campaign.goal),
    donationCount,
    donorCount,
    averageDonation: donationCount > 0n ? major(divide(raised, donationCount, 'half-up')) : null,
    lastDonationAt,
    endsAt: campaign.endsAt,
    daysLeft: daysLeft(campaign.endsAt, now),
    open: donationRefusal(campaign, now) === undefined,
    views: views.ever,
    viewsInSevenDays: views.since,
  }
}
