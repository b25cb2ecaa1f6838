/**
 * Reference implementation of Deeds, simple and slow, from the specification and without the code under test: day by day,
 * with integer fractions and the Hijri year of the calendar library.
 */
import type { Donor, Donation, Plan, Population } from './population.ts'

const minorUnits: Readonly<Record<string, bigint>> = { GBP: 100n, USD: 100n, EUR: 100n, PKR: 100n, JPY: 1n, KWD: 1000n }
const causeOf: Readonly<Record<string, string>> = {
  water: 'Food/Water',
  food: 'Food/Water',
  mosque: 'Mosque/Community',
  community: 'Mosque/Community',
  education: 'Education',
  women: 'Women',
  orphans: 'Orphans',
  refugees: 'Refugee',
  emergency: 'Emergency Relief',
  health: 'Health',
  creative: 'Creative',
  qurbani: 'Qurbani',
}
const animalNames = { sheep: 'Sheep', goat: 'Goat', cow: 'Cow', camel: 'Camel' } as const
const ummAlQura = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
})

/** Returns the Hijri year and month of a Gregorian date. */
function hijri(day: string): { year: number; month: number } {
  const parts = ummAlQura.formatToParts(new Date(`${day}T12:00:00Z`))
  const number = (type: string) => Number.parseInt(parts.find((part) => part.type === type)?.value ?? '', 10)
  return { year: number('year'), month: number('month') }
}
const nextDay = (day: string, by = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
const receiptDay = ({ givenAt, fundraiser }: Donation): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: fundraiser.zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(givenAt)
/** Returns the date that counts for days, weeks and streaks: the occurrence's date. */
const givingDay = (donation: Donation): string => donation.occurrenceOn ?? receiptDay(donation)

type Rates = Population['rates']
/** An exchange rate: units of the currency for one euro as a fraction, and its day. */
function rateOf(rates: Rates, currency: string, day: string): { units: bigint; per: bigint; day: string } {
  if (currency === 'EUR') return { units: 1n, per: 1n, day }
  const days = [...new Set(rates.filter((rate) => rate.currency === currency).map((rate) => rate.day))].toSorted()
  const chosen = days.filter((known) => known <= day).at(-1) ?? days[0]
  const ofDay = rates.filter((rate) => rate.currency === currency && rate.day === chosen)
  const rate = ofDay.find(({ source }) => source === 'ecb') ?? ofDay[0]
  if (!rate) throw new Error(`no rate of ${currency}`)
  const [whole = '', decimals = ''] = rate.perEuro.split('.')
  return { units: BigInt(whole + decimals), per: 10n ** BigInt(decimals.length), day: rate.day }
}
/** Converts an amount, rounded half up to a minor unit. */
function convert(
  rates: Rates,
  amount: bigint,
  from: string,
  to: string,
  day: string,
): { amount: bigint; isApproximate: boolean } {
  if (from === to) return { amount, isApproximate: false }
  const [source, target] = [rateOf(rates, from, day), rateOf(rates, to, day)]
  const above = amount * source.per * target.units * (minorUnits[to] ?? 0n)
  const below = (minorUnits[from] ?? 0n) * source.units * target.per
  return { amount: (2n * above + below) / (2n * below), isApproximate: source.day !== day || target.day !== day }
}

const remaining = ({ amount, refunded }: Donation): bigint => amount - refunded
const zakatLeft = ({ zakat, refundedZakat }: Donation): bigint => (zakat > refundedZakat ? zakat - refundedZakat : 0n)
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Returns the longest run of days with a fixed distance. */
function longestRun(days: readonly string[], step: number): number {
  const all = new Set(days)
  let longest = 0
  for (const day of all) {
    let run = 1
    while (all.has(nextDay(day, run * step))) run++
    longest = Math.max(longest, run)
  }
  return longest
}

/** Sorts keys by amount, then number of donations, then key. */
function ranked<Key extends string | number | bigint>(
  donations: readonly Converted[],
  keyOf: (donation: Donation) => Key | null,
) {
  const keys = [...new Set(donations.flatMap(({ donation }) => keyOf(donation) ?? []))]
  const groups = keys.map((key) => {
    const own = donations.filter(({ donation }) => keyOf(donation) === key)
    return { key, amount: sum(own.map(({ amount }) => amount)), donations: own.length }
  })
  return groups.toSorted((a, b) => {
    if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1
    if (a.donations !== b.donations) return b.donations - a.donations
    return a.key < b.key ? -1 : 1
  })
}

type Converted = {
  readonly donation: Donation
  readonly amount: bigint
  readonly zakat: bigint
  readonly isApproximate: boolean
}

/** Returns the shares of an order that remain paid; refunds remove the last ones. */
function sharesOf({ fundraiser: { item }, pieces, amount, refunded }: Donation): number {
  if (!item || pieces === null) return 0
  const perAnimal = item.animal === 'cow' || item.animal === 'camel' ? 7 : 1
  const ordered = item.isWhole ? pieces * perAnimal : pieces
  if (refunded === 0n) return ordered
  // The price of a share is a part of the animal's price, rounded up to whole pounds, the currency of these
  // fundraisers.
  const share = ((item.price + BigInt(perAnimal) * 100n - 1n) / (BigInt(perAnimal) * 100n)) * 100n
  const price = (shares: number) =>
    BigInt(Math.floor(shares / perAnimal)) * item.price + BigInt(shares % perAnimal) * share
  let shares = 1
  while (shares < ordered && price(shares) * amount < (amount - refunded) * price(ordered)) shares++
  return shares
}

/** Returns the expected response of `GET /v4/deeds` for each account of a population; null: no Deeds. */
export function referenceDeeds(population: Population, hijriYear: number) {
  const { donors, rates } = population
  const counted = population.donations.filter(
    (donation) => remaining(donation) > 0n && hijri(receiptDay(donation)).year === hijriYear,
  )
  const inDollars = (donation: Donation) =>
    convert(rates, remaining(donation), donation.currency, 'USD', receiptDay(donation)).amount
  const isOwn = ({ id, email, isEmailConfirmed }: Donor, donation: Donation) =>
    donation.accountId === id ||
    donation.claimedBy === id ||
    (donation.accountId === null && isEmailConfirmed && donation.email?.toLowerCase() === email.toLowerCase())
  const accounts = donors
    .filter(({ isErased }) => !isErased)
    .map((donor) => ({ donor, donations: counted.filter((donation) => isOwn(donor, donation)) }))
    .filter(({ donations }) => donations.length > 0)
    .map((account) => ({
      ...account,
      dollars: sum(account.donations.map(inDollars)),
      days: new Set(account.donations.map(givingDay)).size,
    }))
  const isRanked = accounts.length >= 100
  /** The rank of a value: one more than there are larger ones. */
  const rank = <T extends bigint | number>(value: T, valueOf: (account: (typeof accounts)[number]) => T) =>
    1 + accounts.filter((account) => valueOf(account) > value).length
  const top = Math.ceil(accounts.length / 10)
  const sorted = accounts.map(({ dollars }) => dollars).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const percentile = sorted[Math.ceil(accounts.length * 0.9 - 1e-9) - 1] ?? 0n
  const totalStats = {
    uniqueDonors: new Set(counted.map(({ donor }) => donor)).size,
    amount: Number(sum(counted.map(inDollars))),
  }
  return new Map(
    donors.map((donor) => {
      const account = accounts.find((account) => account.donor === donor)
      if (!account) return [donor.id, null] as const
      const flags = {
        isTop10Donor: isRanked && rank(account.dollars, ({ dollars }) => dollars) <= top,
        isTop10FrequentDonor: isRanked && account.days >= 3 && rank(account.days, ({ days }) => days) <= top,
        isGenerous: isRanked && account.dollars >= percentile,
      }
      return [
        donor.id,
        toResponse(population, { donor, donations: account.donations, counted, hijriYear, totalStats, flags }),
      ] as const
    }),
  )
}

type Case = {
  readonly donor: Donor
  readonly donations: readonly Donation[]
  readonly counted: readonly Donation[]
  readonly hijriYear: number
  readonly totalStats: { readonly uniqueDonors: number; readonly amount: number }
  readonly flags: {
    readonly isTop10Donor: boolean
    readonly isTop10FrequentDonor: boolean
    readonly isGenerous: boolean
  }
}

function toResponse({ rates, plans }: Population, { donor, donations, counted, hijriYear, totalStats, flags }: Case) {
  const currency = currencyOf(donor, donations)
  const own: Converted[] = donations.map((donation) => {
    const { amount, isApproximate } = convert(
      rates,
      remaining(donation),
      donation.currency,
      currency,
      receiptDay(donation),
    )
    return {
      donation,
      amount,
      isApproximate,
      zakat: convert(rates, zakatLeft(donation), donation.currency, currency, receiptDay(donation)).amount,
    }
  })
  const amountOf = (list: readonly Converted[]) => sum(list.map(({ amount }) => amount))
  const ofProgramme = (programme: string) => own.filter(({ donation }) => donation.programme === programme)
  const daysOf = (list: readonly Converted[]) => [...new Set(list.map(({ donation }) => givingDay(donation)))]
  const campaigns = ranked(own, ({ fundraiser }) => fundraiser.id)
  const top = campaigns[0]
  const fundraiser = donations.find((donation) => donation.fundraiser.id === top?.key)?.fundraiser
  const causes = ranked(own, (donation) => causeOf[donation.fundraiser.category] ?? '')
  const countries = ranked(own, (donation) => donation.fundraiser.country)
  const months = Array.from({ length: 12 }, (_, index) => index + 1).map((month) => ({
    month,
    donations: own.filter(({ donation }) => hijri(receiptDay(donation)).month === month),
  }))
  const [activeMonth] = months
    .filter((month) => month.donations.length > 0)
    .toSorted((a, b) => Number(amountOf(b.donations) - amountOf(a.donations)) || a.month - b.month)
  const zakat = own.filter(({ donation }) => zakatLeft(donation) > 0n)
  const fridays = daysOf(ofProgramme('FridayGivers'))
  const brought = counted.filter(({ referredBy }) => referredBy === donor.id)
  const kinds = (['sheep', 'goat', 'cow', 'camel'] as const)
    .map((animal) => ({
      animal,
      shares: donations.reduce(
        (total, donation) => total + (donation.fundraiser.item?.animal === animal ? sharesOf(donation) : 0),
        0,
      ),
    }))
    .filter(({ shares }) => shares > 0)
    .toSorted((a, b) => b.shares - a.shares)
  const referrals = {
    count: new Set(brought.map((donation) => donation.donor)).size,
    amount: Number(
      sum(
        brought.map(
          (donation) => convert(rates, remaining(donation), donation.currency, currency, receiptDay(donation)).amount,
        ),
      ),
    ),
  }
  const sacred = sum(
    own.map(({ donation, amount, zakat: part }) =>
      donation.programme && donation.programme !== 'DailyGivers' ? amount : part,
    ),
  )
  const style = styleOf({
    own,
    sacred,
    amount: amountOf(own),
    isGenerous: flags.isGenerous,
    referrals: referrals.count,
    months: months.filter((month) => month.donations.length > 0).length,
    planDays: Math.max(
      0,
      ...plans.filter(({ accountId }) => accountId === donor.id).map((plan) => daysWithin(plan, hijriYear)),
    ),
  })
  const topCountry = countries[0]?.key ?? null
  return {
    state: 'data',
    hijriYear,
    wrappedData: {
      userName: donor.firstName,
      hijriYear,
      currencyCode: currency,
      currencySymbol: { GBP: '£', USD: '$', EUR: '€', JPY: '¥', KWD: 'KWD', PKR: 'Rs' }[currency],
      globalStats: { isTop10Donor: flags.isTop10Donor, isTop10FrequentDonor: flags.isTop10FrequentDonor, totalStats },
      topFundraiser: fundraiser?.isPublic
        ? {
            imageUrl: fundraiser.coverId && `/media/${fundraiser.coverId}.webp?v=1`,
            iconUrl: fundraiser.charityLogoId && `http://localhost:3000/media/${fundraiser.charityLogoId}.webp?v=1`,
            charityName: fundraiser.charityName,
            title: fundraiser.name,
          }
        : null,
      userStats: {
        count: campaigns.length,
        amount: Number(amountOf(own)),
        userType: style.userType,
        streak: longestRun(daysOf(own), 1),
        mostActiveMonth: { amount: Number(amountOf(activeMonth?.donations ?? [])), month: activeMonth?.month },
        topCampaign: { name: fundraiser?.name, amount: Number(top?.amount) },
        referralStats: referrals,
        donationStats: {
          topCategories: causes.slice(0, 3).map(({ key }) => key),
          totalCategories: causes.length,
          totalCountries: countries.length,
          topCountry,
          topCountryFlag: topCountry && { PK: '🇵🇰', YE: '🇾🇪', SO: '🇸🇴', BA: '🇧🇦' }[topCountry],
          topCountryName:
            topCountry && { PK: 'Pakistan', YE: 'Yemen', SO: 'Somalia', BA: 'Bosnia & Herzegovina' }[topCountry],
        },
        zakatStats: {
          amount: Number(sum(zakat.map((converted) => converted.zakat))),
          fundraisers: new Set(zakat.map(({ donation }) => donation.fundraiser.id)).size,
        },
        scheduledGivingStats: {
          dailyGivingStats: { totalDaysDonated: daysOf(ofProgramme('DailyGivers')).length },
          fridayGiversStats: {
            totalFridaysDonated: fridays.length,
            totalAmountDonated: Number(amountOf(ofProgramme('FridayGivers'))),
          },
          ramadanChallengeStats: { totalAmountDonated: Number(amountOf(ofProgramme('Ramadan30Nights'))) },
          dhcStats: { totalAmountDonated: Number(amountOf(ofProgramme('DhulHijjah'))) },
        },
        qurbaniStats: {
          totalAnimals: kinds.reduce((total, { shares }) => total + shares, 0),
          animals: kinds.map(({ animal }) => ({ type: animalNames[animal] })),
        },
      },
    },
    isApproximate: own.some(({ isApproximate }) => isApproximate),
    styleReason: style.reason,
    fridayStreak: longestRun(fridays, 7),
  }
}

/** Returns the account's currency, or that of most of its donations (alphabetically first among equals). */
function currencyOf({ preferredCurrency }: Donor, donations: readonly Donation[]): string {
  if (preferredCurrency && preferredCurrency in minorUnits) return preferredCurrency
  const count = (currency: string) => donations.filter((donation) => donation.currency === currency).length
  return (
    [...new Set(donations.map(({ currency }) => currency))].toSorted(
      (a, b) => count(b) - count(a) || (a < b ? -1 : 1),
    )[0] ?? ''
  )
}

/**
 * Returns the days of the year on which a plan ran, including its first day, excluding its end, and including pauses.
 */
function daysWithin({ startsOn, endsOn, overOn }: Plan, hijriYear: number): number {
  let days = 0
  for (
    let day = startsOn;
    day < (endsOn ?? '9') && day < (overOn ?? '9') && hijri(day).year <= hijriYear;
    day = nextDay(day)
  )
    if (hijri(day).year === hijriYear) days++
  return days
}

type Facts = {
  readonly own: readonly Converted[]
  readonly amount: bigint
  readonly sacred: bigint
  readonly months: number
  readonly planDays: number
  readonly isGenerous: boolean
  readonly referrals: number
}

function styleOf({ own, amount, sacred, months, planDays, isGenerous, referrals }: Facts) {
  const donations = own.length
  const anonymous = own.filter(({ donation }) => donation.isAnonymous).length
  const emergency = own.filter(({ donation }) =>
    ['emergency', 'refugees'].includes(donation.fundraiser.category),
  ).length
  const mondays = own.map(({ donation }) =>
    nextDay(givingDay(donation), -((new Date(givingDay(donation)).getUTCDay() + 6) % 7)),
  )
  const weeks = new Set(mondays).size
  if (donations >= 3 && anonymous / donations >= 0.6)
    return { userType: 'The Humble Heart', reason: { code: 'anonymous', anonymous, donations } }
  if (donations >= 5 && 100n * sacred >= 60n * amount)
    return { userType: 'The Devoted Seeker', reason: { code: 'sacred', percent: Number((100n * sacred) / amount) } }
  if (donations >= 2 && emergency / donations >= 0.4)
    return { userType: 'The Emergency Responder', reason: { code: 'emergency', emergency, donations } }
  if (months >= 9) return { userType: 'The Consistent Giver', reason: { code: 'months', months } }
  if (weeks >= 26) return { userType: 'The Consistent Giver', reason: { code: 'weeks', weeks } }
  if (planDays >= 180) return { userType: 'The Consistent Giver', reason: { code: 'plan', days: planDays } }
  if (isGenerous) return { userType: 'The Big Giver', reason: { code: 'generous' } }
  return { userType: 'The Social Sharer', reason: { code: 'referrals', referrals } }
}
