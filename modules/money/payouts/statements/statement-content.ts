import type { DocumentContent } from '#modules/money/receipts/index.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { payoutReference } from '../rules/reference.ts'
import type { StatementDocument } from './load-statement.ts'

/** Builds a payout's statement as a document: sums by campaign with zakat apart, the bank line, and the rows. */
export function payoutStatementContent(
  { payout, charity, rows, campaigns, releases, ledgerHead }: StatementDocument,
  input: {
    readonly locale: Locale
    readonly productName: string
    readonly isComplete: boolean
    readonly ledgerUrl: string
  },
): DocumentContent {
  const { locale } = input
  const t = textsOf('money/payouts', locale)
  const exact = (amount: bigint) => formatMoney(money(amount, payout.currency), locale, { fractions: 'always' })
  const day = (at: Date) => formatDay(localDateIn(charity.timeZone, at), locale)
  const name = (locale === 'ar' && charity.nameAr) || charity.name
  return {
    locale,
    kicker: t('statement-kicker'),
    title: payoutReference(payout.number),
    issuer: { name: input.productName, lines: [name] },
    facts: [
      [t('state'), t(`state-${payout.state}`)],
      [t('account'), payout.lastFour],
      ...(payout.sentAt ? [[t('sent-on'), day(payout.sentAt)] as const] : []),
      ...(payout.paidOn ? [[t('value-date'), formatDay(payout.paidOn, locale)] as const] : []),
    ],
    sections: [
      { kind: 'figure', label: t('bank-line'), amount: exact(payout.total) },
      {
        kind: 'sums',
        rows: [
          { label: t('zakat'), amount: exact(payout.zakat) },
          { label: t('rest'), amount: exact(payout.rest) },
          { label: t('reserve'), amount: exact(-payout.reserve) },
          { label: t('released'), amount: exact(payout.released) },
          { label: t('bank-line'), amount: exact(payout.total), isTotal: true },
        ],
      },
      {
        kind: 'table',
        head: [t('csv-campaign'), t('zakat'), t('rest'), t('reserve'), t('released')],
        rows: campaigns.map(({ campaign, zakat, rest, reserve, released }) => [
          campaign,
          ...[zakat, rest, -reserve, released].map(exact),
        ]),
        textColumns: 1,
        widths: [0.36, 0.16, 0.16, 0.16, 0.16],
      },
      ...(releases.length > 0
        ? [
            {
              kind: 'notes' as const,
              lines: releases.map(({ number, amount }) =>
                t('released-from', { amount: exact(amount), number: payoutReference(number) }),
              ),
            },
          ]
        : []),
      ...(input.isComplete ? [] : [{ kind: 'notes' as const, lines: [t('rows-in-csv')] }]),
      {
        kind: 'table',
        head: [t('csv-date'), t('csv-kind'), t('csv-gift'), t('fees'), t('csv-net')],
        rows: rows.map((row) => [
          day(row.at),
          [t(`kind-${row.kind}`), row.reference, row.zakat === 0n ? '' : t('of-it-zakat', { amount: exact(row.zakat) })]
            .filter(Boolean)
            .join('\n'),
          exact(row.gift + row.other),
          exact(row.coveredFee + row.processingFee),
          exact(row.net),
        ]),
        textColumns: 2,
        widths: [0.22, 0.3, 0.16, 0.16, 0.16],
      },
      ...(ledgerHead
        ? [
            {
              kind: 'notes' as const,
              lines: [
                t('ledger-head', { day: formatDay(ledgerHead.day, locale), address: input.ledgerUrl }),
                ledgerHead.head,
              ],
            },
          ]
        : []),
    ],
    footer: input.productName,
    pages: (numbers) => t('page', numbers),
  }
}
