/** What became of a donation. The last three are of offline donations, which no provider charged. */
export const donationStates = [
  'paid',
  'refund-pending',
  'partly-refunded',
  'refunded',
  'disputed',
  'counted',
  'waiting',
  'withdrawn',
] as const
export type DonationState = (typeof donationStates)[number]

/** How a donation was made. */
export const donationKinds = ['one-time', 'plan', 'offline'] as const
export type DonationKind = (typeof donationKinds)[number]

const offlineStates: readonly DonationState[] = ['counted', 'waiting', 'withdrawn']

export const isOfflineState = (state: DonationState): boolean => offlineStates.includes(state)
