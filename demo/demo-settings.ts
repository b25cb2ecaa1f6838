import { deedsServer } from '#modules/faith/deeds/index-server.ts'
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
 * Adds what a demo has not configured: rates of zakat al-fitr, fidya and kaffarah for this Hijri year and the next, an
 * approved rule set, metal prices of the day, and the numbers of participants of S1 §2.1. Each is labelled as demo data. Zakat al-fitr closes on
 * the evening of 28 Ramadan.
 */
export function withDemoSettings(config: Config, now: Date): Config {
  const { rates, fitrClosings } = config.ZAKAT_OBLIGATIONS
  const hasObligations = rates.length > 0 || fitrClosings.length > 0
  const hasSignOffs = Object.keys(config.ZAKAT_SIGN_OFFS).length > 0
  return {
    ...config,
    hasDemoMetalPrices: true,
    ZAKAT_OBLIGATIONS: (hasObligations ? undefined : demoObligations(now)) ?? config.ZAKAT_OBLIGATIONS,
    ZAKAT_SIGN_OFFS: (hasSignOffs ? undefined : zakatServer.parseSignOffs(demoSignOffs)) ?? config.ZAKAT_SIGN_OFFS,
    DEEDS_PARTICIPANTS:
      (Object.keys(config.DEEDS_PARTICIPANTS).length > 0
        ? undefined
        : deedsServer.parseParticipants(demoParticipants)) ?? config.DEEDS_PARTICIPANTS,
  }
}

const demoSignOffs = JSON.stringify({
  'cautious-1': { scholar: 'a demo scholar', date: '2026-10-01', source: 'an example, not a real approval' },
})

const demoParticipants = JSON.stringify({
  'ramadan-challenge': { participants: '11k', date: '2026-03-20', source: 'Demo figure' },
  'dhul-hijjah-challenge': { participants: '4.7k', date: '2026-05-27', source: 'Demo figure' },
})

/** What a share could raise (S1 §9), as the value of the flag `share-could-raise`. */
export const demoShareFigure = '77 USD | Demo figure'

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
