import {
  canCollectPlans,
  canReceiveDonations,
  type CharityVerification,
} from '#modules/causes/organizations/rules/verification.ts'

/** Only a campaign with this status accepts donations (S1 §4). */
export const activeStatus = 1
/** Paused: its organizer can resume it. */
export const pausedStatus = 2

/** Whether donations are accepted now: active, and before any end date (S1 §4). Used by the server and the button. */
export const isOpen = (campaign: { readonly status: number; readonly endsAt: Date | null }, now: Date): boolean =>
  campaign.status === activeStatus && (campaign.endsAt === null || now.getTime() < campaign.endsAt.getTime())

/** A fundraiser with the verification of its charity. */
export type DonationTarget = CharityVerification & { readonly status: number; readonly endsAt: Date | null }

/**
 * Returns why a fundraiser doesn't accept a donation or a plan's next occurrence, as a problem code; undefined if it
 * does. All ways to donate use this rule; the SQL function `campaigns.donation_refusal` applies the same rule when a
 * payment is claimed (content-5).
 */
export function donationRefusal(
  target: DonationTarget,
  now: Date,
  as: 'donation' | 'plan' = 'donation',
): 'campaign-closed' | 'charity-not-verified' | undefined {
  if (!isOpen(target, now)) return 'campaign-closed'
  const isAccepted = as === 'plan' ? canCollectPlans(target, now) : canReceiveDonations(target, now)
  return isAccepted ? undefined : 'charity-not-verified'
}

/** Whether a campaign will never accept donations again, so that its button is permanently disabled (S1 §4). */
export const hasEnded = (campaign: { readonly endsAt: Date | null }, now: Date): boolean =>
  campaign.endsAt !== null && now.getTime() >= campaign.endsAt.getTime()

/** Why the donate button is disabled. Paused and unverified fundraisers may open again; ended ones don't. */
export type ClosedReason = 'ended' | 'paused' | 'not-verified'

/**
 * Returns why a fundraiser accepts no donations; null if it does. `open` is the server's result, which considers the
 * charity's verification.
 */
export function closedReason(
  campaign: { readonly open: boolean; readonly status: number; readonly endsAt: Date | null },
  now: Date,
): ClosedReason | null {
  if (hasEnded(campaign, now)) return 'ended'
  if (campaign.open) return null
  if (campaign.status === activeStatus) return 'not-verified'
  return campaign.status === pausedStatus ? 'paused' : 'ended'
}
