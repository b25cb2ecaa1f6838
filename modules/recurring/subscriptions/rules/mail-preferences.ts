/** Mails that a donor can unsubscribe from; all others are about their money. */
export const unsubscribableKinds = ['upcoming', 'summary'] as const
export type UnsubscribableKind = (typeof unsubscribableKinds)[number]

/** How daily and nightly donations are notified: a monthly summary, each receipt, or no mail. */
export const monthlyPreferences = ['summary', 'receipts', 'none'] as const
export type Monthly = (typeof monthlyPreferences)[number]

/** Options on the preferences page of such a mail, including a reminder before each donation. */
export const mailPreferences = ['before', ...monthlyPreferences] as const
export type MailPreference = (typeof mailPreferences)[number]

/** Returns the preference for monthly mails; a one-click unsubscribe, which names none, stops them. */
export const monthlyMailsOf = (preference: MailPreference | undefined): Monthly =>
  preference === undefined || preference === 'before' ? 'none' : preference
