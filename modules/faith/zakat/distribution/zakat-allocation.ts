import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { type ReceivedZakat, listZakatReceived } from '#modules/money/giving/index.ts'
import { zakatPayoutsOf } from '#modules/money/ledger/index.ts'
import { allocateFirstInFirstOut, type ZakatAllocation } from '../rules/distribution/allocate-distributions.ts'
import { type StoredDistribution, listApproved } from './distribution-queries.ts'

/** The zakat that a fundraiser received in one currency, with its payouts and distributions. */
export type CurrencyAllocation = {
  readonly currency: Currency
  readonly allocation: ZakatAllocation
  readonly receipts: readonly ReceivedZakat[]
  /** Approved reports only. */
  readonly distributions: readonly StoredDistribution[]
}

/**
 * Allocates what a fundraiser paid out and distributed to the zakat it received, first in, first out, by currency
 * (zakat-19).
 */
export async function allocateZakat(
  db: Db,
  { campaignId, today }: { readonly campaignId: bigint; readonly today: LocalDate },
): Promise<CurrencyAllocation[]> {
  const [receipts, payouts, distributions] = await Promise.all([
    listZakatReceived(db, campaignId),
    zakatPayoutsOf(db, campaignId),
    listApproved(db, [campaignId]),
  ])
  const currencies = [...new Set([...receipts, ...distributions].map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const isOfCurrency = (row: { readonly currency: Currency }) => row.currency === currency
    const own = { receipts: receipts.filter(isOfCurrency), distributions: distributions.filter(isOfCurrency) }
    const allocation = allocateFirstInFirstOut(
      own.receipts,
      payouts.filter(isOfCurrency),
      own.distributions.map(({ id, distributedOn, amount }) => ({ id, date: distributedOn, amount })),
      today,
    )
    return { currency, allocation, ...own }
  })
}

/** Today in UTC: reports are judged by the platform's date. */
export const todayOf = (ports: Pick<Ports, 'clock'>): LocalDate => localDateIn('UTC', ports.clock())

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Sums an allocation: received, paid to the charity, distributed, outstanding and late; minor units. */
export function sumAllocation({ allocation: { donations } }: CurrencyAllocation) {
  const received = sum(donations.map((donation) => donation.received))
  const distributed = sum(donations.map((donation) => donation.distributed))
  return {
    received,
    paid: sum(donations.map((donation) => donation.paid)),
    distributed,
    outstanding: received - distributed,
    late: sum(donations.map((donation) => donation.late)),
  }
}
