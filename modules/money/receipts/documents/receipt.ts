import { isLocale, type Locale } from '#shared/text.ts'
import type { ReceiptSnapshot } from '../rules/snapshot.ts'
import { type SnapshotLine, zakatOf } from '../rules/snapshot-line.ts'
import {
  addressLines,
  dayLines,
  fieldRows,
  isNonZero,
  noteTexts,
  paidWith,
  type ReceiptTextRow,
  type Formatter,
  formatterFor,
  totalKey,
} from '../receipt-rows.ts'
import type { DocumentContent, Section, Sum } from './content.ts'

/**
 * Builds the content of a receipt from its frozen snapshot: what the law of the issuer's country requires
 * (receipts-4), the donation and, separately, the platform's part. `cancelledOn` is set for the copy of a void
 * receipt.
 */
export function receiptContent(
  snapshot: ReceiptSnapshot,
  input: { readonly locale: string; readonly productName: string; readonly cancelledOn?: string },
): DocumentContent {
  const locale: Locale = isLocale(input.locale) ? input.locale : 'en'
  const formatter = formatterFor(snapshot, locale)
  const { t, exact } = formatter
  const { issuer, kind } = snapshot
  return {
    locale,
    kicker: t(kind),
    title: snapshot.number,
    issuer: {
      name: formatter.organization,
      lines: [
        ...(formatter.organization === issuer.name ? [] : [issuer.name]),
        issuer.registration,
        ...issuer.postalAddress.split('\n').filter((line) => line !== issuer.name),
      ],
    },
    ...(input.cancelledOn === undefined
      ? {}
      : { stamp: { word: t('cancelled'), note: t('cancelled-note', { day: input.cancelledOn }) } }),
    facts: dataOf(snapshot, formatter),
    sections: [
      {
        kind: 'figure',
        label: [...new Set(snapshot.lines.map((line) => line.campaign))].join(' · '),
        amount: exact(snapshot.gift),
      },
      tableOf(snapshot, formatter),
      ...donationSums(snapshot, formatter),
      {
        kind: 'sums',
        title: t('adds-up'),
        rows: chargeSums(snapshot, formatter),
        ...(isNonZero(snapshot.tip) ? { note: t('tip-note') } : {}),
      },
      ...notesOf(snapshot, formatter),
      ...(snapshot.sentences.length > 0 ? [{ kind: 'law', sentences: snapshot.sentences } as const] : []),
      ...(kind === 'official' && issuer.signatory
        ? [{ kind: 'signature', label: t('signatory'), name: issuer.signatory } as const]
        : []),
    ],
    footer: t('generated-by', { product: input.productName, organization: formatter.organization }),
    pages: (numbers) => t('page', numbers),
  }
}

/**
 * Returns number, days in both calendars and place. Each is isolated, so that an Arabic sentence doesn't reverse a
 * number.
 */
const dataOf = (snapshot: ReceiptSnapshot, { t, locale }: Formatter): ReceiptTextRow[] => [
  ...(snapshot.donor.name
    ? [[t('donor'), [snapshot.donor.name, ...addressLines(snapshot.donor.address, locale)].join('\n')] as const]
    : []),
  ...fieldRows(snapshot),
  ...(snapshot.replaces ? [[t('replaces'), snapshot.replaces.number] as const] : []),
  [t('date'), dayLines(snapshot.givenOn)],
  [t('issued'), dayLines(snapshot.issuedOn)],
  ...(snapshot.placeOfIssue ? [[t('place'), snapshot.placeOfIssue] as const] : []),
  [t('paid'), paidWith(snapshot.payment, t)],
]

const hasAdvantage = (line: SnapshotLine): boolean => line.advantage !== undefined

/** Widths of the name's column and of the amount columns, by the number of optional columns. */
const columnWidths = [
  [0.7, 0.3],
  [0.54, 0.23, 0.23],
  [0.4, 0.2, 0.2, 0.2],
]

function tableOf({ lines, kind }: ReceiptSnapshot, { t, exact }: Formatter): Section {
  const withAdvantage = lines.some(hasAdvantage)
  const isOfficial = kind === 'official'
  return {
    kind: 'table',
    head: [
      t('campaign'),
      t('gift'),
      ...(withAdvantage ? [t('advantage')] : []),
      ...(isOfficial ? [t('eligible')] : []),
    ],
    textColumns: 1,
    widths: columnWidths[Number(withAdvantage) + Number(isOfficial)] ?? [],
    rows: lines.map((line) => [
      [line.campaign, ...tagsOf(line, t)].join('\n'),
      exact(line.gift),
      ...(withAdvantage
        ? [
            line.advantage === undefined
              ? ''
              : [exact(line.advantage), ...(line.advantageOf ? [line.advantageOf] : [])].join('\n'),
          ]
        : []),
      ...(isOfficial ? [exact(line.eligible ?? '0')] : []),
    ]),
  }
}

function tagsOf({ isZakat, giftAid }: SnapshotLine, t: Formatter['t']): string[] {
  const tags = [...(isZakat ? [t('zakat-tag')] : []), ...(giftAid ? ['Gift Aid'] : [])]
  return tags.length > 0 ? [tags.join(' · ')] : []
}

/** Returns the zakat and tax totals that follow the lines. */
function donationSums({ eligible, giftAid, lines, currency }: ReceiptSnapshot, { t, exact }: Formatter): Section[] {
  const zakat = zakatOf(lines, currency)
  const rows: Sum[] = [
    ...(zakat === null ? [] : [{ label: t('zakat-eligible'), amount: exact(zakat) }]),
    ...(giftAid ? [{ label: t('gift-aid-base'), amount: exact(giftAid.base) }] : []),
    ...(giftAid?.amount ? [{ label: t('gift-aid-claim'), amount: exact(giftAid.amount) }] : []),
    ...(eligible === null ? [] : [{ label: t('eligible'), amount: exact(eligible), isTotal: true }]),
  ]
  return rows.length > 0 ? [{ kind: 'sums', rows }] : []
}

const chargeSums = (snapshot: ReceiptSnapshot, { t, exact }: Formatter): Sum[] => {
  const { gift, coveredFee, tip, total } = snapshot
  return [
    { label: t('sum-donations'), amount: exact(gift) },
    ...(isNonZero(coveredFee) ? [{ label: t('covered-fee'), amount: exact(coveredFee) }] : []),
    ...(isNonZero(tip) ? [{ label: t('tip'), amount: exact(tip) }] : []),
    { label: t(totalKey(snapshot)), amount: exact(total), isTotal: true },
  ]
}

function notesOf(snapshot: ReceiptSnapshot, formatter: Formatter): Section[] {
  const lines = noteTexts(snapshot, formatter)
  return lines.length > 0 ? [{ kind: 'notes', lines }] : []
}
