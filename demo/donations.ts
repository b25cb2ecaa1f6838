import { required } from '#shared/collections.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import type { LevelRequirement } from '#modules/causes/campaigns/rules/level.ts'
import { type Currency, exponentOf, money, type Money } from '#shared/money.ts'
import { feeFor, type PaymentMethod } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import { type Quote, quoteDonation } from '#modules/money/giving/rules/quote.ts'
import { tipOf } from '#modules/money/giving/rules/fees/tip.ts'
import { tipPolicy } from '#modules/money/giving/rules/fees/tip-policies.ts'
import { wholeBps } from '#modules/money/giving/rules/zakat-eligible.ts'
import { amountsIn } from './amounts.ts'
import type { Donor, Donors } from './donors/donors.ts'
import type { LevelSeed } from './organizations.ts'
import type { Random } from './random.ts'
import { type GivingDay, hours, offsetHours, ramadanHours } from './seasons.ts'
import { seedTexts } from './seed-texts.ts'

/** A campaign in the database, with the data for its donations. */
export type GivenCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly organizationId: bigint
  readonly organizationName: string
  readonly organizationCountry: string
  readonly currency: Currency
  /** Total of the donations in minor units; undefined: `donationsMax` donations. */
  readonly target: bigint | undefined
  readonly donationsMax: number
  readonly isZakatVerified: boolean
  readonly takesGiftAid: boolean
  readonly taxReceipts: readonly string[]
  readonly tipsEnabled: boolean
  readonly language: string
  readonly startedAt: Date
  /** The latest time of a donation. */
  readonly until: Date
  readonly levels: readonly GivenLevel[]
}

/** `benefit`: the value of what the donor receives, in minor units. */
type GivenLevel = {
  readonly id: bigint
  readonly seed: LevelSeed
  readonly benefit: bigint
  readonly requestedFields: readonly LevelRequirement[]
}

/** A donation of the demo before its rows are created. */
export type DemoDonation = {
  readonly campaign: GivenCampaign
  readonly donor: Donor
  readonly at: Date
  readonly quote: Quote
  readonly method: PaymentMethod
  readonly card: { readonly brand: string; readonly last4: string }
  readonly level: GivenLevel | undefined
  readonly isAnonymous: boolean
  readonly note: string | undefined
  readonly words: string | undefined
}

/**
 * Returns all donations to one campaign: first those with a giving level, then others until the target, divided by
 * `divisor`, is reached.
 */
export function demoDonationsOf(
  campaign: GivenCampaign,
  { days, donors, divisor }: { readonly days: readonly GivingDay[]; readonly donors: Donors; readonly divisor: number },
  random: Random,
): DemoDonation[] {
  const scale = 10n ** BigInt(exponentOf(campaign.currency))
  const pieces: { amount: bigint; level: DemoDonation['level'] }[] = []
  for (const level of campaign.levels)
    for (let count = 0; count < level.seed.claims; count++)
      pieces.push({ amount: BigInt(level.seed.amount) * scale, level })
  let remaining = (campaign.target ?? 0n) / BigInt(divisor) - pieces.reduce((sum, piece) => sum + piece.amount, 0n)
  const amounts = amountsIn(campaign.currency)
  while (campaign.target === undefined ? pieces.length < campaign.donationsMax / divisor : remaining > 0n) {
    const drawn = BigInt(random.weighted(amounts)) * scale
    const amount = campaign.target !== undefined && drawn > remaining ? remaining : drawn
    pieces.push({ amount, level: undefined })
    remaining -= amount
  }
  const when = momentsOf(campaign, days, random)
  return pieces.map(({ amount, level }) =>
    donationOf(
      campaign,
      donors.toCharityIn(campaign.organizationCountry, random),
      money(amount, campaign.currency),
      level,
      when,
      random,
    ),
  )
}

