/** The status of a donation: paid, partly or fully refunded, or not paid (yet). */
export const donationStatuses = [
  'succeeded',
  'partly-refunded',
  'refunded',
  'processing',
  'unknown',
  'declined',
] as const
export type DonationStatus = (typeof donationStatuses)[number]

export const isDonationStatus = (text: string): text is DonationStatus =>
  donationStatuses.includes(text as DonationStatus)

/** Days for which a declined or unresolved donation needs the donor's attention. */
export const attentionDays = 14
/** The most donations shown as needing attention; the donations page lists all. */
export const attentionMax = 15
export const attentionStatuses = ['processing', 'unknown', 'declined'] as const satisfies readonly DonationStatus[]

/** Returns whether a donation was paid, regardless of later refunds. */
export const wasPaid = (status: DonationStatus): boolean =>
  !(attentionStatuses as readonly DonationStatus[]).includes(status)
