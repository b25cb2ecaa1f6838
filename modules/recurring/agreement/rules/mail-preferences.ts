/** The mails somebody may want no more of; all others tell of their money and are part of giving. */
export const unwantedKinds = ['coming', 'summary'] as const
export type UnwantedKind = (typeof unwantedKinds)[number]

/** How gifts given day by day or night by night are told of: one mail a month, each receipt by itself, not by mail. */
export const monthlyPreferences = ['summary', 'receipts', 'none'] as const
export type Monthly = (typeof monthlyPreferences)[number]

/** What may be asked for instead of such mails: among them to be told before each gift. */
export const mailPreferences = ['before', ...monthlyPreferences] as const
export type MailPreference = (typeof mailPreferences)[number]

/** What a press says of the monthly mails; the one press of a mail program says nothing but stop. */
export const monthlyOf = (wish: MailPreference | undefined): Monthly =>
  wish === undefined || wish === 'before' ? 'none' : wish
