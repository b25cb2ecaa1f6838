import { addDays } from '#shared/date-arithmetic.ts'
import type { DocumentContent } from '#modules/money/receipts/index.ts'
import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { SavedProfile } from '../profile-queries.ts'
import type { ConvertedAmount, ZakatYearSummary } from '../rules/tracking/zakat-progress.ts'

/** A donation in a table; `name` is the fundraiser, or the note of a payment made elsewhere. */
type StatementRow = {
  readonly date: LocalDate
  readonly name: string
  readonly amount: Money
  readonly converted: ConvertedAmount | undefined
}
/** The newest donations, and their total number. */
type StatementRows = { readonly rows: readonly StatementRow[]; readonly count: number }

type StatementData = {
  readonly year: ZakatYearSummary<SavedProfile>
  readonly online: StatementRows
  readonly offsite: StatementRows
  readonly donor: string
  readonly preparedOn: LocalDate
  readonly locale: Locale
  readonly productName: string
}

const exact = (amount: Money, locale: Locale) => formatMoney(amount, locale, { fractions: 'always' })
const bothCalendars = (date: LocalDate, locale: Locale) => `${formatDay(date, locale)}\n${formatHijri(date, locale)}`

/** Lays out the statement of a zakat year: the amount due, every donation, and the remaining amount. */
export function zakatStatement({
  year,
  online,
  offsite,
  donor,
  preparedOn,
  locale,
  productName,
}: StatementData): DocumentContent {
  const t = textsOf('faith/zakat-statement', locale)
  const { profile } = year
  const show = (amount: Money) => exact(amount, locale)
  const lastDay = addDays(profile.zakatAnniversary, -1)
  const isRunning = preparedOn <= lastDay
  const hasOverpaid = year.overpaid !== null && year.overpaid.amount > 0n
  return {
    locale,
    kicker: t('kicker'),
    title: t('hijri-year', { year: profile.period }),
    issuer: { name: t('title'), lines: [productName] },
    facts: [
      ...(donor === '' ? [] : [[t('donor'), donor] as const]),
      [t('from'), bothCalendars(profile.zakatStartDate, locale)],
      [t('to'), bothCalendars(lastDay, locale)],
      [t('prepared'), bothCalendars(preparedOn, locale)],
    ],
    sections: [
      { kind: 'figure', label: t('due'), amount: show(profile.zakatDue) },
      ...donations(t('online'), online, { locale, nameOf: t('fundraiser') }),
      ...donations(t('offsite'), offsite, { locale, nameOf: t('note') }),
      {
        kind: 'sums',
        rows: [
          { label: t('due'), amount: show(profile.zakatDue) },
          { label: t('online'), amount: show(year.online.total) },
          { label: t('offsite'), amount: show(year.offsite.total) },
          { label: t('remaining'), amount: show(year.remaining), isTotal: true },
          ...(hasOverpaid && year.overpaid ? [{ label: t('overpaid'), amount: show(year.overpaid) }] : []),
        ],
      },
      {
        kind: 'notes',
        lines: [
          ...(isRunning ? [t('so-far')] : []),
          t('about-online'),
          t('about-offsite'),
          t('about-rates', { currency: profile.zakatDue.currency }),
          t('no-receipt'),
        ],
      },
    ],
    footer: productName,
    pages: (numbers) => t('page', numbers),
  }
}

/** A heading with a table of donations, or a note if there are none. */
function donations(
  title: string,
  { rows, count }: StatementRows,
  { locale, nameOf }: { readonly locale: Locale; readonly nameOf: string },
): DocumentContent['sections'] {
  const t = textsOf('faith/zakat-statement', locale)
  if (rows.length === 0) return [{ kind: 'heading', title, note: t('none') }]
  return [
    { kind: 'heading', title, ...(rows.length < count ? { note: t('newest', { shown: rows.length, count }) } : {}) },
    {
      kind: 'table',
      head: [t('date'), nameOf, t('amount'), t('counted')],
      textColumns: 2,
      widths: [0.24, 0.36, 0.2, 0.2],
      rows: rows.map(({ date, name, amount, converted }) => [
        bothCalendars(date, locale),
        name,
        exact(amount, locale),
        converted ? exact(converted.convertedAmount, locale) : '–',
      ]),
    },
  ]
}
