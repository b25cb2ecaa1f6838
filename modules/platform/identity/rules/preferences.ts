import { type Currency, isCurrency } from '#shared/money.ts'
import { isLocale, type Locale } from '#shared/text.ts'

/**
 * The preferences that an account may store, with the check of their values; nothing else is ever written
 * (security-13).
 */
export const properties = {
  language: isLocale,
  theme: (value: unknown): boolean => value === 'auto' || value === 'light' || value === 'dark',
  reducedMotion: (value: unknown): boolean => typeof value === 'boolean',
  preferredCurrency: isCurrency,
  taxDeductible: (value: unknown): boolean => typeof value === 'boolean',
  newsletter: (value: unknown): boolean => typeof value === 'boolean',
  /** Updates of fundraisers that the donor gave to. */
  campaignUpdates: (value: unknown): boolean => typeof value === 'boolean',
  /** Reminders before the end of a zakat year. */
  zakatReminders: (value: unknown): boolean => typeof value === 'boolean',
  /** The mail that announces the Deeds of a year. */
  deedsMails: (value: unknown): boolean => typeof value === 'boolean',
  /** For members of charities and teams: the mail about a fundraiser's first donation. */
  firstDonationMails: (value: unknown): boolean => typeof value === 'boolean',
  /** For members of charities: the weekly summary of donations. */
  weeklySummaryMails: (value: unknown): boolean => typeof value === 'boolean',
  /** For members of charities: mails about single events (content-31). */
  largeDonationMails: (value: unknown): boolean => typeof value === 'boolean',
  refundMails: (value: unknown): boolean => typeof value === 'boolean',
  disputeMails: (value: unknown): boolean => typeof value === 'boolean',
  lostPlanMails: (value: unknown): boolean => typeof value === 'boolean',
  fundraiserMails: (value: unknown): boolean => typeof value === 'boolean',
  giveAnonymously: (value: unknown): boolean => typeof value === 'boolean',
} as const

export type Properties = {
  readonly language?: Locale
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly reducedMotion?: boolean
  readonly preferredCurrency?: Currency
  readonly taxDeductible?: boolean
  readonly newsletter?: boolean
  readonly campaignUpdates?: boolean
  readonly zakatReminders?: boolean
  readonly deedsMails?: boolean
  readonly firstDonationMails?: boolean
  readonly weeklySummaryMails?: boolean
  readonly largeDonationMails?: boolean
  readonly refundMails?: boolean
  readonly disputeMails?: boolean
  readonly lostPlanMails?: boolean
  readonly fundraiserMails?: boolean
  readonly giveAnonymously?: boolean
}

/** The preferences of an account; null: the account cleared its choice. */
export type Preferences = { readonly [P in keyof Properties]?: Properties[P] | null }

/** Returns the known preferences among the stored ones, without cleared ones. */
export function readProperties(kept: unknown): Properties {
  return Object.fromEntries(Object.entries(readPreferences(kept)).filter(([, value]) => value !== null))
}

/**
 * Like `readProperties`, with null for a preference that the account cleared, so that no cookie with an earlier choice
 * replaces it.
 */
export function readPreferences(kept: unknown): Preferences {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, fits]) => {
      const value = Object.hasOwn(kept, name) ? (kept as Record<string, unknown>)[name] : undefined
      return value === null || (value !== undefined && fits(value)) ? [[name, value]] : []
    }),
  )
}
