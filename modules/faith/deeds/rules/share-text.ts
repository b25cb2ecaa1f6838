import type { TextKey } from '#shared/texts/catalogue.ts'
import { isCurrency, formatMoney, money } from '#shared/money.ts'
import type { Locale, Params } from '#shared/text.ts'
import { causeNames } from './cause-names.ts'
import type { StyleReason } from './giving-style.ts'

/** Shapes of the image: 1080 by 1920 and 1080 by 1080 pixels. */
export const deedsShapes = ['story', 'post'] as const
export type DeedsShape = (typeof deedsShapes)[number]

/**
 * The figures of a donor's year on the image, with the spelling of `GET /v4/deeds`; the amount is in minor units of the
 * currency.
 */
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

/** A streak of one day isn't shown. */
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
/** The first category of a cause, which identifies its texts and artwork. */
export const categoryOfCause = (cause: string): CauseKey | undefined =>
  categories.find((category): category is CauseKey => causeNames[category] === cause)

/** The texts of the image. */
export type ShareText = {
  readonly product: string
  readonly year: string
  readonly name: string
  readonly style: string
  /** Figures, one sentence each. */
  readonly lines: readonly string[]
}

/**
 * Returns the texts of the image. They include an amount only if the donor chose to show it, and never a rank
 * (deeds-8). `t` fills in the product name.
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

/** Returns the alternative text of the image. A name with another direction is isolated from the text around it. */
export const shareAltText = ({ product, year, name, style, lines }: ShareText, t: DeedsShareText): string =>
  t('deeds-share.alt', { text: [product, year, `\u2068${name}\u2069`, style, ...lines].join(' · ') })

/** Returns the file name of the image: `deeds-1447-story.png`. */
export const deedsFileName = (hijriYear: number, shape: DeedsShape): string => `deeds-${hijriYear}-${shape}.png`
