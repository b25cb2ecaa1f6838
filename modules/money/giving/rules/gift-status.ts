/** How a donor's gift stands: paid, paid and given back in part or wholly, or not paid (yet). */
export const giftStatuses = ['succeeded', 'partly-refunded', 'refunded', 'processing', 'unknown', 'declined'] as const
export type GiftStatus = (typeof giftStatuses)[number]

export const isGiftStatus = (text: string): text is GiftStatus => giftStatuses.includes(text as GiftStatus)

/** What a donor should look at: the bank has not said what became of it, or said no a short while ago. */
export const attentionDays = 14
/** More at once is a list of its own. */
export const attentionMax = 15
export const attentionStatuses = ['processing', 'unknown', 'declined'] as const satisfies readonly GiftStatus[]

/** Its money was taken, whatever went back since. */
export const wasPaid = (status: GiftStatus): boolean => !(attentionStatuses as readonly GiftStatus[]).includes(status)
