import { countryName } from '#shared/texts/country-names.ts'
import { formatMoney, type Money, fromMajor } from '#shared/money.ts'
import { catalogueOf, type TextKey, textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import type { ReceiptSnapshot } from './rules/snapshot.ts'
import type { SnapshotLine } from './rules/snapshot-line.ts'

/** A label and its value, which can have several lines. */
export type ReceiptTextRow = readonly [label: string, value: string]
const receiptTexts = (locale: Locale) => textsOf('money/receipts', locale)
type ReceiptTexts = ReturnType<typeof receiptTexts>

/** The language, currency and charity of one receipt. */
export type Formatter = {
  readonly t: ReceiptTexts
  readonly locale: Locale
  readonly organization: string
  readonly amountOf: (major: string) => Money
  /** Formats an amount: "$20.00". */
  readonly short: (amount: Money) => string
  /** Formats an amount in major units, as in snapshots. */
  readonly exact: (major: string) => string
}

/** The label of a receipt's total. A replacement shows what remains after a refund, which isn't what was charged. */
export const totalKey = ({ replaces }: ReceiptSnapshot) => (replaces ? 'sum-total' : 'total')

export function formatterFor({ currency, issuer }: ReceiptSnapshot, locale: Locale): Formatter {
  const amountOf = (major: string): Money => fromMajor(major, currency)
  return {
    t: receiptTexts(locale),
    locale,
    organization: locale === 'ar' && issuer.nameAr ? issuer.nameAr : issuer.name,
    amountOf,
    short: (amount) => formatMoney(amount, locale, { fractions: 'always' }),
    exact: (major) => formatMoney(amountOf(major), locale, { fractions: 'always' }),
  }
}

export const isNonZero = (major: string): boolean => /[1-9]/.test(major)
export const dayLines = (day: ReceiptSnapshot['givenOn']): string => `${day.gregorian}\n${day.hijri}`

/** Returns the donor's fields about their donations. */
export const fieldRows = ({ donor }: Pick<ReceiptSnapshot, 'donor'>): ReceiptTextRow[] =>
  (donor.fields ?? []).map(({ label, text }) => [label, text])

export function lineLabel({ campaign, isZakat }: SnapshotLine, count: number, t: Formatter['t']): string {
  if (count === 1) return t(isZakat ? 'zakat-line' : 'donation-line')
  return isZakat ? t('campaign-zakat-line', { campaign }) : campaign
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

const isMethod = (method: string): method is TextKey<'money/receipts', 'method-'> =>
  Object.hasOwn(catalogueOf('money/receipts', 'en'), `method-${method}`)

export function paidWith({ method, brand, last4 }: ReceiptSnapshot['payment'], t: Formatter['t']): string {
  const name = isMethod(method) ? t(`method-${method}`) : method
  if (!last4) return name
  if (method === 'applepay' || method === 'googlepay')
    return t('wallet-card', { wallet: name, brand: brandNames[brand ?? ''] ?? t('method-card'), last4 })
  return t('card', { brand: brandNames[brand ?? ''] ?? name, last4 })
}

/** Returns how a donation was paid, for emails that aren't receipts. */
export const paidWithIn = (locale: Locale, payment: ReceiptSnapshot['payment']): string =>
  paidWith(payment, receiptTexts(locale))

export function addressLines(address: ReceiptSnapshot['donor']['address'], locale: Locale): string[] {
  if (!address) return []
  const place = [address.city, address.state, address.postalCode].filter(Boolean).join(', ')
  return [address.line1, address.line2 ?? '', place, countryName(address.country, locale)].filter(Boolean)
}

/**
 * Returns the notes on zakat and Gift Aid that follow the figures. In a mixed basket the lines show which donation is
 * zakat.
 */
export function noteTexts(
  { lines, giftAid }: ReceiptSnapshot,
  { t, short, amountOf, organization }: Formatter,
): string[] {
  const isZakat = lines.every((line) => line.isZakat)
  const aid =
    giftAid &&
    (giftAid.amount
      ? t('gift-aid', { amount: short(amountOf(giftAid.amount)), organization })
      : t('gift-aid-abroad', { organization }))
  return [...(isZakat ? [t('zakat')] : []), ...(aid ? [aid] : [])]
}
