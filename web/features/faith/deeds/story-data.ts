import { countryNames } from '#web/features/causes/campaigns/country-names.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { ParticipantsClaims } from '#modules/faith/deeds/index.ts'
import { type Badge, badgesOf } from '#modules/faith/deeds/rules/badges.ts'
import { causeNames } from '#modules/faith/deeds/rules/cause-names.ts'
import { streakBadges } from '#modules/faith/deeds/rules/streaks.ts'
import { artworkUrl } from '#modules/causes/campaigns/rules/category.ts'
import { formatDay, hijriMonthName } from '#shared/calendar.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { type SupportedCause, causes } from './figures/causes.ts'
import { platformAmount, platformDonors } from './figures/figures.ts'

type Deeds = OutputOf<ProductContract, 'GET /v4/deeds'>
type Wrapped = NonNullable<Deeds['wrappedData']>

type Animal = Wrapped['userStats']['qurbaniStats']['animals'][number]['type']

export type BadgeView =
  | { readonly badge: 'zakat'; readonly amount: number; readonly fundraisers: number }
  | { readonly badge: 'daily-givers'; readonly days: number; readonly causes: number }
  | { readonly badge: 'friday-givers'; readonly fridays: number; readonly amount: number; readonly streak: number }
  | {
      readonly badge: 'ramadan-challenge' | 'dhul-hijjah-challenge'
      readonly amount: number
      readonly claim: { readonly participants: string; readonly source: string; readonly date: string } | null
    }
  | {
      readonly badge: 'qurbani'
      readonly shares: number
      /** Kinds of animal, most shares first. */
      readonly kinds: readonly Animal[]
      readonly country: string | null
    }

/** Data of the story and its page: names and dates in the visitor's language, amounts in minor units of `currency`. */
export type StoryData = {
  readonly hijriYear: number
  readonly userName: string
  readonly currency: Currency
  readonly isApproximate: boolean
  readonly amount: number
  readonly fundraisers: number
  readonly introduction:
    | { readonly kind: 'top-donor' | 'top-frequent' }
    | { readonly kind: 'platform'; readonly donorCount: number; readonly donors: string; readonly amount: string }
  readonly causes: readonly SupportedCause[]
  readonly totalCauses: number
  readonly top: {
    readonly title: string
    readonly charityName: string | null
    readonly imageUrl: string | null
    readonly iconUrl: string | null
    readonly amount: number
  }
  readonly countries: { readonly count: number; readonly name: string } | null
  readonly month: { readonly name: string; readonly amount: number }
  readonly badges: readonly BadgeView[]
  readonly style: Wrapped['userStats']['userType']
  readonly reason: NonNullable<Deeds['styleReason']>
  readonly streak: number
  readonly streakBadges: readonly { readonly days: number; readonly isReached: boolean }[]
  readonly fridayStreak: number
  readonly referrals: { readonly count: number; readonly amount: number }
}

/** Converts a year's Deeds to the data that the pages show. */
export function toStoryData(
  {
    wrappedData: wrapped,
    styleReason,
    isApproximate,
    fridayStreak,
  }: {
    readonly wrappedData: Wrapped
    readonly styleReason: NonNullable<Deeds['styleReason']>
    readonly isApproximate: boolean | null
    readonly fridayStreak: number | null
  },
  { locale, participants }: { readonly locale: Locale; readonly participants: ParticipantsClaims },
): StoryData {
  const { globalStats, userStats, topFundraiser } = wrapped
  const { donationStats, topCampaign } = userStats
  const currency = wrapped.currencyCode
  const topCauses = donationStats.topCategories.flatMap(
    (name) => causes.find((cause) => nameOfCause[cause] === name) ?? [],
  )
  return {
    hijriYear: wrapped.hijriYear,
    userName: wrapped.userName,
    currency,
    isApproximate: isApproximate ?? false,
    amount: userStats.amount,
    fundraisers: userStats.count,
    introduction: introductionOf(globalStats),
    causes: topCauses,
    totalCauses: donationStats.totalCategories,
    top: {
      title: topFundraiser?.title ?? topCampaign.name,
      // A general fund has the charity's name, which would appear twice.
      charityName:
        topFundraiser && topFundraiser.charityName !== topFundraiser.title ? topFundraiser.charityName : null,
      // Without a cover, artwork of the cause that the donor backed most.
      imageUrl: topFundraiser?.imageUrl ?? artworkUrl(`deeds-${wrapped.hijriYear}`, topCauses[0] ?? 'mosque'),
      iconUrl: topFundraiser?.iconUrl ?? null,
      amount: topCampaign.amount,
    },
    countries: donationStats.topCountry
      ? {
          count: donationStats.totalCountries,
          name: countryNames([donationStats.topCountry], locale),
        }
      : null,
    month: {
      name: hijriMonthName(userStats.mostActiveMonth.month, locale),
      amount: userStats.mostActiveMonth.amount,
    },
    badges: badgeViews(wrapped, { currency, locale, participants, fridayStreak: fridayStreak ?? 0 }),
    style: userStats.userType,
    reason: styleReason,
    streak: userStats.streak,
    streakBadges: streakBadges(userStats.streak),
    fridayStreak: fridayStreak ?? 0,
    referrals: userStats.referralStats,
  }
}

