/** The status of a donor's gift: paid, partly or wholly refunded, or not paid (yet). */
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

/** Gifts that need the donor's attention: the outcome is unknown, or the payment was declined recently. */
export const attentionDays = 14
/** More than this are shown on their own page. */
export const attentionMax = 15
export const attentionStatuses = ['processing', 'unknown', 'declined'] as const satisfies readonly DonationStatus[]

/** Whether its money was taken, whatever was refunded since. */
export const wasPaid = (status: DonationStatus): boolean =>
  !(attentionStatuses as readonly DonationStatus[]).includes(status)
