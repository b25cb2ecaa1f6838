import type { TextKey } from '#shared/texts/catalogue.ts'
import { isCurrency, formatMoney, money } from '#shared/money.ts'
import type { Locale, Params } from '#shared/text.ts'
import { causeNames } from './cause-names.ts'
import type { StyleReason } from './giving-style.ts'

/** Shapes of the image: 1080 by 1920 and 1080 by 1080 pixels. */
export const deedsShapes = ['story', 'post'] as const
export type DeedsShape = (typeof deedsShapes)[number]

/** What the image shows of a donor's year, in the spelling of `GET /v4/deeds`; the amount in minor units of the currency. */
export type SharedDeeds = {
  readonly hijriYear: number
  readonly styleReason: Pick<StyleReason, 'code'>
  readonly isApproximate: boolean
  readonly wrappedData: {
    readonly userName: string
    readonly currencyCode: string
    readonly userStats: {
      readonly count: number
      readonly amount: number
      readonly streak: number
      readonly donationStats: { readonly topCategories: readonly string[]; readonly totalCountries: number }
    }
  }
}

export type DeedsShareText = (key: TextKey<'faith/deeds-share'>, params?: Params) => string

/** A run of one day is not shown. */
const streakMin = 2

const styleKeys = {
  anonymous: 'anonymous',
  sacred: 'sacred',
  emergency: 'emergency',
  months: 'consistent',
  weeks: 'consistent',
  plan: 'consistent',
  generous: 'generous',
  referrals: 'social',
} as const satisfies Readonly<Record<StyleReason['code'], string>>

type CauseKey = Extract<TextKey<'faith/deeds-share', 'deeds-share.cause-'>, keyof typeof causeNames>
const categories = Object.keys(causeNames) as (keyof typeof causeNames)[]
/** The first category of a cause: texts and artwork are found by it. */
export const categoryOfCause = (cause: string): CauseKey | undefined =>
  categories.find((category): category is CauseKey => causeNames[category] === cause)

/** What the image says. */
export type ShareText = {
  readonly product: string
  readonly year: string
  readonly name: string
  readonly style: string
  /** Figures, a sentence each. */
  readonly lines: readonly string[]
}

/**
 * The texts of the image. They include an amount only if the donor chose to show it, and never a rank (deeds-8). `t`
 * fills in the product name.
 */
export function shareText(
  { hijriYear, styleReason, isApproximate, wrappedData }: SharedDeeds,
  { t, locale, hasAmounts }: { readonly t: DeedsShareText; readonly locale: Locale; readonly hasAmounts: boolean },
): ShareText {
  const { userName, currencyCode, userStats } = wrappedData
  const { topCategories, totalCountries } = userStats.donationStats
  const cause = categoryOfCause(topCategories[0] ?? '')
  const amount =
    hasAmounts && isCurrency(currencyCode)
      ? `\u2068${isApproximate ? '≈ ' : ''}${formatMoney(money(BigInt(userStats.amount), currencyCode), locale)}\u2069`
      : undefined
  return {
    product: t('deeds-share.product'),
    year: t('deeds-share.year', { year: String(hijriYear) }),
    name: userName,
    style: t(`deeds-share.style-${styleKeys[styleReason.code]}`),
    lines: [
      t('deeds-share.fundraisers', { count: userStats.count }),
      ...(totalCountries > 0 ? [t('deeds-share.countries', { count: totalCountries })] : []),
      ...(cause ? [t('deeds-share.cause', { cause: t(`deeds-share.cause-${cause}`) })] : []),
      ...(userStats.streak >= streakMin ? [t('deeds-share.streak', { count: userStats.streak })] : []),
      ...(amount ? [t('deeds-share.amount', { amount })] : []),
    ],
  }
}

/** What the image says, for those who do not see it. A name of another direction stays apart from its neighbours. */
export const shareAltText = ({ product, year, name, style, lines }: ShareText, t: DeedsShareText): string =>
  t('deeds-share.alt', { text: [product, year, `\u2068${name}\u2069`, style, ...lines].join(' · ') })

/** What the image is called when it is saved: `deeds-1447-story.png`. */
export const deedsFileName = (hijriYear: number, shape: DeedsShape): string => `deeds-${hijriYear}-${shape}.png`
