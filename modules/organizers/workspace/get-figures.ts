import { addDays } from '#shared/date-arithmetic.ts'
import { generalFundOf } from '#modules/causes/campaigns/index.ts'
import { currencyOfCountry } from '#modules/platform/currencies/rules/of-country.ts'
import { newestRates } from '#modules/platform/currencies/index.ts'
import { convert, euroRate } from '#modules/platform/currencies/rules/rate.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { changeOf } from '#modules/organizers/organizing/rules/figures.ts'
import { startOfDay } from '#modules/organizers/organizing/rules/period.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { money } from '#shared/money.ts'
import type { workspaceContract } from './contract.ts'
import type { WorkspacePorts } from './ports.ts'
import {
  countDonorsOf,
  namesOfCampaigns,
  readDays,
  sumByDimension,
  sumRefunds,
  sumZakat,
  type ZakatSums,
} from './queries/figures.ts'
import { type PlanSums, sumPlans } from './queries/plans.ts'
import { type Given, givenInSpan, partsOf, type ToOwn } from './rules/charity-figures.ts'
import { monthlyWorth } from './rules/monthly-worth.ts'
import { type Span, spanOf, type View } from './rules/view.ts'

type Figures = ResultOf<typeof workspaceContract, 'GET /v4/organizations/:organizationId/figures'>

const partsShown = 5
const sourcesShown = 6

/** Returns a charity's figures over all its campaigns, in the currency of its general fund (content-40). */
export async function getFigures(
  ports: WorkspacePorts,
  viewer: AccountViewer,
  input: { readonly organizationId: bigint; readonly view: View },
): Promise<Figures> {
  const { organizationId } = input
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'figures', 'reading')
  const { timeZone } = charity
  // Without a general fund, such as before any donation could reach the charity, its country decides.
  const currency = (await generalFundOf(ports.db, organizationId))?.currency ?? currencyOfCountry(charity.country)
  const span = spanOf(input.view, localDateIn(timeZone, ports.clock()))
  const period = boundsOf(timeZone, span)
  const before = boundsOf(timeZone, span.before)
  const [days, donors, donorsBefore, refunds, refundsBefore, campaigns, sources, countries, plans, zakat] =
    await Promise.all([
      readDays(ports, organizationId, { from: span.before.from, to: span.to }),
      countDonorsOf(ports, organizationId, span),
      countDonorsOf(ports, organizationId, span.before),
      sumRefunds(ports, organizationId, period),
      sumRefunds(ports, organizationId, before),
      sumByDimension(ports, organizationId, { dimension: 'campaign', ...span }),
      sumByDimension(ports, organizationId, { dimension: 'source', ...span }),
      sumByDimension(ports, organizationId, { dimension: 'country', ...span }),
      sumPlans(ports, organizationId, { ...period, before }),
      sumZakat(ports, organizationId),
    ])
  const toOwn = await converter(ports, currency, [...days, ...refunds, ...refundsBefore, ...plans, ...zakat])
  const given = givenInSpan(days, span, toOwn)
  const refunded = refundsOf(refunds, toOwn)
  const refundedBefore = refundsOf(refundsBefore, toOwn)
  const [now, earlier] = [
    numbersOf(given.now, donors, refunded),
    numbersOf(given.before, donorsBefore, refundedBefore),
  ] as const
  const top = partsOf(campaigns, partsShown, toOwn)
  const names = new Map(
    (
      await namesOfCampaigns(
        ports,
        top.parts.map(({ value }) => value),
      )
    ).map((row) => [String(row.id), row]),
  )
  return {
    view: input.view,
    timeZone,
    currency,
    isApproximate: days.some((row) => row.currency !== currency),
    from: span.from,
    to: span.to,
    before: span.before,
    now,
    earlier,
    change: {
      given: changeOf(now.given, earlier.given),
      donors: changeOf(now.donors, earlier.donors),
      average: changeOf(now.average, earlier.average),
      refunded: changeOf(now.refunded, earlier.refunded),
    },
    currencies: given.currencies,
    steps: given.steps,
    fundraisers: top.parts.map(({ value, ...part }) => {
      const { name, language, kind } = required(names.get(value), 'campaign')
      return { id: value, name, language, isGeneralFund: kind === 'general-fund', ...part }
    }),
    sources: listOf(partsOf(sources, sourcesShown, toOwn)),
    countries: listOf(partsOf(countries, sourcesShown, toOwn)),
    plans: plansOf(plans, toOwn),
    zakat: zakatOf(zakat, toOwn),
  }
}

