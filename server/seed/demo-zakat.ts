import { zakatServer } from '#modules/faith/zakat/index-server.ts'
import type { Config } from '#server/config/config.ts'
import { hijriOf, localDateIn } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'

const source = 'Demo figure, not a ruling'
/** Fictional rates in the country's currency, close to what charities ask for. */
const demoRates = [
  { country: 'GB', currency: 'GBP', amounts: { 'zakat-al-fitr': '5', fidya: '5', kaffarah: '5' } },
  { country: 'US', currency: 'USD', amounts: { 'zakat-al-fitr': '12', fidya: '10', kaffarah: '10' } },
  { country: 'CA', currency: 'CAD', amounts: { 'zakat-al-fitr': '15', fidya: '12', kaffarah: '12' } },
  { country: '*', currency: 'USD', amounts: { 'zakat-al-fitr': '8', fidya: '6', kaffarah: '6' } },
] as const

/**
 * Adds rates of zakat al-fitr, fidya and kaffarah for this Hijri year and the next, and an approved rule set, if a demo
 * has none. Each is labelled as demo data. Zakat al-fitr closes on the evening of 28 Ramadan.
 */
export function withDemoZakat(config: Config, now: Date): Config {
  const { rates, fitrClosings } = config.ZAKAT_OBLIGATIONS
  const hasObligations = rates.length > 0 || fitrClosings.length > 0
  const hasSignOffs = Object.keys(config.ZAKAT_SIGN_OFFS).length > 0
  return {
    ...config,
    ZAKAT_OBLIGATIONS: (hasObligations ? undefined : demoObligations(now)) ?? config.ZAKAT_OBLIGATIONS,
    ZAKAT_SIGN_OFFS: (hasSignOffs ? undefined : zakatServer.parseSignOffs(demoSignOffs)) ?? config.ZAKAT_SIGN_OFFS,
  }
}

const demoSignOffs = JSON.stringify({
  'cautious-1': { scholar: 'a demo scholar', date: '2026-10-01', source: 'an example, not a real approval' },
})

function demoObligations(now: Date) {
  const { year } = hijriOf(localDateIn('UTC', now))
  const years = [year, year + 1]
  const ramadan = hijriMonths()
  const rates = years.flatMap((year) =>
    demoRates.flatMap(({ country, currency, amounts: { kaffarah, ...amounts } }) =>
      Object.entries({ ...amounts, 'kaffarah-fast': kaffarah, 'kaffarah-oath': kaffarah }).map(
        ([obligation, amount]) => ({ obligation, country, year, amount, currency, source }),
      ),
    ),
  )
  const fitrClosings = years.map((year) => {
    const eve = new Date(`${ramadan.startOf(year, 9)}T18:00:00Z`)
    eve.setUTCDate(eve.getUTCDate() + 27)
    return { country: '*', year, closesAt: eve.toISOString() }
  })
  return zakatServer.parseObligations(JSON.stringify({ rates, fitrClosings }))
}
