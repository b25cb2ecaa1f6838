import { formatMoney, fromMajor } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isRightToLeft, type Locale } from '#shared/text.ts'
import type { Statement, StatementEntry, StatementIssuer, StatementTotal } from '../rules/statement.ts'
import { isNonZero } from '../receipt-rows.ts'
import type { DocumentContent, Section, Sum } from './content.ts'

const translator = (locale: Locale) => textsOf('money/receipts', locale)
type Translate = ReturnType<typeof translator>
const exact = (major: string, { currency }: Pick<StatementTotal, 'currency'>, locale: Locale): string =>
  formatMoney(fromMajor(major, currency), locale, { fractions: 'always' })

/** Returns the name of the tax year in the reader's language, such as "UK tax year 2026-27". */
export const yearName = ({ regime, label }: Pick<Statement, 'regime' | 'label'>, locale: Locale): string =>
  translator(locale)(`statement-year-${regime}`, {
    // In right-to-left text a hyphen would reverse the two years; a slash doesn't.
    label: isRightToLeft(locale) ? label.replace('-', '/') : label,
  })

/** Builds a yearly statement by charity, with fees, tips and zakat separate (receipts-12). */
export function statementContent(statement: Statement, input: { readonly productName: string }): DocumentContent {
  const { locale } = statement
  const t = translator(locale)
  return {
    locale,
    kicker: t('statement-kicker'),
    title: statement.label,
    issuer: { name: t('statement-title'), lines: [input.productName] },
    facts: [
      ...(statement.donor ? [[t('donor'), statement.donor] as const] : []),
      [
        t('period'),
        `${yearName(statement, locale)}\n${t('statement-period', { from: statement.from.gregorian, to: statement.to.gregorian })}`,
      ],
      [t('statement-prepared'), `${statement.preparedOn.gregorian}\n${statement.preparedOn.hijri}`],
    ],
    sections: [
      {
        kind: 'notes',
        lines: [
          ...(statement.isComplete ? [] : [t('statement-so-far', { day: statement.preparedOn.gregorian })]),
          t('statement-days'),
        ],
      },
      ...statement.issuers.flatMap((issuer) => issuerSections(issuer, locale, t)),
      ...(statement.issuers.length > 1
        ? [
            { kind: 'heading', title: t('statement-total') } as const,
            ...statement.totals.map((total) => sumsOf(total, locale, t)),
          ]
        : []),
    ],
    footer: input.productName,
    pages: (numbers) => t('page', numbers),
  }
}

function issuerSections(issuer: StatementIssuer, locale: Locale, t: Translate): Section[] {
  const isOfficial = issuer.entries.some((entry) => entry.kind === 'official')
  return [
    {
      kind: 'heading',
      title: locale === 'ar' && issuer.nameAr ? issuer.nameAr : issuer.name,
      note: issuer.registration,
    },
    {
      kind: 'table',
      head: [t('date'), t('number'), t('campaign'), t('gift'), ...(isOfficial ? [t('csv-eligible')] : [])],
      textColumns: 3,
      widths: isOfficial ? [0.22, 0.17, 0.25, 0.18, 0.18] : [0.24, 0.19, 0.37, 0.2],
      rows: issuer.entries.flatMap((entry) => rowsOf(entry, isOfficial, locale, t)),
    },
    ...issuer.totals.map((total) => sumsOf(total, locale, t)),
  ]
}

const rowsOf = (entry: StatementEntry, isOfficial: boolean, locale: Locale, t: Translate): string[][] =>
  entry.lines.map((line, index) => [
    index === 0 ? `${entry.givenOn.gregorian}\n${entry.givenOn.hijri}` : '',
    index === 0 ? entry.number : '',
    [
      line.campaign,
      [
        ...(line.isZakat ? [t('zakat-tag')] : []),
        ...(line.giftAid ? ['Gift Aid'] : []),
        ...(line.lacksAddress ? [t('without-address')] : []),
      ].join(' · '),
    ]
      .filter(Boolean)
      .join('\n'),
    exact(line.gift, entry, locale),
    ...(isOfficial ? [line.eligible === undefined ? '' : exact(line.eligible, entry, locale)] : []),
  ])

function sumsOf(total: StatementTotal, locale: Locale, t: Translate): Section {
  const amount = (major: string): string => exact(major, total, locale)
  const optional = (label: Parameters<Translate>[0], major: string | null): Sum[] =>
    major !== null && isNonZero(major) ? [{ label: t(label), amount: amount(major) }] : []
  return {
    kind: 'sums',
    title: `${total.currency} · ${t('statement-donations', { count: total.count })}`,
    rows: [
      { label: t('sum-donations'), amount: amount(total.gift), isTotal: true },
      ...optional('sum-zakat', total.zakat),
      ...optional('zakat-eligible', total.zakatEligible ?? null),
      ...optional('sum-declared', total.declared),
      ...optional('sum-eligible', total.eligible),
      ...optional('covered-fee', total.coveredFee),
      ...optional('tip', total.tip),
      { label: t('sum-total'), amount: amount(total.total), isTotal: true },
    ],
  }
}
