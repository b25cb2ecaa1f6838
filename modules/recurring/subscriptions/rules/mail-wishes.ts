/** The mails somebody may want no more of; all others tell of their money and are part of giving. */
export const unwantedKinds = ['coming', 'summary'] as const
export type UnwantedKind = (typeof unwantedKinds)[number]

/** How gifts given day by day or night by night are told of: one mail a month, each receipt by itself, not by mail. */
export const monthlyWishes = ['summary', 'receipts', 'none'] as const
export type Monthly = (typeof monthlyWishes)[number]

/** What may be asked for instead of such mails: among them to be told before each gift. */
export const mailWishes = ['before', ...monthlyWishes] as const
export type MailWish = (typeof mailWishes)[number]

/** What a press says of the monthly mails; the one press of a mail program says nothing but stop. */
export const monthlyOf = (wish: MailWish | undefined): Monthly =>
  wish === undefined || wish === 'before' ? 'none' : wish
