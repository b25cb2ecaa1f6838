/** How a donor's gift stands. A refund will have statuses of its own. */
export const giftStatuses = ['succeeded', 'processing', 'unknown', 'declined'] as const
export type GiftStatus = (typeof giftStatuses)[number]

export const isGiftStatus = (text: string): text is GiftStatus => giftStatuses.includes(text as GiftStatus)

/** What a donor should look at: the bank has not said what became of it, or said no a short while ago. */
export const attentionDays = 14
