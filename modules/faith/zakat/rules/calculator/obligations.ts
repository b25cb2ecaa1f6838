import type { Fault } from '#shared/problem.ts'
import { type Money, times } from '#shared/money.ts'
import { isRefused, readDecimal } from '../numbers/read-decimal.ts'
import { roundExact } from '../numbers/exact.ts'

/** Obligations besides zakat on wealth. None of them reduces it (zakat-20). */
export const obligations = ['zakat-al-fitr', 'fidya', 'kaffarah-fast', 'kaffarah-oath'] as const
export type Obligation = (typeof obligations)[number]

/** Number of meals or measures due per person, day, fast or oath. */
const ratesEach: Readonly<Record<Obligation, bigint>> = {
  'zakat-al-fitr': 1n,
  fidya: 1n,
  'kaffarah-fast': 60n,
  'kaffarah-oath': 10n,
}

/** The operator's price of one measure in a country and Hijri year, with the source. */
export type ObligationRate = {
  readonly obligation: Obligation
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly year: number
  readonly rate: Money
  readonly source: string
}

/** Finds the rate of a country and year; undefined if the operator has set none. */
export const findObligationRate = (
  rates: readonly ObligationRate[],
  obligationRate: Pick<ObligationRate, 'obligation' | 'country' | 'year'>,
): ObligationRate | undefined =>
  rates.find(
    ({ obligation, country, year }) =>
      obligation === obligationRate.obligation && country === obligationRate.country && year === obligationRate.year,
  )

export type ObligationAmount = {
  readonly amount: Money
  /** People, days, fasts or oaths. */
  readonly count: bigint
  /** Total number of measures: 60 for a broken fast, 10 for an oath. */
  readonly measures: bigint
}

/** Multiplies the entered number of people, days, fasts or oaths by the rate (zakat-20). Errors as in `readDecimal`. */
export function calculateObligation(
  { obligation, rate }: ObligationRate,
  typedCount: string,
): ObligationAmount | Fault {
  const value = readDecimal(typedCount, 0)
  if (isRefused(value)) return value
  const count = roundExact(value, 0, 'down')
  const measures = count * ratesEach[obligation]
  return { amount: times(rate, measures), count, measures }
}

/** Zakat al-fitr is open until the closing time before Eid that the operator has set. */
export const getFitrStatus = (closesAt: Date, now: Date): 'open' | 'closed' => (now < closesAt ? 'open' : 'closed')
