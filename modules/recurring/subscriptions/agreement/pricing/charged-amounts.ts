import { addDays } from '#shared/date-arithmetic.ts'
import { getOrInsert, zip } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { allocate, type Currency, money } from '#shared/money.ts'
import type { PaidDonation } from '#modules/money/giving/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { openCauses, partsOf, priceDonations } from './compose-charge.ts'
import type { ChargeParts } from '../../contract-views.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import type { OccurrenceRow } from '../schedule/occurrence-queries.ts'

type Donation = { readonly gift: bigint; readonly tip: bigint }

/** Returns the covered fee of one donation charged alone, with which all of the donation counts as zakat. */
export type FeeOf = (donation: Donation) => Promise<bigint>

/** Computes covered fees with today's causes; 0 if the plan covers none or no cause accepts donations. */
export function coveredFeeOf(ports: SubscriptionPorts, subscription: Subscription): FeeOf {
  if (!subscription.isZakat || !subscription.maximizeZakat) return () => Promise.resolve(0n)
  const { currency } = subscription
  const open = openCauses(ports, subscription, localDateIn(subscription.timeZone, ports.clock()))
  // Equal amounts have equal fees, and a plan has only a few amounts.
  const known = new Map<string, Promise<bigint>>()
  const price = async (donation: Donation) => {
    const { causes, campaigns } = await open
    if (causes.length === 0) return 0n
    const quotes = await priceDonations(ports, subscription, partsOf(donation, currency, causes, campaigns))
    return quotes.reduce((sum, { coveredFee }) => sum + coveredFee.amount, 0n)
  }
  return (donation) => {
    const key = `${donation.gift} ${donation.tip}`
    return getOrInsert(known, key, () => price(donation))
  }
}

/**
 * Returns the covered fee of each paid donation by key, less refunds. Donations that were paid together share a fee in
 * proportion.
 */
export function paidFees(
  rows: readonly OccurrenceRow[],
  donations: readonly Pick<PaidDonation, 'intentId' | 'coveredFee'>[],
  currency: Currency,
) {
  const paid = Map.groupBy(
    rows.filter(({ state, intentId }) => state === 'SUCCEEDED' && intentId !== null),
    ({ intentId }) => intentId,
  )
  return new Map(
    [...paid].flatMap(([id, gifts]) => {
      const fee = donations.reduce((sum, { intentId, coveredFee }) => (intentId === id ? sum + coveredFee : sum), 0n)
      const parts = allocate(
        money(fee, currency),
        gifts.map(({ gift }) => gift),
      )
      return zip(gifts, parts).map(([{ key }, part]) => [key, part.amount] as const)
    }),
  )
}

/**
 * Returns the charge of each donation, or of all nights or days. `with30` is the total with a thirtieth night of
 * Ramadan while the length of the month is unknown.
 */
export async function chargedOf(
  ports: SubscriptionPorts,
  subscription: Subscription,
  feeOf: FeeOf,
): Promise<{ charged: ChargeParts; with30: ChargeParts | null }> {
  const { portions } = subscription
  const sums = async (list: readonly { readonly gift: string; readonly tip: string }[]): Promise<ChargeParts> => {
    const donations = list.map(({ gift, tip }) => ({ gift: BigInt(gift), tip: BigInt(tip) }))
    const fees = await Promise.all(donations.map(feeOf))
    const [gift, tip] = [
      donations.reduce((sum, donation) => sum + donation.gift, 0n),
      donations.reduce((sum, donation) => sum + donation.tip, 0n),
    ]
    const coveredFee = fees.reduce((sum, fee) => sum + fee, 0n)
    return {
      gift: Number(gift),
      tip: Number(tip),
      coveredFee: Number(coveredFee),
      total: Number(gift + tip + coveredFee),
    }
  }
  if ('each' in portions) return { charged: await sums([portions.each]), with30: null }
  const thirtieth = await thirtiethNight(ports, subscription)
  const certain = Object.entries(portions.byNumber).flatMap(([number, portion]) =>
    number === '30' && thirtieth !== 'there' ? [] : [portion],
  )
  return {
    charged: await sums(certain),
    with30: thirtieth === 'open' ? await sums(Object.values(portions.byNumber)) : null,
  }
}

const ramadan = 9
const lastNight = 30

/** Returns whether the thirtieth night exists, which is open until the next month is announced or the month is over. */
async function thirtiethNight(
  ports: SubscriptionPorts,
  { schedule, portions, calendar, timeZone }: Subscription,
): Promise<'there' | 'open' | 'not'> {
  if (schedule.kind !== 'ramadan' || !('byNumber' in portions) || !(lastNight in portions.byNumber)) return 'there'
  const { hijriYear } = schedule
  const months = await monthsFor(ports, calendar)
  const isOver = localDateIn(timeZone, ports.clock()) > addDays(months.startOf(hijriYear, ramadan), lastNight)
  if (!isOver && !months.isAnnounced(hijriYear, ramadan + 1)) return 'open'
  return months.lengthOf(hijriYear, ramadan) === lastNight ? 'there' : 'not'
}
