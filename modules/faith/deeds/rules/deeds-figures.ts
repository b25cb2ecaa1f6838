import { addDays } from '#shared/date-arithmetic.ts'
import { type Animal, animals } from '#modules/faith/qurbani/rules/animals.ts'
import type { Category } from '#modules/causes/campaigns/rules/category.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { causeNames, isEmergencyCause } from './cause-names.ts'
import { longestRun } from './streaks.ts'
import type { DeedsYear } from './deeds-year.ts'

/** A donation that wasn't fully refunded; amounts are in minor units of the donor's currency (deeds-2). */
export type CountedDonation = {
  readonly campaignId: bigint
  readonly campaignName: string
  readonly category: Category
  /** The country that benefits. */
  readonly country: string | null
  /** The date on its receipt, which decides year and month. */
  readonly day: LocalDate
  /** The occurrence's own date if a plan made the donation. It decides days, weeks and streaks. */
  readonly occurrenceOn: LocalDate | null
  readonly programme: 'FridayGivers' | 'DailyGivers' | 'DhulHijjah' | 'Ramadan30Nights' | null
  readonly amount: bigint
  /** The converted zakat part. `hasZakat` is true if there was zakat before the conversion, even if this rounds to 0. */
  readonly zakat: bigint
  readonly hasZakat: boolean
  readonly isAnonymous: boolean
  /** The animal and the shares that were not refunded, for an order of a Qurbani item. */
  readonly qurbani: { readonly animal: Animal; readonly shares: number } | null
}

export type DonationFigures = {
  readonly donations: number
  readonly fundraisers: number
  readonly amount: bigint
  readonly anonymousDonations: number
  readonly emergencyDonations: number
  readonly sacredAmount: bigint
  readonly months: number
  readonly weeks: number
  readonly givingDays: number
  readonly streak: number
  readonly fridayStreak: number
  readonly mostActiveMonth: { readonly month: number; readonly amount: bigint } | null
  readonly topCampaign: { readonly id: bigint; readonly name: string; readonly amount: bigint } | null
  /** At most three. */
  readonly topCategories: readonly string[]
  readonly totalCategories: number
  readonly topCountry: string | null
  readonly totalCountries: number
  readonly zakat: { readonly amount: bigint; readonly fundraisers: number }
  readonly dailyDays: number
  readonly fridays: number
  readonly fridayAmount: bigint
  readonly ramadanAmount: bigint
  readonly dhulHijjahAmount: bigint
  /** Qurbani shares by kind of animal, most first. */
  readonly animals: readonly { readonly animal: Animal; readonly shares: number }[]
}

const sumOf = (list: readonly bigint[]): bigint => list.reduce((sum, amount) => sum + amount, 0n)
const amountOf = (list: readonly CountedDonation[]): bigint => sumOf(list.map(({ amount }) => amount))
const givenOn = ({ day, occurrenceOn }: CountedDonation): LocalDate => occurrenceOn ?? day
/** The Monday of the ISO week. */
const weekOf = (day: LocalDate): LocalDate => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const sacredProgrammes = ['FridayGivers', 'DhulHijjah', 'Ramadan30Nights']

type Group<K> = { readonly key: K; readonly amount: bigint; readonly donations: number }

/** Sums of each key, ranked by amount, then number of donations, then key. */
function rank<K extends string | bigint | number>(
  donations: readonly CountedDonation[],
  keyOf: (donation: CountedDonation) => K | null,
): Group<K>[] {
  const groups = new Map<K, { amount: bigint; donations: number }>()
  for (const donation of donations) {
    const key = keyOf(donation)
    if (key === null) continue
    const group = groups.get(key) ?? { amount: 0n, donations: 0 }
    groups.set(key, { amount: group.amount + donation.amount, donations: group.donations + 1 })
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .toSorted(
      (a, b) =>
        Number(b.amount - a.amount) || b.donations - a.donations || Number(a.key > b.key) - Number(a.key < b.key),
    )
}

/** Returns the month of the year of a day, 1 (Muharram) to 12. */
const monthOf = ({ months }: DeedsYear, day: LocalDate): number => months.filter((start) => start <= day).length

/** Returns the shares of each animal, most first; ties in the order of lists. */
const animalsOf = (donations: readonly CountedDonation[]): DonationFigures['animals'] =>
  animals
    .map((animal) => ({
      animal,
      shares: donations.reduce((sum, { qurbani }) => sum + (qurbani?.animal === animal ? qurbani.shares : 0), 0),
    }))
    .filter(({ shares }) => shares > 0)
    .toSorted((a, b) => b.shares - a.shares)

/** Computes all figures of one donor's donations in a year. The server computes the same in SQL (deeds-3). */
export function summarizeDonations(year: DeedsYear, donations: readonly CountedDonation[]): DonationFigures {
  const within = donations.filter(({ day }) => day >= year.start && day < year.end)
  const ofProgramme = (name: CountedDonation['programme']) => within.filter(({ programme }) => programme === name)
  const days = (list: readonly CountedDonation[]) => [...new Set(list.map(givenOn))]
  const fridays = days(ofProgramme('FridayGivers'))
  const byMonth = Map.groupBy(within, ({ day }) => monthOf(year, day))
  const months = [...byMonth].map(([month, list]) => ({ month, amount: amountOf(list) }))
  const campaigns = rank(within, ({ campaignId }) => campaignId)
  const top = campaigns[0]
  const causes = rank(within, ({ category }) => causeNames[category])
  const countries = rank(within, ({ country }) => country)
  const zakat = within.filter(({ hasZakat }) => hasZakat)
  return {
    donations: within.length,
    fundraisers: campaigns.length,
    amount: amountOf(within),
    anonymousDonations: within.filter(({ isAnonymous }) => isAnonymous).length,
    emergencyDonations: within.filter(({ category }) => isEmergencyCause(category)).length,
    sacredAmount: sumOf(
      within.map(({ programme, amount, zakat: part }) => (sacredProgrammes.includes(programme ?? '') ? amount : part)),
    ),
    months: months.length,
    weeks: new Set(within.map((donation) => weekOf(givenOn(donation)))).size,
    givingDays: days(within).length,
    streak: longestRun(days(within), 1),
    fridayStreak: longestRun(fridays, 7),
    mostActiveMonth: months.toSorted((a, b) => Number(b.amount - a.amount) || a.month - b.month)[0] ?? null,
    topCampaign: top
      ? {
          id: top.key,
          name: within.find(({ campaignId }) => campaignId === top.key)?.campaignName ?? '',
          amount: top.amount,
        }
      : null,
    topCategories: causes.slice(0, 3).map(({ key }) => key),
    totalCategories: causes.length,
    topCountry: countries[0]?.key ?? null,
    totalCountries: countries.length,
    zakat: {
      amount: sumOf(zakat.map(({ zakat: part }) => part)),
      fundraisers: new Set(zakat.map(({ campaignId }) => campaignId)).size,
    },
    dailyDays: days(ofProgramme('DailyGivers')).length,
    fridays: fridays.length,
    fridayAmount: amountOf(ofProgramme('FridayGivers')),
    ramadanAmount: amountOf(ofProgramme('Ramadan30Nights')),
    dhulHijjahAmount: amountOf(ofProgramme('DhulHijjah')),
    animals: animalsOf(within),
  }
}
