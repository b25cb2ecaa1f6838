import { required } from '#shared/collections.ts'
import { type Currency, currencies, money, parseMajor, fromMajor } from '#shared/money.ts'
import { checkFeeSchedule, type FeeSchedule } from './fee.ts'

/** The methods with a fee of their own; wallets have the card's. */
export type FeeMethod = 'card' | 'ach'
export type PaymentMethod = 'card' | 'applepay' | 'googlepay' | 'ach'

/** Fee schedules by payment method and currency. */
export type FeeSchedules = Readonly<Record<FeeMethod, Readonly<Record<Currency, FeeSchedule>>>>

/**
 * Version of the figures below. Donations store it to explain an old fee, so each change of a figure needs a new
 * version.
 */
const version = '2026-11'

/** Exceptions from the card's 2.9 % (amounts-2). */
const lowerCardPpm: Partial<Record<Currency, bigint>> = { GBP: 19_000n, EUR: 19_000n }

/**
 * The equivalent of 0.30 US dollars in major units, at rates of November 2026 and rounded. The first line is set by
 * the specification, not converted.
 */
const cardFixed =
  'USD 0.30 GBP 0.25 EUR 0.25 JPY 30 KWD 0.100 BHD 0.100 JOD 0.200 ' +
  'CAD 0.42 AUD 0.46 NZD 0.52 SGD 0.39 MYR 1.25 AED 1.10 SAR 1.13 QAR 1.09 TRY 12.50 OMR 0.120 IQD 393.000 LYD 1.640 TND 0.880 ' +
  'EGP 14.30 MAD 2.80 DZD 39.00 LBP 26850.00 ILS 1.00 PKR 84.00 INR 26.50 BDT 36.50 LKR 91.00 NPR 42.50 MVR 4.60 ' +
  'IDR 5000.00 BND 0.39 PHP 17.50 THB 9.80 HKD 2.35 CNY 2.15 KRW 435 ZAR 5.20 NGN 435.00 GHS 3.30 KES 39.00 TZS 735.00 UGX 1065 RWF 435 ETB 45.00 ' +
  'XOF 170 XAF 170 GMD 21.60 MUR 13.80 DJF 53 CHF 0.24 SEK 2.85 NOK 3.05 DKK 1.95 PLN 1.10 CZK 6.30 HUF 100.00 RON 1.32 BAM 0.51 ALL 25.00 MKD 16.00 ' +
  'AZN 0.51 KZT 158.00 UZS 3630.00'

const fixedByCurrency = new Map(
  [...cardFixed.matchAll(/(\w{3}) ([\d.]+)/g)].map(([, code, major = '']) => [code, major]),
)

const byCurrency = <T>(make: (currency: Currency) => T) =>
  Object.fromEntries(currencies.map((currency) => [currency, make(currency)])) as Readonly<Record<Currency, T>>

/** The default fees (amounts-2): cards by currency, bank debits 0.8 % without a fixed part. */
export const feeSchedules: FeeSchedules = {
  card: byCurrency((currency) => ({
    version,
    percentage: { ppm: lowerCardPpm[currency] ?? 29_000n },
    fixed: fromMajor(required(fixedByCurrency.get(currency)), currency),
  })),
  ach: byCurrency((currency) => ({ version, percentage: { ppm: 8_000n }, fixed: money(0n, currency) })),
}

/**
 * Parses the operator's fees, which override the defaults: "card GBP 1.4% + 0.20, card * 2.5%, ach USD 0.5% + 0". `*`
 * matches every currency that isn't named. The fixed part is in major units; if absent it keeps its default, and `*`
 * can't set it. Donations store the matching entry as their fee version. Undefined if the text is invalid or sets
 * something twice.
 */
export function parseFeeSchedules(text: string): FeeSchedules | undefined {
  const texts = new Map<string, FeeSchedule>()
  const parts = text.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '))
  for (const part of parts.filter(Boolean)) {
    const [, method, currency = '', percent, fixed] =
      /^(card|ach) ([A-Z]{3}|\*) (\d{1,2}(?:\.\d{1,4})?) ?%(?: ?\+ ?(\S+))?$/.exec(part) ?? []
    const named = currency === '*' ? currencies : currencies.filter((known) => known === currency)
    if (percent === undefined || named.length === 0 || (currency === '*' && fixed !== undefined)) return undefined
    const [whole = '', decimals = ''] = percent.split('.')
    const percentage = { ppm: BigInt(whole + decimals.padEnd(4, '0')) }
    for (const option of named) {
      const feeSchedule = feeSchedules[method as FeeMethod][option]
      const schedule = {
        version: part,
        percentage,
        fixed: fixed === undefined ? feeSchedule.fixed : parseMajor(fixed, option),
      }
      if (!schedule.fixed || checkFeeSchedule({ percentage, fixed: schedule.fixed })) return undefined
      const key = `${method} ${currency === '*' ? '*' : ''}${option}`
      if (texts.has(key)) return undefined
      texts.set(key, { ...schedule, fixed: schedule.fixed })
    }
  }
  const schedulesOf = (method: FeeMethod) =>
    byCurrency(
      (currency) =>
        texts.get(`${method} ${currency}`) ?? texts.get(`${method} *${currency}`) ?? feeSchedules[method][currency],
    )
  return { card: schedulesOf('card'), ach: schedulesOf('ach') }
}

export const feeMethodOf = (method: PaymentMethod): FeeMethod => (method === 'ach' ? 'ach' : 'card')

/** Returns the fee schedule of a payment method and currency. */
export const feeFor = (
  method: PaymentMethod,
  currency: Currency,
  schedules: FeeSchedules = feeSchedules,
): FeeSchedule => schedules[feeMethodOf(method)][currency]
