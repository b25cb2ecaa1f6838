import { stringify } from 'csv-stringify/sync'
import { spreadsheetForm, textCell } from '#modules/money/receipts/rules/csv.ts'
import { localDateIn } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { StatementDocument } from './load-statement.ts'
import { payoutReference } from '../rules/reference.ts'

const columns = [
  'date',
  'kind',
  'reference',
  'campaign',
  'donor',
  'currency',
  'gift',
  'covered-fee',
  'processing-fee',
  'other',
  'zakat',
  'net',
] as const

/**
 * Writes a payout's statement as CSV, the journal of the payout: its rows, then releases, reserve and the bank line. The
 * column `net` sums to the bank line, which is negative in it.
 */
export function payoutStatementCsv(statement: StatementDocument, locale: Locale): Buffer {
  const { payout, charity, rows, campaigns, releases } = statement
  const t = textsOf('money/payouts', locale)
  const exact = (amount: bigint) => toMajor(money(amount, payout.currency))
  const campaignName = (id: bigint) => campaigns.find(({ campaignId }) => campaignId === id)?.campaign ?? ''
  const row = (cells: {
    date?: string
    kind: string
    reference?: string
    campaign?: string
    donor?: string
    amounts?: readonly string[]
    net: bigint
  }) => [
    cells.date ?? '',
    cells.kind,
    textCell(cells.reference ?? ''),
    textCell(cells.campaign ?? ''),
    textCell(cells.donor ?? ''),
    payout.currency,
    ...(cells.amounts ?? ['', '', '', '', '']),
    exact(cells.net),
  ]
  return Buffer.from(
    stringify(
      [
        columns.map((column) => t(`csv-${column}`)),
        ...rows.map((item) =>
          row({
            date: localDateIn(charity.timeZone, item.at),
            kind: t(`kind-${item.kind}`),
            reference: item.reference,
            campaign: item.campaign,
            donor: item.donor,
            amounts: [item.gift, item.coveredFee, item.processingFee, item.other, item.zakat].map(exact),
            net: item.net,
          }),
        ),
        ...releases.map(({ number, campaignId, amount }) =>
          row({
            kind: t('released'),
            reference: payoutReference(number),
            campaign: campaignName(campaignId),
            net: amount,
          }),
        ),
        ...campaigns
          .filter(({ reserve }) => reserve > 0n)
          .map(({ campaign, reserve }) => row({ kind: t('reserve'), campaign, net: -reserve })),
        row({
          date: payout.paidOn ?? (payout.sentAt ? localDateIn(charity.timeZone, payout.sentAt) : ''),
          kind: t('bank-line'),
          reference: payoutReference(payout.number),
          net: -payout.total,
        }),
      ],
      spreadsheetForm,
    ),
  )
}
