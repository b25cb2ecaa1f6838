import { numberFormat } from '#shared/formats.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import type { deedsContract } from './contract.ts'
import { givingStyle } from './rules/giving-style.ts'
import type { DeedsSnapshot } from './snapshot.ts'

type DeedsView = ResultOf<typeof deedsContract, 'GET /v4/deeds'>
export type TopFundraiser = NonNullable<DeedsView['wrappedData']>['topFundraiser']

/** Returns the two regional indicator letters that are displayed as a flag. */
const flagOf = (country: string): string =>
  String.fromCodePoint(...[...country].map((letter) => 0x1_f1_a5 + (letter.codePointAt(0) ?? 0)))

const symbolOf = (currency: string): string =>
  numberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const animalTypes = { sheep: 'Sheep', goat: 'Goat', cow: 'Cow', camel: 'Camel' } as const

/** The response without data: every property is null except the state. */
export const withoutData = (state: 'consent-needed' | 'no-deeds'): DeedsView => ({
  state,
  hijriYear: null,
  wrappedData: null,
  isApproximate: null,
  styleReason: null,
  fridayStreak: null,
})

/** Converts a snapshot to the spelling of S1 §3. */
export function toDeedsView(
  { currency, figures, uniqueDonors, totalAmount }: DeedsSnapshot,
  input: { readonly hijriYear: number; readonly userName: string; readonly topFundraiser: TopFundraiser },
): DeedsView {
  const { style, reason } = givingStyle({
    ...figures,
    amount: BigInt(figures.amount),
    sacredAmount: BigInt(figures.sacredAmount),
    referrals: figures.referrals.count,
  })
  const { topCountry, animals = [] } = figures
  return {
    state: 'data',
    hijriYear: input.hijriYear,
    wrappedData: {
      userName: input.userName,
      hijriYear: input.hijriYear,
      currencyCode: currency,
      currencySymbol: symbolOf(currency),
      globalStats: {
        isTop10Donor: figures.isTop10Donor,
        isTop10FrequentDonor: figures.isTop10FrequentDonor,
        totalStats: { uniqueDonors, amount: totalAmount },
      },
      topFundraiser: input.topFundraiser,
      userStats: {
        count: figures.fundraisers,
        amount: figures.amount,
        userType: style,
        streak: figures.streak,
        mostActiveMonth: figures.mostActiveMonth,
        topCampaign: { name: figures.topCampaign.name, amount: figures.topCampaign.amount },
        referralStats: figures.referrals,
        donationStats: {
          topCategories: [...figures.topCategories],
          totalCategories: figures.totalCategories,
          totalCountries: figures.totalCountries,
          topCountry,
          topCountryFlag: topCountry && flagOf(topCountry),
          topCountryName: topCountry && countryName(topCountry, 'en'),
        },
        zakatStats: figures.zakat,
        scheduledGivingStats: {
          dailyGivingStats: { totalDaysDonated: figures.dailyDays },
          fridayGiversStats: { totalFridaysDonated: figures.fridays, totalAmountDonated: figures.fridayAmount },
          ramadanChallengeStats: { totalAmountDonated: figures.ramadanAmount },
          dhcStats: { totalAmountDonated: figures.dhulHijjahAmount },
        },
        qurbaniStats: {
          totalAnimals: animals.reduce((sum, { shares }) => sum + shares, 0),
          animals: animals.map(({ animal }) => ({ type: animalTypes[animal] })),
        },
      },
    },
    isApproximate: figures.isApproximate,
    styleReason: reason,
    fridayStreak: figures.fridayStreak,
  }
}
