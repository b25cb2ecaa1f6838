import { metalPricesOn, ratesBetween } from '#modules/platform/currencies/index.ts'
import { type Metal, metals } from '#modules/platform/currencies/rules/metal-price.ts'
import { rateText } from '#modules/platform/currencies/rules/rate.ts'
import { rateOfDay } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { hourMs } from '#shared/time.ts'
import { currencies, type Currency } from '#shared/money.ts'
import { judgePriceAge, metalPriceIn } from './rules/calculator/metal-prices.ts'
import type { ZakatPorts } from './ports.ts'
import type { ReadPorts } from './zakat-state.ts'

/**
 * Reads the prices per gram in a currency and the value of a euro in each currency, each with its own date, for a
 * calculation on `date` (zakat-13, zakat-14). A metal without a price is null. Default date: today. A demo has only the
 * prices of its release, so it shows them as those of the day, with the source `demo`.
 */
export async function readPrices(
  ports: ReadPorts & Pick<ZakatPorts, 'hasDemoMetalPrices'>,
  { currency, date }: { readonly currency: Currency; readonly date: LocalDate | undefined },
) {
  const now = ports.clock()
  const day = date ?? localDateIn('UTC', now)
  const [recorded, history] = await Promise.all([
    metalPricesOn(ports, day),
    ratesBetween(
      ports,
      currencies.filter((code) => code !== 'EUR'),
      { from: day, to: day },
    ),
  ])
  const priceOf = (metal: Metal) => {
    const price = recorded.get(metal)
    const rateOf = (code: Currency) => price && rateOfDay(history, code, price.day)
    const perGram = price && metalPriceIn(currency, price, rateOf('USD'), rateOf(currency))
    if (!price || perGram === undefined) return null
    if (ports.hasDemoMetalPrices) return { perGram, day, source: 'demo', age: 'fresh' as const }
    // For a calculation of today, the age counts from the end of the price's day; an earlier date uses the prices of
    // its time.
    const endOfPriceDay = Date.parse(`${price.day}T00:00:00Z`) + 24 * hourMs
    const requested = date === undefined ? now.getTime() : Date.parse(`${day}T00:00:00Z`)
    const ageHours = Math.max(0, Math.abs(requested - endOfPriceDay) / hourMs)
    const age = judgePriceAge(requested < endOfPriceDay && price.day <= day ? 0 : ageHours)
    return { perGram, day: price.day, source: price.source, age }
  }
  const [gold, silver] = metals.map(priceOf)
  return {
    currency,
    date: day,
    gold: gold ?? null,
    silver: silver ?? null,
    rates: Object.fromEntries(
      currencies.flatMap((code) => {
        const rate = code === 'EUR' ? undefined : rateOfDay(history, code, day)
        return rate ? [[code, { perEuro: rateText(rate.perEuro), day: rate.day }]] : []
      }),
    ),
  }
}
