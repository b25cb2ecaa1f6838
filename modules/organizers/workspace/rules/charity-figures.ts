import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { isWithin, type Span, stepOf } from './view.ts'

/** A day's donations in one currency, less their refunds; minor units. */
export type DayRow = {
  readonly day: LocalDate
  readonly currency: Currency
  readonly gift: bigint
  readonly donations: bigint
}
/** Converts an amount to the charity's currency; undefined if no rate is known. */
export type ToOwn = (amount: bigint, currency: Currency) => bigint | undefined

export type Given = { readonly given: bigint; readonly donations: number }
export type Step = Given & { readonly day: LocalDate; readonly before: bigint }
export type GivenInCurrency = Given & { readonly currency: Currency; readonly own: bigint | null }

/** Sums the days of a view in the charity's currency, and those of the period before beside them. */
export function givenInSpan(
  rows: readonly DayRow[],
  span: Span,
  toOwn: ToOwn,
): { readonly now: Given; readonly before: Given; readonly steps: Step[]; readonly currencies: GivenInCurrency[] } {
  const now = rows.filter(({ day }) => isWithin(day, span))
  const before = rows.filter(({ day }) => isWithin(day, span.before))
  const here = sumByStep(now, span.starts, toOwn)
  const there = sumByStep(before, span.startsBefore, toOwn)
  return {
    now: totalOf(here),
    before: totalOf(there),
    steps: span.starts.map((day, index) => ({
      day,
      given: here[index]?.given ?? 0n,
      donations: here[index]?.donations ?? 0,
      before: there[index]?.given ?? 0n,
    })),
    currencies: currenciesOf(now, toOwn),
  }
}

const totalOf = (sums: readonly Given[]): Given => ({
  given: sums.reduce((sum, { given }) => sum + given, 0n),
  donations: sums.reduce((sum, { donations }) => sum + donations, 0),
})

/** Converts the sum of each step and currency once, so that rounding doesn't add up. */
function sumByStep(rows: readonly DayRow[], starts: readonly LocalDate[], toOwn: ToOwn): Given[] {
  const steps = Map.groupBy(rows, ({ day }) => stepOf(day, starts))
  return starts.map((_, index) => {
    const inStep = currenciesOf(steps.get(index) ?? [], toOwn)
    return {
      given: inStep.reduce((sum, { own }) => sum + (own ?? 0n), 0n),
      donations: inStep.reduce((sum, { donations }) => sum + donations, 0),
    }
  })
}

/** Sums donations by currency, largest first, each also in the charity's currency. */
export function currenciesOf(rows: readonly Omit<DayRow, 'day'>[], toOwn: ToOwn): GivenInCurrency[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => {
      const given = ofCurrency.reduce((sum, { gift }) => sum + gift, 0n)
      const donations = Number(ofCurrency.reduce((sum, row) => sum + row.donations, 0n))
      return { currency, given, donations, own: toOwn(given, currency) ?? null }
    })
    .filter(({ given, donations }) => given !== 0n || donations !== 0)
    .toSorted((one, other) => Number((other.own ?? 0n) - (one.own ?? 0n)))
}

export type Part = Given & { readonly value: string; readonly percentage: number }

/** Ranks the values of a dimension by what they brought, in the charity's currency, and joins the others. */
export function partsOf(
  rows: readonly (Omit<DayRow, 'day'> & { readonly value: string })[],
  shown: number,
  toOwn: ToOwn,
): { readonly parts: Part[]; readonly others: Omit<Part, 'value'> | null } {
  const sums = [...Map.groupBy(rows, ({ value }) => value)]
    .map(([value, ofValue]) => {
      const currencies = currenciesOf(ofValue, toOwn)
      return {
        value,
        given: currencies.reduce((sum, { own }) => sum + (own ?? 0n), 0n),
        donations: currencies.reduce((sum, { donations }) => sum + donations, 0),
      }
    })
    .filter(({ given, donations }) => given > 0n || donations > 0)
    .toSorted((one, other) => Number(other.given - one.given) || (one.value < other.value ? -1 : 1))
  const whole = totalOf(sums).given
  const share = (given: bigint) => (whole <= 0n ? 0 : Number((given * 100n) / whole))
  const rest = totalOf(sums.slice(shown))
  return {
    parts: sums.slice(0, shown).map((sum) => ({ ...sum, percentage: share(sum.given) })),
    others: rest.donations === 0 ? null : { ...rest, percentage: share(rest.given) },
  }
}
