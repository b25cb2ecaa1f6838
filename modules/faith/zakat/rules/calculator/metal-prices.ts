import { oneEuro, type Rate } from '#modules/platform/currencies/rules/rate.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { fraction, isPositive, multiply, roundExact } from '../numbers/exact.ts'
import { isRefused, readDecimal } from '../numbers/read-decimal.ts'

/** A price of one gram in US dollars, as decimal text, and its day. */
export type MetalPrice = { readonly usdPerGram: string; readonly day: LocalDate }

const decimals = 4

/**
 * Returns the price per gram in a currency, as text with four decimals, rounded half-up: the US price converted through
 * the euro (zakat-13). US dollars need no rate; other currencies need the rate of US dollars and, except for the euro,
 * their own. Undefined without these rates, or for a price that isn't positive.
 */
export function metalPriceIn(
  currency: Currency,
  { usdPerGram }: MetalPrice,
  usdRate?: Pick<Rate, 'perEuro'>,
  ownRate?: Pick<Rate, 'perEuro'>,
): string | undefined {
  const price = readDecimal(usdPerGram)
  if (isRefused(price) || !isPositive(price)) return undefined
  if (currency === 'USD') return priceText(roundExact(price, decimals, 'half-up'))
  const perEuro = currency === 'EUR' ? oneEuro : ownRate?.perEuro
  if (usdRate === undefined || perEuro === undefined) return undefined
  return priceText(roundExact(multiply(price, fraction(perEuro, usdRate.perEuro)), decimals, 'half-up'))
}

function priceText(tenThousandths: bigint): string {
  const digits = String(tenThousandths).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** `fresh` is used directly; `dated` is shown with its date; `confirm`: the donor confirms it or enters another. */
export type PriceAge = 'fresh' | 'dated' | 'confirm'

const [hoursFresh, hoursDated] = [24, 7 * 24]

/** Classifies a price by age: up to 24 hours is fresh, up to 168 is shown with its date (zakat-13). */
export function judgePriceAge(ageHours: number): PriceAge {
  if (ageHours <= hoursFresh) return 'fresh'
  return ageHours <= hoursDated ? 'dated' : 'confirm'
}
