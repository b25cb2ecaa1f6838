import type { ProductContract } from '#modules/contract.ts'
import type { BankDetailsView } from '#modules/organizers/charities/contract-bank.ts'
import type { MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { Fault } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { missingForPayout } from './missing-for-payout.ts'

type Payouts = OutputOf<ProductContract, 'GET /v4/organizations/:organizationId/payouts'>
export type Overview = Payouts['currencies'][number]
export type Payout = Payouts['payouts'][number]

/** The charity whose money is shown, for the member who reads it. */
type PayoutCharity = {
  readonly id: string
  readonly role: MemberRole
  readonly isClosed: boolean
  readonly bankDetails: readonly Pick<BankDetailsView, 'currency' | 'state' | 'lastFour'>[]
}
type Texts = {
  readonly locale: Locale
  readonly sentencesOf: (faults: Readonly<Record<string, Fault>>) => Readonly<Record<string, string>>
}

/** Returns the parts of a charity's money that haven't reached its account, in minor units, in the order of the bar. */
export const moneyParts = ({ free, held, prepared, reserve, onItsWay }: Overview) =>
  [
    { name: 'free', amount: free.zakat + free.rest },
    { name: 'held', amount: held.reduce((sum, { amount }) => sum + amount, 0) },
    { name: 'prepared', amount: prepared },
    { name: 'reserve', amount: reserve },
    { name: 'on-its-way', amount: onItsWay },
  ] as const

/** Sums amounts of a payout's fundraisers, so that a payout is listed once. */
export const sumByPayout = <Item extends { readonly reference: string; readonly amount: number }>(
  items: readonly Item[],
): Item[] =>
  [...Map.groupBy(items, ({ reference }) => reference).values()].map((rows) => ({
    ...one(rows),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  }))

/** Returns why no payout can be requested; null if it can, if something is missing, or if there is no money. */
export function whyNoRequest(
  overview: Overview,
  isClosed: boolean,
): 'closed' | 'prepared' | 'minimum' | 'opening' | null {
  if (isClosed) return 'closed'
  if (overview.canRequest || overview.holds.length > 0) return null
  if (overview.prepared !== 0) return 'prepared'
  if (overview.today.total > 0) return 'opening'
  return overview.free.rest > 0 ? 'minimum' : null
}

/** Returns a charity's money in one currency as the page shows it: dates as text, what is missing, the account. */
export function shownMoney(overview: Overview, charity: PayoutCharity, { locale, sentencesOf }: Texts) {
  const dayOf = (instant: string | null) => instant && formatDay(localDateIn('UTC', new Date(instant)), locale)
  const missing = missingForPayout(overview, charity, locale)
  const sentences = sentencesOf(Object.fromEntries(missing.map(({ fault }) => [fault.code, fault])))
  const { currency, today, paid, minimum, reservePercent, nextDraftOn } = overview
  return {
    currency,
    today,
    paid,
    minimum,
    reservePercent,
    parts: moneyParts(overview),
    held: overview.held.map(({ kind, reason, amount, firstUntil, lastUntil }) => ({
      kind,
      reason,
      amount,
      from: dayOf(firstUntil),
      until: dayOf(lastUntil),
    })),
    reserves: sumByPayout(overview.reserves).map((reserve) => ({
      ...reserve,
      from: formatDay(localDate(reserve.from), locale),
    })),
    missing: missing.map(({ fault, page, path }) => ({ text: sentences[fault.code] ?? '', page, path })),
    canRequest: overview.canRequest && !charity.isClosed,
    whyNot: whyNoRequest(overview, charity.isClosed),
    nextDraftOn: nextDraftOn && formatDay(localDate(nextDraftOn), locale),
    lastFour: charity.bankDetails.find((details) => details.currency === currency && details.state === 'active')
      ?.lastFour,
  }
}
export type ShownMoney = ReturnType<typeof shownMoney>
