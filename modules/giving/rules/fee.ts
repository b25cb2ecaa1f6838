import { add, type Currency, exponentOf, grossUp, isZero, type Money, money, type Rate, share, subtract, zero } from '#shared/money.ts'

export type PaymentMethod = 'card' | 'applepay' | 'googlepay' | 'ach'
/** What the provider takes of a payment: a share of it and a fixed part. */
export type FeeSchedule = { readonly version: string; readonly percentage: Rate; readonly fixed: Money }

/** Changing a figure changes the version: every donation keeps the one it was made under (trust.md D12). */
export const feeScheduleVersion = '2026-11'

const card = (ppm: bigint, fixed: bigint) => ({ ppm, fixed })
/** decisions.md, Money. Fixed parts in minor units; the last column is 0.30 USD in round figures of the currency. */
const cards: Partial<Record<Currency, { ppm: bigint; fixed: bigint }>> = {
  USD: card(29_000n, 30n), GBP: card(19_000n, 25n), EUR: card(19_000n, 25n), JPY: card(29_000n, 30n), KWD: card(29_000n, 100n), BHD: card(29_000n, 100n), JOD: card(29_000n, 200n),
  CAD: card(29_000n, 40n), AUD: card(29_000n, 45n), NZD: card(29_000n, 50n), SGD: card(29_000n, 40n), MYR: card(29_000n, 130n), AED: card(29_000n, 110n), SAR: card(29_000n, 115n),
  QAR: card(29_000n, 110n), TRY: card(29_000n, 1200n), OMR: card(29_000n, 115n), IQD: card(29_000n, 390_000n), LYD: card(29_000n, 1600n), TND: card(29_000n, 900n), EGP: card(29_000n, 1500n),
  MAD: card(29_000n, 300n), DZD: card(29_000n, 4000n), LBP: card(29_000n, 2_700_000n), ILS: card(29_000n, 110n), PKR: card(29_000n, 8500n), INR: card(29_000n, 2500n), BDT: card(29_000n, 3500n),
  LKR: card(29_000n, 9000n), NPR: card(29_000n, 4000n), MVR: card(29_000n, 460n), IDR: card(29_000n, 480_000n), BND: card(29_000n, 40n), PHP: card(29_000n, 1700n), THB: card(29_000n, 1000n),
  HKD: card(29_000n, 235n), CNY: card(29_000n, 215n), KRW: card(29_000n, 400n), UGX: card(29_000n, 1100n), RWF: card(29_000n, 420n), XOF: card(29_000n, 175n),
  XAF: card(29_000n, 175n), DJF: card(29_000n, 55n), ZAR: card(29_000n, 540n), NGN: card(29_000n, 46_000n), GHS: card(29_000n, 360n), KES: card(29_000n, 3900n), TZS: card(29_000n, 75_000n),
  ETB: card(29_000n, 4000n), GMD: card(29_000n, 2100n), MUR: card(29_000n, 1400n), CHF: card(29_000n, 30n), SEK: card(29_000n, 300n), NOK: card(29_000n, 320n), DKK: card(29_000n, 210n),
  PLN: card(29_000n, 120n), CZK: card(29_000n, 690n), HUF: card(29_000n, 11_000n), RON: card(29_000n, 140n), BAM: card(29_000n, 55n), ALL: card(29_000n, 2700n), MKD: card(29_000n, 1700n),
  AZN: card(29_000n, 51n), KZT: card(29_000n, 15_000n), UZS: card(29_000n, 380_000n),
}

/** The schedule for a method and currency. Bank debit is 0.8 % with nothing fixed. */
export function feeScheduleFor(method: PaymentMethod, currency: Currency): FeeSchedule {
  if (method === 'ach') return { version: feeScheduleVersion, percentage: { ppm: 8_000n }, fixed: zero(currency) }
  const { ppm, fixed } = cards[currency] ?? card(29_000n, 10n ** BigInt(exponentOf(currency)) / 3n)
  return { version: feeScheduleVersion, percentage: { ppm }, fixed: money(fixed, currency) }
}

/** Why a configured schedule cannot be used; asked at start. */
export function feeScheduleFault({ percentage, fixed }: FeeSchedule): string | undefined {
  if (percentage.ppm < 0n || percentage.ppm >= 1_000_000n) return 'the percentage must be from 0 to below 100 %'
  if (fixed.amount < 0n) return 'the fixed part must not be negative'
  return undefined
}

/** amount + fixed + amount × p: what a payment costs when the campaign bears the fee. An estimate, never charged (S2 §9). */
export const linearTotal = (amount: Money, { percentage, fixed }: FeeSchedule): Money => (isZero(amount) ? amount : add(add(amount, fixed), share(amount, percentage, 'half-up')))

/** (amount + fixed) / (1 − p): what is charged when the donor covers the fee, so that the whole amount is left (S2 §9). */
export const coveredTotal = (amount: Money, { percentage, fixed }: FeeSchedule): Money => (isZero(amount) ? amount : grossUp(add(amount, fixed), percentage, 'half-up'))

/** The fee a donor covers: covered total − amount; nothing for nothing. */
export const coveredFee = (amount: Money, schedule: FeeSchedule): Money => subtract(coveredTotal(amount, schedule), amount)
/** The part of the provider's fee that falls on an amount nobody covered. */
export const borneFee = (amount: Money, schedule: FeeSchedule): Money => subtract(linearTotal(amount, schedule), amount)
