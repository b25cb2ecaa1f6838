import { newestRates } from '#modules/platform/currencies/index.ts'
import { convert, euroRate } from '#modules/platform/currencies/rules/rate.ts'
import { type Currency, money, sum } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { cacheCount } from './memory.ts'
import { countPlatform } from './queries/figures.ts'

const counted = cacheCount('the figures of the platform', async (ports, now) => {
  const figures = await countPlatform(ports, now)
  const rates = await newestRates(
    ports,
    figures.raised.map((part) => part.currency),
  )
  return { ...figures, rates: rates.set('EUR', euroRate) }
})

/**
 * Returns the platform's figures: campaigns, charities, countries, donations, and the sum in `currency` (minor units,
 * newest rates; null if a rate is missing). Names no donor.
 */
export async function platformFigures(ports: Ports, currency: Currency) {
  const { raised, rates, ...counts } = await counted(ports)
  const target = rates.get(currency) ?? (await newestRates(ports, [currency])).get(currency)
  const parts = raised.map(({ amount, currency: from }) => {
    const rate = rates.get(from)
    if (from === currency) return money(amount, currency)
    return rate && target ? convert(money(amount, from), rate, target) : undefined
  })
  const known = parts.filter((part) => part !== undefined)
  return {
    ...counts,
    currency,
    raised: known.length === parts.length ? Number(sum(known, currency).amount) : null,
  }
}
