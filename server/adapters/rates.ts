import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseRate, type Rate, type RateTable } from '#modules/platform/currencies/index.ts'
import { isLocalDate } from '#shared/calendar.ts'
import { currencies, isCurrency } from '#shared/money.ts'

const waitMs = 10_000
const bytesMax = 200_000

/** The rates that come with the product (CC0, see NOTICE; one day's): 7 kB, read once when the product starts. */
export const bundledRates = (): RateTable => ({
  source: 'bundled',
  read: async () => {
    const text = await readFile(
      fileURLToPath(import.meta.resolve('@fawazahmed0/currency-api/v1/currencies/eur.json')),
      'utf8',
    )
    const { date } = JSON.parse(text) as { date: string }
    return currencies.flatMap((currency): Rate[] => {
      // The file's own digits, not the float they would become.
      const digits = new RegExp(`"${currency.toLowerCase()}":\\s*([0-9.]+)\\s*[,}]`).exec(text)?.[1]
      const perEuro = currency === 'EUR' ? undefined : parseRate(digits ?? '')
      return perEuro === undefined ? [] : [{ currency, perEuro, day: date, source: 'bundled' }]
    })
  },
})

/**
 * The European Central Bank's daily reference rates (eurofxref-daily.xml): one `Cube` with the day, one in it for each
 * currency. Whatever else the document may hold is not looked at, and no entity in it is resolved.
 */
export const ecbRates = (url: string, ask: typeof fetch = fetch): RateTable => ({
  source: 'ecb',
  read: async () => {
    const answer = await ask(url, {
      signal: AbortSignal.timeout(waitMs),
      headers: { accept: 'application/xml' },
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`the central bank answered ${answer.status}`)
    const text = await answer.text()
    if (text.length > bytesMax) throw new Error('the central bank’s answer is too long')
    const day = /<Cube\s+time=['"]([\d-]{10})['"]/.exec(text)?.[1] ?? ''
    if (!isLocalDate(day)) throw new Error('the central bank’s answer names no day')
    const rates = [...text.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g)].flatMap(
      ([, currency, value]): Rate[] => {
        const perEuro = parseRate(value ?? '')
        return isCurrency(currency) && perEuro !== undefined ? [{ currency, perEuro, day, source: 'ecb' }] : []
      },
    )
    if (rates.length === 0) throw new Error('the central bank’s answer holds no rates')
    return rates
  },
})
