import {
  accountOfKind,
  type CampaignSums,
  decideAmounts,
  type MoneyKind,
  type PayableAccount,
  type PayoutAmounts,
  releasableFrom,
  type Reserve,
} from './amounts.ts'
import {
  type CharityFacts,
  type Hold,
  holdsOfCharity,
  holdsOfPayment,
  isBankDebit,
  type PaymentFacts,
} from './holds.ts'

/** An entry of `campaign_payable` or `zakat_payable` in one currency that isn't a posting of a payout. */
export type PayableEntry = {
  readonly txId: string
  readonly line: number
  readonly account: PayableAccount
  readonly campaignId: bigint
  /** Minor units; positive: owed to the charity (the ledger's amount, negated). */
  readonly amount: bigint
  /** The payment (intent) that it belongs to; null for a repayment, a write-off or a correction. */
  readonly paymentId: string | null
  /** Whether its transaction is the charge of that payment. */
  readonly isCharge: boolean
  /** Whether it is a line of a payout in draft, approved, sent or paid. */
  readonly isInLivePayout: boolean
}

/** A reserve of a payout in state sent or paid that no live payout has released. */
export type OpenReserve = Reserve & {
  readonly sentAt: Date
  /** Whether a payment with a line in that payout is disputed now. */
  readonly isDisputed: boolean
}

type DraftSettings = {
  /** Days of 24 hours that a payment waits (`PAYOUT_HOLD_DAYS`). */
  readonly holdDays: number
  /** Whole percent, 0 to 50, that applies to the charity now (`reservePercentAt`). */
  readonly reservePercent: number
  /** Days of 24 hours that a reserve stays (`PAYOUT_RESERVE_DAYS`). */
  readonly reserveDays: number
  /** Minor units (`minimumOf`). */
  readonly minimum: bigint
}

export type DraftInput = {
  /** All entries of the charity's campaigns in the currency; those in live payouts count for holds only. */
  readonly entries: readonly PayableEntry[]
  /** The payments that entries name. */
  readonly payments: readonly PaymentFacts[]
  readonly reserves: readonly OpenReserve[]
  readonly charity: CharityFacts & { readonly isClosed: boolean }
  readonly settings: DraftSettings
  readonly instant: Date
}

/** Why a free kind of money isn't taken: it sums below 0, to exactly 0, or below the minimum. */
type KindRefusal = 'debt' | 'nothing' | 'below-minimum'
type WaitingReason = Hold | { readonly reason: KindRefusal; readonly until: null }

type WaitingEntry = { readonly entry: PayableEntry; readonly reasons: readonly WaitingReason[] }
type WaitingReserve = {
  readonly reserve: Reserve
  readonly reasons: readonly (
    | WaitingReason
    | { readonly reason: 'reserve-days'; readonly until: Date }
    | { readonly reason: 'reserve-disputed'; readonly until: null }
  )[]
}

/**
 * A payout that could be drafted. `lines` and `releases` keep the order of the input. Everything outside live payouts
 * that isn't taken is in `waitingEntries` or `waitingReserves`, each with at least one reason.
 */
export type Draft = PayoutAmounts & {
  readonly lines: readonly PayableEntry[]
  readonly releases: readonly Reserve[]
  readonly waitingEntries: readonly WaitingEntry[]
  readonly waitingReserves: readonly WaitingReserve[]
}

const kindOf = ({ account }: Pick<PayableEntry, 'account'>): MoneyKind =>
  account === accountOfKind.zakat ? 'zakat' : 'rest'

/**
 * Computes the payout of one charity and currency at an instant (payouts-1 to payouts-6): what it takes, and why the
 * rest waits. Its total is 0 if nothing can be paid. The SQL of `queries/draft.ts` does the same; a property test
 * compares both.
 */
