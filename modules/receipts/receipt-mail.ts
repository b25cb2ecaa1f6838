import { formatMoney, formatMoneyWithCode, type Money, parseMajor } from '#shared/money.ts'
import { type Locale, type Params, translate } from '#shared/text.ts'
import { type Block, type MailContent, mailLayout } from '#modules/notifications/index.ts'
import { receiptMessages } from './messages.ts'
import type { Snapshot, SnapshotLine } from './rules/snapshot.ts'

export type ReceiptMail = { readonly subject: string; readonly html: string; readonly plain: string }

type Row = readonly [label: string, value: string]
type Words = {
  readonly t: (key: string, params?: Params) => string
  readonly locale: Locale
  readonly organization: string
  readonly amountOf: (major: string) => Money
  /** "$20.00"; in Arabic "USD 20.00", because Intl's short signs come out as "£UK" there. */
  readonly short: (amount: Money) => string
  /** "USD 20.00": in a breakdown nobody should have to guess which dollars are meant. */
  readonly exact: (major: string) => string
}

type ReceiptMailOptions = { readonly locale: Locale; readonly productName: string; readonly campaignUrl: string }

/** The receipt as a mail, written out. */
export function receiptMail(snapshot: Snapshot, of: ReceiptMailOptions): ReceiptMail {
  const { subject, content } = receiptMailContent(snapshot, of)
  const { html, text } = mailLayout(content)
  return { subject, html, plain: text }
}

/** What the mail says, made from the receipt's frozen snapshot alone: sent again in ten years it says the same. */
export function receiptMailContent(snapshot: Snapshot, of: ReceiptMailOptions): { readonly subject: string; readonly content: MailContent } {
  const words = wordsFor(snapshot, of.locale)
  const { t } = words
  const amount = words.short(words.amountOf(snapshot.gift))
  const campaign = [...new Set(snapshot.lines.map((line) => line.campaign))].join(', ')
  const firstName = snapshot.donor.name.trim().split(/\s+/)[0] ?? ''
  const content: MailContent = {
    locale: of.locale,
    productName: of.productName,
    title: firstName ? t('title', { name: firstName }) : t('title-nameless'),
    preheader: t('preheader', { amount, campaign, number: snapshot.number }),
    footer: t('footer'),
    blocks: [
      { kind: 'text', text: t('salam') },
      { kind: 'amount', label: campaign, amount },
      { kind: 'facts', rows: giftRows(snapshot, words, campaign) },
      { kind: 'facts', title: t('adds-up'), rows: sumRows(snapshot, words) },
      ...notes(snapshot, words),
      { kind: 'facts', title: t(snapshot.kind), rows: receiptRows(snapshot, words) },
      ...smallPrint(snapshot, words),
      { kind: 'button', text: t('view'), url: of.campaignUrl },
    ],
  }
  // A header has one line, whatever a campaign is called.
  return { subject: t('subject', { number: snapshot.number, amount, campaign }).replace(/\s+/g, ' '), content }
}

function wordsFor({ currency, issuer }: Snapshot, locale: Locale): Words {
  const amountOf = (major: string): Money => parseMajor(major, currency)!
  return {
    t: (key, params = {}) => translate(receiptMessages[locale], locale, key, params),
    locale,
    organization: locale === 'ar' && issuer.nameAr ? issuer.nameAr : issuer.name,
    amountOf,
    short: (amount) => (locale === 'ar' ? formatMoneyWithCode : formatMoney)(amount, locale, { fractions: 'always' }),
    exact: (major) => formatMoneyWithCode(amountOf(major), locale, { fractions: 'always' }),
  }
}

const isNonZero = (major: string): boolean => /[1-9]/.test(major)
const dayLines = (day: Snapshot['givenOn']): string => `${day.gregorian}\n${day.hijri}`

const giftRows = (snapshot: Snapshot, { t, organization }: Words, campaign: string): Row[] => [
  [t('campaign'), campaign],
  [t('organization'), organization],
  [t('date'), dayLines(snapshot.givenOn)],
  [t('number'), snapshot.number],
  [t('paid'), paidWith(snapshot.payment, t)],
]

