import { type Currency, isCurrency, money } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { insertRates, newestRates } from './queries.ts'
import { convert, euroRate, provenance, type Rate } from './rules/rate.ts'

/** Rates of one source on a day. Throws when it can't be reached or its response is invalid. */
export type RateTable = { readonly source: Rate['source']; read(): Promise<readonly Rate[]> }
export type CurrencyPorts = Ports & { readonly rateTables: readonly RateTable[] }

/**
 * Reads each source and stores its new rates. An unavailable source is logged, and known rates stay valid: amounts are
 * shown with the day of their rate. Returns how many rates were new.
 */
export async function refreshRates(ports: CurrencyPorts): Promise<number> {
  let kept = 0
  for (const table of ports.rateTables) {
    try {
      kept += await insertRates(ports, await table.read())
    } catch (error) {
      ports.log.warn({ error, source: table.source }, 'exchange rates could not be read; the earlier ones stay in use')
    }
  }
  return kept
}

/** Larger numbers are not exact on the wire; no real amount comes close. */
const exactMax = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Converts amounts (minor units of `from`) approximately, with the day and source of the rate. Refuses `rate-unknown`,
 * and amounts that can't be represented exactly.
 */
export async function convertAmounts(ports: Ports, input: { from: string; to: string; amounts: readonly bigint[] }) {
  if (!isCurrency(input.from) || !isCurrency(input.to)) throw new Problem('not-found', 'rate-unknown')
  const known = await newestRates(ports, [input.from, input.to])
  const rateOf = (currency: Currency) => (currency === 'EUR' ? euroRate : known.get(currency))
  const [from, to] = [rateOf(input.from), rateOf(input.to)]
  if (!from || !to) throw new Problem('not-found', 'rate-unknown')
  const currency: Currency = input.from
  const converted = input.amounts.map((amount) => convert(money(amount, currency), from, to).amount)
  if (converted.some((amount) => amount > exactMax))
    throw new Problem('validation', 'invalid-input', { fields: { amounts: { code: 'amount-invalid' } } })
  return {
    currency: input.to,
    amounts: converted.map(Number),
    ...(input.from === input.to ? { day: null, sources: [] } : provenance(from, to)),
  }
}