export function draftPayout({ entries, payments, reserves, charity, settings, instant }: DraftInput): Draft {
  const charityHolds = holdsOfCharity(charity)
  const paymentsById = new Map(payments.map((payment) => [payment.id, payment]))
  const holds = new Map(payments.map((payment) => [payment.id, holdsOfPayment(payment, settings, instant)]))
  const paidCharges = new Set(
    entries.filter(({ isCharge, isInLivePayout }) => isCharge && isInLivePayout).map((entry) => chargeKey(entry)),
  )
  const open = entries
    .filter(({ isInLivePayout }) => !isInLivePayout)
    .map((entry) => {
      const follows = !entry.isCharge && paidCharges.has(chargeKey(entry))
      const own = entry.paymentId === null || follows ? [] : (holds.get(entry.paymentId) ?? [])
      return { entry, holds: [...own, ...charityHolds] }
    })
  const openReserves = reserves.map((reserve) => ({ reserve, holds: holdsOfReserve(reserve, settings, instant) }))
  const free = charityHolds.length === 0 ? open.filter((item) => item.holds.length === 0).map(({ entry }) => entry) : []
  const freeReserves =
    charityHolds.length === 0
      ? openReserves.filter((item) => item.holds.length === 0).map(({ reserve }) => reserve)
      : []
  const amounts = decideAmounts(sumByCampaign(free, paymentsById), freeReserves, {
    percent: settings.reservePercent,
    minimum: charity.isClosed ? 0n : settings.minimum,
  })
  const refusals = { zakat: zakatRefusal(free), rest: restRefusal(free, paymentsById, freeReserves, settings) }
  const taken = new Set(free.filter((entry) => amounts.takes[kindOf(entry)]))
  return {
    ...amounts,
    lines: [...taken],
    releases: amounts.takes.rest
      ? freeReserves.map(({ payoutId, campaignId, amount }) => ({ payoutId, campaignId, amount }))
      : [],
    waitingEntries: open
      .filter(({ entry }) => !taken.has(entry))
      .map(({ entry, holds: own }) => ({
        entry,
        reasons: own.length > 0 ? own : [{ reason: refusals[kindOf(entry)], until: null }],
      })),
    waitingReserves: openReserves
      .filter(({ holds: own }) => own.length > 0 || charityHolds.length > 0 || !amounts.takes.rest)
      .map(({ reserve: { payoutId, campaignId, amount }, holds: own }) => ({
        reserve: { payoutId, campaignId, amount },
        reasons:
          own.length + charityHolds.length > 0 ? [...own, ...charityHolds] : [{ reason: refusals.rest, until: null }],
      })),
  }
}

const chargeKey = ({ paymentId, account }: PayableEntry): string => `${paymentId} ${account}`

function holdsOfReserve({ sentAt, isDisputed }: OpenReserve, settings: DraftSettings, instant: Date) {
  const until = releasableFrom(sentAt, settings.reserveDays)
  return [
    ...(until > instant ? [{ reason: 'reserve-days' as const, until }] : []),
    ...(isDisputed ? [{ reason: 'reserve-disputed' as const, until: null }] : []),
  ]
}

/** Sums free entries by campaign. */
function sumByCampaign(
  free: readonly PayableEntry[],
  paymentsById: ReadonlyMap<string, Pick<PaymentFacts, 'method'>>,
): CampaignSums[] {
  const sums = new Map<bigint, { zakat: bigint; rest: bigint; reservable: bigint }>()
  for (const { campaignId, account, amount, paymentId } of free) {
    const campaign = sums.get(campaignId) ?? { zakat: 0n, rest: 0n, reservable: 0n }
    sums.set(campaignId, campaign)
    campaign[kindOf({ account })] += amount
    const payment = paymentId === null ? undefined : paymentsById.get(paymentId)
    if (account === accountOfKind.rest && payment && !isBankDebit(payment)) campaign.reservable += amount
  }
  return [...sums].map(([campaignId, campaign]) => ({ campaignId, ...campaign }))
}

const refusalOf = (amount: bigint): KindRefusal => {
  if (amount < 0n) return 'debt'
  return amount === 0n ? 'nothing' : 'below-minimum'
}

const zakatRefusal = (free: readonly PayableEntry[]): KindRefusal =>
  refusalOf(sumOf(free.filter((entry) => kindOf(entry) === 'zakat')))

function restRefusal(
  free: readonly PayableEntry[],
  paymentsById: ReadonlyMap<string, PaymentFacts>,
  releases: readonly Reserve[],
  settings: DraftSettings,
): KindRefusal {
  const rest = free.filter((entry) => kindOf(entry) === 'rest')
  const { reserve } = decideAmounts(sumByCampaign(rest, paymentsById), releases, {
    percent: settings.reservePercent,
    minimum: 0n,
  })
  return refusalOf(sumOf(rest) - reserve + sumOf(releases))
}

const sumOf = (items: readonly { readonly amount: bigint }[]): bigint =>
  items.reduce((sum, { amount }) => sum + amount, 0n)