const boundsOf = (timeZone: string, { from, to }: Pick<Span, 'from' | 'to'>) => ({
  from: startOfDay(timeZone, from),
  to: startOfDay(timeZone, addDays(to, 1)),
})

/** Returns a function that converts amounts into the charity's currency at the newest rates. */
async function converter(
  ports: WorkspacePorts,
  own: Currency,
  rows: readonly { readonly currency: Currency }[],
): Promise<ToOwn> {
  const others = [...new Set(rows.map(({ currency }) => currency))].filter((currency) => currency !== own)
  if (others.length === 0) return (amount) => amount
  const rates = await newestRates(ports, [own, ...others])
  const rateOf = (currency: Currency) => (currency === 'EUR' ? euroRate : rates.get(currency))
  return (amount, currency) => {
    if (currency === own) return amount
    const [from, to] = [rateOf(currency), rateOf(own)]
    return from && to ? convert(money(amount, currency), from, to).amount : undefined
  }
}

const refundsOf = (
  rows: readonly { readonly currency: Currency; readonly gift: bigint; readonly refunds: number }[],
  toOwn: ToOwn,
) => ({
  refunded: rows.reduce((sum, { gift, currency }) => sum + (toOwn(gift, currency) ?? 0n), 0n),
  refunds: rows.reduce((sum, { refunds }) => sum + refunds, 0),
})

const numbersOf = (
  { given, donations }: Given,
  donors: { readonly donors: number; readonly newDonors: number },
  { refunded, refunds }: { readonly refunded: bigint; readonly refunds: number },
) => ({
  given,
  donations,
  ...donors,
  average: donations === 0 ? null : given / BigInt(donations),
  refunded,
  refunds,
})

/** Returns the largest values, and the others as one with the name null. */
const listOf = ({ parts, others }: ReturnType<typeof partsOf>): Figures['sources'] => [
  ...parts.map(({ value, ...part }) => ({ name: value, ...part })),
  ...(others ? [{ name: null, ...others }] : []),
]

const plansOf = (rows: readonly PlanSums[], toOwn: ToOwn): Figures['plans'] => {
  const sum = (read: (row: PlanSums) => number) => rows.reduce((total, row) => total + read(row), 0)
  const worth = rows.reduce((total, row) => total + (toOwn(monthlyWorth(row.kind, row.gift), row.currency) ?? 0n), 0n)
  return {
    active: sum(({ active }) => active),
    monthlyWorth: worth,
    started: sum(({ started }) => started),
    startedBefore: sum(({ startedBefore }) => startedBefore),
    ended: sum(({ ended }) => ended),
    endedBefore: sum(({ endedBefore }) => endedBefore),
    failing: sum(({ failing }) => failing),
  }
}

const zakatOf = (rows: readonly ZakatSums[], toOwn: ToOwn): Figures['zakat'] => {
  if (rows.length === 0) return null
  const sum = (read: (row: ZakatSums) => bigint) =>
    rows.reduce((total, row) => total + (toOwn(read(row), row.currency) ?? 0n), 0n)
  return {
    received: sum(({ received }) => received),
    paidOut: sum(({ paidOut }) => paidOut),
    distributed: sum(({ distributed }) => distributed),
  }
}