function introductionOf({ isTop10Donor, isTop10FrequentDonor, totalStats }: Wrapped['globalStats']) {
  if (isTop10Donor) return { kind: 'top-donor' } as const
  if (isTop10FrequentDonor) return { kind: 'top-frequent' } as const
  return {
    kind: 'platform',
    donorCount: totalStats.uniqueDonors,
    donors: platformDonors(totalStats.uniqueDonors),
    amount: platformAmount(totalStats.amount),
  } as const
}

/** The English name of each cause in the API. */
const nameOfCause: Readonly<Record<SupportedCause, string>> = {
  water: causeNames.water,
  mosque: causeNames.mosque,
  education: causeNames.education,
  women: causeNames.women,
  orphans: causeNames.orphans,
  refugees: causeNames.refugees,
  emergency: causeNames.emergency,
  health: causeNames.health,
  creative: causeNames.creative,
  qurbani: causeNames.qurbani,
}

function badgeViews(
  { userStats: { zakatStats, scheduledGivingStats: plans, qurbaniStats, donationStats } }: Wrapped,
  input: {
    readonly currency: Currency
    readonly locale: Locale
    readonly participants: ParticipantsClaims
    readonly fridayStreak: number
  },
): BadgeView[] {
  const unit = 10 ** exponentOf(input.currency)
  const zakatAmount = Math.floor(zakatStats.amount / unit) * unit
  const kinds = qurbaniStats.animals.map(({ type }) => type)
  const claimOf = (badge: 'ramadan-challenge' | 'dhul-hijjah-challenge') => {
    const claim = input.participants[badge]
    return claim ? { ...claim, date: formatDay(claim.date, input.locale) } : null
  }
  const views: Readonly<Record<Badge, BadgeView>> = {
    zakat: {
      badge: 'zakat',
      amount: zakatAmount,
      fundraisers: zakatStats.fundraisers,
    },
    'daily-givers': {
      badge: 'daily-givers',
      days: plans.dailyGivingStats.totalDaysDonated,
      causes: donationStats.totalCategories,
    },
    'friday-givers': {
      badge: 'friday-givers',
      fridays: plans.fridayGiversStats.totalFridaysDonated,
      amount: plans.fridayGiversStats.totalAmountDonated,
      streak: input.fridayStreak,
    },
    'ramadan-challenge': {
      badge: 'ramadan-challenge',
      amount: plans.ramadanChallengeStats.totalAmountDonated,
      claim: claimOf('ramadan-challenge'),
    },
    'dhul-hijjah-challenge': {
      badge: 'dhul-hijjah-challenge',
      amount: plans.dhcStats.totalAmountDonated,
      claim: claimOf('dhul-hijjah-challenge'),
    },
    qurbani: {
      badge: 'qurbani',
      shares: qurbaniStats.totalAnimals,
      kinds: kinds.length > 0 ? kinds : ['Sheep'],
      country: donationStats.topCountry ? countryNames([donationStats.topCountry], input.locale) : null,
    },
  }
  return badgesOf({
    zakatAmount: BigInt(zakatAmount),
    dailyDays: plans.dailyGivingStats.totalDaysDonated,
    fridays: plans.fridayGiversStats.totalFridaysDonated,
    ramadanAmount: BigInt(plans.ramadanChallengeStats.totalAmountDonated),
    dhulHijjahAmount: BigInt(plans.dhcStats.totalAmountDonated),
    animals: qurbaniStats.totalAnimals,
  }).map((badge) => views[badge])
}