const sumRows = (snapshot: Snapshot, { t, exact }: Words): Row[] => [
  ...snapshot.lines.map((line): Row => [lineLabel(line, snapshot.lines.length, t), exact(line.gift)]),
  ...(isNonZero(snapshot.coveredFee) ? [[t('covered-fee'), exact(snapshot.coveredFee)] as const] : []),
  ...(isNonZero(snapshot.tip) ? [[t('tip'), exact(snapshot.tip)] as const] : []),
  [t('total'), exact(snapshot.total)],
]

function lineLabel({ campaign, isZakat }: SnapshotLine, count: number, t: Words['t']): string {
  if (count === 1) return t(isZakat ? 'zakat-line' : 'gift-line')
  return isZakat ? t('campaign-zakat-line', { campaign }) : campaign
}

function notes({ lines, giftAid }: Snapshot, { t, short, amountOf, organization }: Words): Block[] {
  // Of a mixed basket the lines say which gift is zakat.
  const isZakat = lines.every((line) => line.isZakat)
  const aid = giftAid && (giftAid.amount ? t('gift-aid', { amount: short(amountOf(giftAid.amount)), organization }) : t('gift-aid-abroad', { organization }))
  return [...(isZakat ? [t('zakat')] : []), ...(aid ? [aid] : [])].map((text) => ({ kind: 'text', text }))
}

function receiptRows({ issuer, donor, kind, lines, eligible, placeOfIssue, issuedOn, givenOn }: Snapshot, { t, exact, locale }: Words): Row[] {
  const advantages = lines.filter((line) => line.advantage !== undefined && isNonZero(line.advantage))
  const isIssuedLater = issuedOn.date !== givenOn.date
  return [
    [t('issuer'), issuer.name],
    [t('registration'), issuer.registration],
    [t('address'), issuer.postalAddress],
    ...(donor.name ? [[t('donor'), [donor.name, ...addressLines(donor.address, locale)].join('\n')] as const] : []),
    ...advantages.map((line): Row => [lines.length > 1 ? `${t('advantage')} (${line.campaign})` : t('advantage'), exact(line.advantage!)]),
    ...(eligible !== null ? [[t('eligible'), exact(eligible)] as const] : []),
    ...(placeOfIssue ? [[t('place'), placeOfIssue] as const] : []),
    ...(kind === 'official' && (placeOfIssue || isIssuedLater) ? [[t('issued'), dayLines(issuedOn)] as const] : []),
    ...(kind === 'official' && issuer.signatory ? [[t('signatory'), issuer.signatory] as const] : []),
  ]
}

/** The law's sentences stay in its own language, so in a page that reads from right to left each is set apart (U+2066, U+2069). */
function smallPrint({ sentences, tip }: Snapshot, { t, locale }: Words): Block[] {
  const apart = (sentence: string) => (locale === 'ar' ? `\u2066${sentence}\u2069` : sentence)
  return [...(sentences.length > 0 ? [sentences.map(apart).join('\n')] : []), ...(isNonZero(tip) ? [t('tip-note')] : [])].map((text) => ({
    kind: 'small',
    text,
  }))
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

function paidWith({ method, brand, last4 }: Snapshot['payment'], t: Words['t']): string {
  const name = receiptMessages.en[`method-${method}`] ? t(`method-${method}`) : method
  if (!last4) return name
  if (method === 'applepay' || method === 'googlepay') return t('wallet-card', { wallet: name, brand: brandNames[brand ?? ''] ?? t('method-card'), last4 })
  return t('card', { brand: brandNames[brand ?? ''] ?? name, last4 })
}

function addressLines(address: Snapshot['donor']['address'], locale: Locale): string[] {
  if (!address) return []
  const place = [address.city, address.state, address.postalCode].filter(Boolean).join(', ')
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(address.country) ?? address.country
  return [address.line1, address.line2 ?? '', place, country].filter(Boolean)
}
