import {
  currenciesServer,
  type MetalTable,
  type Rate,
  type RateTable,
} from '#modules/platform/currencies/index-server.ts'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { perGram, type RecordedMetalPrice } from '#modules/platform/currencies/rules/metal-price.ts'
import { isLocalDate, localDate } from '#shared/calendar.ts'
import { currencies, isCurrency } from '#shared/money.ts'

const waitMs = 10_000
const bytesMax = 200_000

/**
 * Reads one table of the bundled package: the value of one unit of a currency, or of one troy ounce of a metal, in each
 * currency.
 */
const readBundled = (name: 'eur' | 'xau' | 'xag'): Promise<string> =>
  readFile(fileURLToPath(import.meta.resolve(`@fawazahmed0/currency-api/v1/currencies/${name}.json`)), 'utf8')

/** Returns the digits as they are in the file, because parsing them as a float would round them. */
const digitsOf = (text: string, currency: string): string =>
  new RegExp(`"${currency.toLowerCase()}":\\s*([0-9.]+)\\s*[,}]`).exec(text)?.[1] ?? ''

/** The exchange rates of one day that come with the product (CC0, see NOTICE): 7 kB, read once at start. */
export const bundledRates = (): RateTable => ({
  source: 'bundled',
  read: async () => {
    const text = await readBundled('eur')
    const { date } = JSON.parse(text) as { date: string }
    return currencies.flatMap((currency): Rate[] => {
      const perEuro = currency === 'EUR' ? undefined : currenciesServer.parseRate(digitsOf(text, currency))
      return perEuro === undefined ? [] : [{ currency, perEuro, day: date, source: 'bundled' }]
    })
  },
})

/** The gold and silver prices of one day that come with the product. */
export const bundledMetals = (): MetalTable => ({
  source: 'bundled',
  read: async () => {
    const ounces = [['gold', 'xau'] as const, ['silver', 'xag'] as const]
    const prices = ounces.map(async ([metal, name]): Promise<RecordedMetalPrice> => {
      const text = await readBundled(name)
      const usdPerGram = perGram(digitsOf(text, 'USD'))
      if (usdPerGram === undefined) throw new Error(`the bundled table has no price for ${metal}`)
      return { metal, usdPerGram, day: localDate((JSON.parse(text) as { date: string }).date), source: 'bundled' }
    })
    return Promise.all(prices)
  },
})

/**
 * Fetches the European Central Bank's daily reference rates (eurofxref-daily.xml): one `Cube` with the day, which
 * contains one `Cube` for each currency. The rest of the document is ignored, and no XML entity is resolved.
 */
export const ecbRates = (url: string, ask: typeof fetch = fetch): RateTable => ({
  source: 'ecb',
  read: async () => {
    const response = await ask(url, {
      signal: AbortSignal.timeout(waitMs),
      headers: { accept: 'application/xml' },
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the central bank responded with ${response.status}`)
    const text = await response.text()
    if (text.length > bytesMax) throw new Error('the central bank’s response is too large')
    const day = /<Cube\s+time=['"]([\d-]{10})['"]/.exec(text)?.[1] ?? ''
    if (!isLocalDate(day)) throw new Error('the central bank’s response has no date')
    const rates = [...text.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g)].flatMap(
      ([, currency, value]): Rate[] => {
        const perEuro = currenciesServer.parseRate(value ?? '')
        return isCurrency(currency) && perEuro !== undefined ? [{ currency, perEuro, day, source: 'ecb' }] : []
      },
    )
    if (rates.length === 0) throw new Error('the central bank’s response has no rates')
    return rates
  },
})
