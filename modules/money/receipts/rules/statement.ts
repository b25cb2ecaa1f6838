import { lastOf, one, ascending } from '#shared/collections.ts'
import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { add, type Currency, type Money, toMajor, zero, fromMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { type Regime, taxYearDays, taxYearLabel } from './serial.ts'
import type { PrintedDay, ReceiptSnapshot } from './snapshot.ts'
import { type SnapshotLine, zakatOf } from './snapshot-line.ts'

/**
 * Totals in one currency, in decimal major units. The amounts for the platform and the processor are separate from
 * the donations (receipts-12).
 */
export type StatementTotal = {
  readonly currency: Currency
  readonly count: number
  readonly gift: string
  readonly zakat: string
  /** The part that counts as zakat; `null` if there is none, or an older receipt lacks it. */
  readonly zakatEligible?: string | null
  /** The part of the donations with a Gift Aid declaration. */
  readonly declared: string
  /** The amount that official receipts count; `null` if there are none. */
  readonly eligible: string | null
  readonly coveredFee: string
  readonly tip: string
  readonly total: string
}

export type StatementEntry = {
  readonly number: string
  readonly kind: 'official' | 'plain'
  readonly givenOn: PrintedDay
  readonly currency: Currency
  readonly lines: readonly SnapshotLine[]
  readonly coveredFee: string
  readonly tip: string
  readonly total: string
}

export type StatementIssuer = {
  readonly id: string
  readonly name: string
  readonly nameAr: string | null
  readonly registration: string
  readonly entries: readonly StatementEntry[]
  readonly totals: readonly StatementTotal[]
}

/** Everything a yearly statement prints, frozen when it is requested. */
export type Statement = {
  readonly version: 1
  readonly regime: Regime
  readonly year: number
  readonly label: string
  readonly from: PrintedDay
  readonly to: PrintedDay
  /** The year has ended in every time zone, so no donation can be added. */
  readonly isComplete: boolean
  readonly preparedOn: PrintedDay
  readonly donor: string
  readonly locale: Locale
  readonly issuers: readonly StatementIssuer[]
  readonly totals: readonly StatementTotal[]
}

export type StatementRequest = Pick<Statement, 'regime' | 'year' | 'isComplete' | 'donor' | 'locale'> & {
  readonly preparedOn: LocalDate
  /** The live receipts of that tax year, by the day of the donation in the issuer's time zone. */
  readonly receipts: readonly ReceiptSnapshot[]
}

/**
 * Builds a donor's statement by charity and in the order of the donations. The same receipts always give the same
 * statement.
 */
export function statementOf({
  regime,
  year,
  isComplete,
  donor,
  locale,
  preparedOn,
  receipts,
}: StatementRequest): Statement {
  const inOrder = [...receipts].sort(
    (a, b) => ascending(a.givenOn.date, b.givenOn.date) || ascending(a.number, b.number),
  )
  const groups = [...Map.groupBy(inOrder, (receipt) => receipt.issuer.id).values()]
    .map((group) => ({ first: one(group).issuer, issuer: lastOf(group).issuer, group }))
    .sort(({ first: a }, { first: b }) => ascending(a.name, b.name) || ascending(a.id, b.id))
  const printed = (day: LocalDate): PrintedDay => ({
    date: day,
    gregorian: formatDay(day, locale),
    hijri: formatHijri(day, locale),
  })
  const { from, to } = taxYearDays(regime, year)
  return {
    version: 1,
    regime,
    year,
    label: taxYearLabel(regime, year),
    from: printed(from),
    to: printed(to),
    isComplete,
    preparedOn: printed(preparedOn),
    donor,
    locale,
    // A charity that changed its name has the name of its newest receipt.
    issuers: groups.map(({ issuer, group }) => ({
      id: issuer.id,
      name: issuer.name,
      nameAr: issuer.nameAr,
      registration: issuer.registration,
      entries: group.map(({ number, kind, givenOn, currency, lines, coveredFee, tip, total }) => ({
        number,
        kind,
        givenOn: printed(givenOn.date as LocalDate),
        currency,
        lines,
        coveredFee,
        tip,
        total,
      })),
      totals: totalsOf(group),
    })),
    totals: totalsOf(inOrder),
  }
}

function totalsOf(receipts: readonly ReceiptSnapshot[]): StatementTotal[] {
  const byCurrency = [...Map.groupBy(receipts, (receipt) => receipt.currency)].sort(([a], [b]) => ascending(a, b))
  return byCurrency.map(([currency, group]) => {
    const sumOf = (amounts: readonly string[]): string =>
      toMajor(amounts.map((amount) => fromMajor(amount, currency)).reduce<Money>(add, zero(currency)))
    const lines = group.flatMap((receipt) => receipt.lines)
    const gifts = (fits: (line: SnapshotLine) => boolean): string => sumOf(lines.filter(fits).map((line) => line.gift))
    const official = group.flatMap((receipt) => (receipt.eligible === null ? [] : [receipt.eligible]))
    return {
      currency,
      count: lines.length,
      gift: gifts(() => true),
      zakat: gifts((line) => line.isZakat),
      zakatEligible: zakatOf(lines, currency),
      declared: gifts((line) => line.giftAid),
      eligible: official.length === 0 ? null : sumOf(official),
      coveredFee: sumOf(group.map((receipt) => receipt.coveredFee)),
      tip: sumOf(group.map((receipt) => receipt.tip)),
      total: sumOf(group.map((receipt) => receipt.total)),
    }
  })
}
