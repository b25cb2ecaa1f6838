import { Problem } from '#shared/problem.ts'
import { type DonationTarget, donationRefusal } from './rules/open.ts'

/**
 * Throws `campaign-closed` or `charity-not-verified` (409) if the fundraiser doesn't accept donations at that instant.
 */
export function assertAcceptsDonations(campaign: DonationTarget, now: Date): void {
  const code = donationRefusal(campaign, now)
  if (code) throw new Problem('conflict', code)
}
