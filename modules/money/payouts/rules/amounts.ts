import { ascending } from '#shared/collections.ts'
import { type Currency, exponentOf } from '#shared/currencies.ts'
import { dayMs } from '#shared/time.ts'

/** Zakat and the rest are two kinds of money, which never pay each other's debts (payouts-6). */
export const moneyKinds = ['zakat', 'rest'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** The accounts whose entries can be lines. */
export const accountOfKind = { zakat: 'zakat_payable', rest: 'campaign_payable' } as const
export type PayableAccount = (typeof accountOfKind)[MoneyKind]

/** Default minimum of a payout without zakat, in major units. */
const minimumByExponent = { 0: 2000n, 2: 20_00n, 3: 5_000n } as const

/** Returns the smallest payout without zakat in a currency, in minor units: 20.00, 2,000 or 5.000 unless it is set. */
export const minimumOf = (currency: Currency, configured: ReadonlyMap<string, bigint> = new Map()): bigint =>
  configured.get(currency) ?? minimumByExponent[exponentOf(currency)]

/** The reserve of one campaign in one earlier payout, in minor units. */
export type Reserve = { readonly payoutId: string; readonly campaignId: bigint; readonly amount: bigint }

/** A percentage that staff set for a charity from an instant on. */
export type ReservePercent = { readonly from: Date; readonly percent: number }

/** Returns the percentage of a charity at an instant: the newest one that staff set by then, or the default. */
export const reservePercentAt = (set: readonly ReservePercent[], normal: number, instant: Date): number =>
  set
    .filter(({ from }) => from <= instant)
    .toSorted((a, b) => ascending(a.from.getTime(), b.from.getTime()))
    .at(-1)?.percent ?? normal

/** Returns from when a reserve can be released: `reserveDays` × 24 hours after its payout was sent. */
export const releasableFrom = (sentAt: Date, reserveDays: number): Date =>
  new Date(sentAt.getTime() + reserveDays * dayMs)

/** One campaign's free entries, in minor units; a positive amount is owed to the charity. */
export type CampaignSums = {
  readonly campaignId: bigint
  readonly zakat: bigint
  /** All free entries of `campaign_payable`. */
  readonly rest: bigint
  /** The part of `rest` that belongs to payments other than bank debits. */
  readonly reservable: bigint
}

/** What a payout pays, in minor units: `total` = `zakat` + `rest` − `reserve` + `released`. */
export type PayoutAmounts = {
  /** Whether the free entries of each kind become lines. */
  readonly takes: Readonly<Record<MoneyKind, boolean>>
  /** Sum of the zakat lines. */
  readonly zakat: bigint
  /** Sum of the other lines, before the reserve. */
  readonly rest: bigint
  /** The new reserve of each campaign; without campaigns that have none. By campaign, lowest id first. */
  readonly reserves: readonly { readonly campaignId: bigint; readonly amount: bigint }[]
  readonly reserve: bigint
  readonly released: bigint
  /** 0 if nothing can be paid. */
  readonly total: bigint
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/**
 * Decides what a payout takes of the free money (payouts-5, payouts-6). Zakat is taken if its sum is above 0. The rest
 * less its reserve, with the releases, is taken if it is above 0 beside zakat, and otherwise from the minimum on
 * (0 for a closed charity, whose rest is taken above 0). A campaign's reserve is `percent` of `reservable`, rounded
 * down, at least 0.
 */
export function decideAmounts(
  campaigns: readonly CampaignSums[],
  releases: readonly { readonly amount: bigint }[],
  settings: { readonly percent: number; readonly minimum: bigint },
): PayoutAmounts {
  const zakat = sum(campaigns.map((campaign) => campaign.zakat))
  const reserves = campaigns
    .map(({ campaignId, reservable }) => ({ campaignId, amount: reserveOf(reservable, settings.percent) }))
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => ascending(a.campaignId, b.campaignId))
  const restSum = sum(campaigns.map((campaign) => campaign.rest))
  const reserve = sum(reserves.map(({ amount }) => amount))
  const released = sum(releases.map(({ amount }) => amount))
  const payable = restSum - reserve + released
  const takesZakat = zakat > 0n
  const takesRest = payable > 0n && (takesZakat || payable >= settings.minimum)
  const rest = takesRest
    ? { rest: restSum, reserves, reserve, released }
    : { rest: 0n, reserves: [], reserve: 0n, released: 0n }
  return {
    takes: { zakat: takesZakat, rest: takesRest },
    zakat: takesZakat ? zakat : 0n,
    ...rest,
    total: (takesZakat ? zakat : 0n) + (takesRest ? payable : 0n),
  }
}

const reserveOf = (reservable: bigint, percent: number): bigint =>
  reservable > 0n ? (reservable * BigInt(percent)) / 100n : 0n