/** Draws times within the campaign's period, with peaks at its start, before its end and in the seasons. */
function momentsOf(
  campaign: GivenCampaign,
  days: readonly GivingDay[],
  random: Random,
): (country: string) => { at: Date; isRamadan: boolean } {
  const open = days.filter(
    (day) => day.start.getTime() + dayMs > campaign.startedAt.getTime() && day.start <= campaign.until,
  )
  const last = open.length - 1
  const steps: number[] = []
  let sum = 0
  open.forEach((day, index) => {
    const rush =
      campaign.target === undefined
        ? 1
        : 1 + 2.5 * Math.exp(-index / 4) + (last > 20 ? 1.4 * Math.exp(-(last - index) / 3) : 0)
    steps.push((sum += day.readiness * rush))
  })
  return (country) => {
    const drawn = random.next() * sum
    let index = steps.findIndex((step) => step > drawn)
    if (index < 0) index = last
    const day = required(open[index])
    const hour = random.weighted(day.isRamadan ? ramadanHours : hours) - (offsetHours[country] ?? 0)
    const time = day.start.getTime() + (((hour % 24) + 24) % 24) * hourMs + random.whole(0, 3_599_999)
    const earliest = campaign.startedAt.getTime() + 60_000
    const latest = campaign.until.getTime()
    const { isRamadan } = day
    if (time > latest)
      return { at: new Date(latest - random.whole(1, Math.max(1, Math.min(latest - earliest, dayMs / 4)))), isRamadan }
    return { at: new Date(time < earliest ? earliest + random.whole(0, hourMs) : time), isRamadan }
  }
}

const brands: readonly (readonly [string, number])[] = [
  ['visa', 60],
  ['mastercard', 33],
  ['amex', 7],
]
const methods: readonly (readonly [PaymentMethod, number])[] = [
  ['card', 80],
  ['applepay', 13],
  ['googlepay', 7],
]

function donationOf(
  campaign: GivenCampaign,
  donor: Donor,
  amount: Money,
  level: DemoDonation['level'],
  when: ReturnType<typeof momentsOf>,
  random: Random,
): DemoDonation {
  const { at, isRamadan } = when(donor.country)
  const method = random.weighted(methods)
  const isZakat = campaign.isZakatVerified && random.chance(isRamadan ? 0.62 : 0.36)
  const asks = tipPolicy(donor.country) !== 'preselected'
  const tipPercent = campaign.tipsEnabled
    ? random.weighted(
        asks
          ? [
              [0, 66],
              [5, 16],
              [10, 12],
              [16, 6],
            ]
          : [
              [0, 34],
              [5, 14],
              [10, 16],
              [16, 36],
            ],
      )
    : 0
  const locale = campaign.language === 'ar' ? 'ar' : donor.locale
  return {
    campaign,
    donor,
    at,
    method,
    card: { brand: random.weighted(brands), last4: String(random.whole(0, 9999)).padStart(4, '0') },
    level,
    isAnonymous: random.chance(0.2),
    note:
      level?.seed.note && (level.seed.note === 'required' || random.chance(0.7))
        ? random.pick(seedTexts('donor-words', 'en').list('note'))
        : undefined,
    words: random.chance(0.07) ? random.pick(seedTexts('donor-words', locale).list('support')) : undefined,
    quote: quoteDonation(
      {
        campaignId: campaign.id.toString(),
        currency: campaign.currency,
        fee: feeFor(method, campaign.currency),
        zakatVariant: 'maximize',
        isZakatVerified: campaign.isZakatVerified,
        zakatEligibleBps: wholeBps,
        zakatFees: 'zakat',
      },
      {
        amount,
        tip: tipOf(amount, tipPercent),
        level: level && { id: level.id.toString(), amount },
        quantity: 1,
        isZakat,
        maximizeZakat: isZakat && random.chance(0.55),
        giftAid: campaign.takesGiftAid && donor.country === 'GB' && random.chance(0.68),
        taxReceipt: campaign.taxReceipts.includes(donor.country) && random.chance(0.8),
        paymentMethod: method,
      },
    ),
  }
}
