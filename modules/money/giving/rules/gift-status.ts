/** The status of a donor's gift: paid, partly or wholly refunded, or not paid (yet). */
export const giftStatuses = ['succeeded', 'partly-refunded', 'refunded', 'processing', 'unknown', 'declined'] as const
export type GiftStatus = (typeof giftStatuses)[number]

export const isGiftStatus = (text: string): text is GiftStatus => giftStatuses.includes(text as GiftStatus)

/** Gifts that need the donor's attention: the outcome is unknown, or the payment was declined recently. */
export const attentionDays = 14
/** More than this are shown on their own page. */
export const attentionMax = 15
export const attentionStatuses = ['processing', 'unknown', 'declined'] as const satisfies readonly GiftStatus[]

/** Whether its money was taken, whatever was refunded since. */
export const wasPaid = (status: GiftStatus): boolean => !(attentionStatuses as readonly GiftStatus[]).includes(status)
