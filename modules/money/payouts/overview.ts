import { required } from '#shared/collections.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import type { PayoutPorts } from './ports.ts'
import { findPaidCharity, lacksOpening, listReservePercents } from './queries/charity.ts'
import { listOpenReserves } from './queries/draft.ts'
import type { PayoutAccount } from './queries/open-entries.ts'
import { type PayoutSums, sumOpenEntries, sumPayouts } from './queries/overview.ts'
import { hasPayoutInPreparation } from './queries/payouts.ts'
import {
  type CampaignSums,
  decideAmounts,
  minimumOf,
  moneyKinds,
  type MoneyKind,
  type PayoutAmounts,
  releasableFrom,
  reservePercentAt,
} from './rules/amounts.ts'
import { type Hold, type HoldReason, holdsOfCharity } from './rules/holds.ts'
import { nextDraftingDay } from './rules/schedule.ts'

/** Money that waits for the same reason; minor units. */
type HeldSum = {
  readonly kind: MoneyKind
  readonly reason: HoldReason
  readonly amount: bigint
  readonly firstUntil: Date | null
  readonly lastUntil: Date | null
}

/** A charity's money in one currency (payouts-14). Free, held and the sums of payouts equal what was credited. */
export type PayoutOverview = {
  readonly free: Readonly<Record<MoneyKind, bigint>>
  readonly held: readonly HeldSum[]
  readonly sums: PayoutSums
  readonly reserves: readonly {
    readonly number: bigint
    readonly amount: bigint
    readonly from: Date
    readonly isDisputed: boolean
  }[]
  /** What a payout would pay now, whatever holds the charity has; a total of 0: nothing. */
  readonly payable: PayoutAmounts
  readonly minimum: bigint
  readonly reservePercent: number
  readonly charityHolds: readonly Hold[]
  readonly isInPreparation: boolean
  readonly lacksOpening: boolean
  readonly nextDraftingDay: LocalDate | undefined
}

/** Reads a charity's money in a currency: what is free, held, in reserve and paid, and what would be paid today. */
export async function readOverview(ports: PayoutPorts, db: Db, account: PayoutAccount): Promise<PayoutOverview> {
  const instant = ports.clock()
  const { payoutSettings: settings } = ports
  const { charity, facts } = required(await findPaidCharity(db, account, instant), 'charity')
  const open = await sumOpenEntries(db, account, { instant, holdDays: settings.holdDays })
  const reserves = (await listOpenReserves(db, account)).map(({ number, amount, sentAt, isDisputed }) => ({
    number,
    amount,
    from: releasableFrom(sentAt, settings.reserveDays),
    isDisputed,
  }))
  const percents = await listReservePercents(db, account.organizationId)
  const reservePercent = reservePercentAt(percents, settings.reservePercent, instant)
  const minimum = facts.isClosed ? 0n : minimumOf(account.currency, settings.minimums)
  const free = open.filter(({ reason }) => reason === null)
  const sumOf = (kind: MoneyKind) =>
    free.filter((item) => item.kind === kind).reduce((sum, { amount }) => sum + amount, 0n)
  return {
    free: { zakat: sumOf('zakat'), rest: sumOf('rest') },
    held: heldSums(open),
    sums: await sumPayouts(db, account),
    reserves,
    payable: decideAmounts(
      sumByCampaign(free),
      reserves.filter(({ from, isDisputed }) => from <= instant && !isDisputed),
      { percent: reservePercent, minimum },
    ),
    minimum,
    reservePercent,
    charityHolds: holdsOfCharity(facts),
    isInPreparation: await hasPayoutInPreparation(db, account),
    lacksOpening: await lacksOpening(db, account),
    nextDraftingDay: charity.closedAt ? undefined : nextDraftingDay(settings.schedule, charity.timeZone, instant),
  }
}

type OpenSums = Awaited<ReturnType<typeof sumOpenEntries>>

function sumByCampaign(free: OpenSums): CampaignSums[] {
  return [...Map.groupBy(free, ({ campaignId }) => campaignId)].map(([campaignId, rows]) => {
    const ofKind = (kind: MoneyKind) => rows.find((row) => row.kind === kind)
    const rest = ofKind('rest')
    return {
      campaignId,
      zakat: ofKind('zakat')?.amount ?? 0n,
      rest: rest?.amount ?? 0n,
      reservable: rest?.reservable ?? 0n,
    }
  })
}

const earliest = (dates: readonly (Date | null)[], pick: 'first' | 'last'): Date | null => {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []))
  if (times.length === 0) return null
  return new Date(pick === 'first' ? Math.min(...times) : Math.max(...times))
}

const heldSums = (open: OpenSums): HeldSum[] =>
  moneyKinds.flatMap((kind) =>
    [
      ...Map.groupBy(
        open.filter((row) => row.kind === kind && row.reason !== null),
        ({ reason }) => reason,
      ),
    ].map(([reason, rows]) => ({
      kind,
      reason: required(reason),
      amount: rows.reduce((sum, { amount }) => sum + amount, 0n),
      firstUntil: earliest(
        rows.map((row) => row.firstUntil),
        'first',
      ),
      lastUntil: earliest(
        rows.map((row) => row.lastUntil),
        'last',
      ),
    })),
  )
