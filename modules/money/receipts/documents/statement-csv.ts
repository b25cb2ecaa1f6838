import { stringify } from 'csv-stringify/sync'
import { textsOf } from '#shared/texts/catalogue.ts'
import { spreadsheetForm, textCell } from '../rules/csv.ts'
import type { Statement } from '../rules/statement.ts'

const columns = [
  'date',
  'receipt',
  'kind',
  'charity',
  'registration',
  'campaign',
  'currency',
  'gift',
  'eligible',
  'zakat',
  'zakat-eligible',
  'gift-aid',
  'covered-fee',
  'tip',
  'total',
] as const

/**
 * Writes the statement as CSV with one row per donation. Amounts of a whole receipt are in its first row, so that
 * column sums are right. Amounts are plain decimals and days ISO 8601.
 */
export function statementCsv({ issuers, locale }: Statement): Buffer {
  const t = textsOf('money/receipts', locale)
  const rows = issuers.flatMap((issuer) =>
    issuer.entries.flatMap((entry) =>
      entry.lines.map((line, index) => [
        entry.givenOn.date,
        textCell(entry.number),
        line.lacksAddress ? `${t(entry.kind)} (${t('without-address')})` : t(entry.kind),
        textCell(locale === 'ar' && issuer.nameAr ? issuer.nameAr : issuer.name),
        textCell(issuer.registration),
        textCell(line.campaign),
        entry.currency,
        line.gift,
        line.eligible ?? '',
        t(line.isZakat ? 'yes' : 'no'),
        line.zakatEligible ?? '',
        t(line.giftAid ? 'yes' : 'no'),
        ...(index === 0 ? [entry.coveredFee, entry.tip, entry.total] : ['', '', '']),
      ]),
    ),
  )
  return Buffer.from(stringify([columns.map((column) => t(`csv-${column}`)), ...rows], spreadsheetForm))
}
