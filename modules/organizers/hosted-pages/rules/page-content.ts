import type { Impact } from '#modules/causes/campaigns/rules/impact.ts'
import type { Video } from '#shared/input/video.ts'
import type { Currency } from '#shared/money.ts'

/** Frequencies of donations as the wire spells them (S2 §3). */
export const frequencyNames = ['oneTime', 'daily', 'weekly', 'monthly'] as const
export type FrequencyName = (typeof frequencyNames)[number]

/** The frequencies as plans and campaigns spell them. */
export const frequencyCodes = { oneTime: 'onetime', daily: 'day', weekly: 'week', monthly: 'month' } as const

export const paymentMethodNames = ['creditCard', 'applePay', 'googlePay'] as const
export type PaymentMethodName = (typeof paymentMethodNames)[number]
export const paymentMethodCodes = { creditCard: 'card', applePay: 'applepay', googlePay: 'googlepay' } as const

export const socialNames = ['website', 'facebook', 'twitter', 'instagram', 'youtube', 'linkedin'] as const
export type SocialName = (typeof socialNames)[number]

/** A suggested amount with its description, shown only for its frequency. */
export type PageLevel = {
  readonly id: string
  /** Minor units of the page's currency. */
  readonly amount: number
  readonly title: string
  readonly description: string
  readonly frequency: FrequencyName
}

/** Content of a page, as drafts and versions store it: each field is valid or empty (pages-1). */
export type PageContent = {
  readonly title: string
  readonly tagline: string
  /** Sanitized HTML. */
  readonly description: string
  readonly category: string
  readonly location: string
  /** Country that receives the help, ISO 3166-1 alpha-2. */
  readonly country: string
  readonly language: string
  readonly currency: Currency
  /** Minor units; null if not set. Ignored unless `enableGoal` is on. */
  readonly donationGoal: number | null
  readonly enableGoal: boolean
  /**
   * Last day in the charity's time zone, such as `2027-03-31`; empty if not set. Ignored unless `enableEndDate` is on.
   */
  readonly endDate: string
  readonly enableEndDate: boolean
  /** Id of an uploaded picture; empty: none. */
  readonly image: string
  readonly imageAlt: string
  readonly logo: string
  readonly logoAlt: string
  readonly video: Video | null
  readonly primaryColor: string
  readonly secondaryColor: string
  readonly frequencies: Readonly<Record<FrequencyName, boolean>>
  readonly paymentMethods: Readonly<Record<PaymentMethodName, boolean>>
  readonly tipsEnabled: boolean
  /** The requested slug, normalized; empty: made from the title. */
  readonly customUrl: string
  readonly facebookPixelId: string
  readonly socialLinks: Readonly<Record<SocialName, string>>
  readonly givingLevels: readonly PageLevel[]
  /** What up to three amounts do, such as "feeds a family for a week" (content-41). */
  readonly impacts: readonly Impact[]
  /** Whether the page appears in lists, search and events. */
  readonly listed: boolean
}

/** Maximum of characters; the description includes its markup (pages-1). */
export const pageLimits = {
  title: 100,
  tagline: 160,
  location: 80,
  description: 20_000,
  imageAlt: 200,
  logoAlt: 200,
  levels: 20,
  levelTitle: 100,
  levelDescription: 500,
} as const

/** Title that the builder sends while none is typed; such a page can be saved but not published (S2 §9). */
export const untitled = 'Untitled Campaign'
export const defaultLevelTitle = 'Giving Level'
export const defaultColours = { primary: '#4AA567', secondary: '#2C633D' } as const

/** Returns the fields of a new page (S2 §3, §9). `endDate`: the end that its form proposes, turned off. */
export const defaultContent = (
  input: { readonly country: string; readonly language: string; readonly primaryColor: string },
  endDate = '',
): PageContent => ({
  title: '',
  tagline: '',
  description: '',
  category: '',
  location: '',
  country: input.country,
  language: input.language,
  currency: 'USD',
  donationGoal: null,
  enableGoal: false,
  endDate,
  enableEndDate: false,
  image: '',
  imageAlt: '',
  logo: '',
  logoAlt: '',
  video: null,
  primaryColor: input.primaryColor,
  secondaryColor: defaultColours.secondary,
  frequencies: { oneTime: true, daily: false, weekly: false, monthly: false },
  paymentMethods: { creditCard: true, applePay: true, googlePay: true },
  tipsEnabled: true,
  customUrl: '',
  facebookPixelId: '',
  socialLinks: { website: '', facebook: '', twitter: '', instagram: '', youtube: '', linkedin: '' },
  givingLevels: [],
  impacts: [],
  listed: true,
})
