import type { LocalDate } from '#shared/calendar.ts'
import type { Ports } from '#shared/ports.ts'
import type { Metal, RecordedMetalPrice } from './rules/metal-price.ts'
import './tables.ts'

/** Prices of one source on a day. Throws when it can't be read. */
export type MetalTable = {
  readonly source: RecordedMetalPrice['source']
  read(): Promise<readonly RecordedMetalPrice[]>
}
export type MetalPorts = Ports & { readonly metalTables: readonly MetalTable[] }

/**
 * Reads each source and stores its new prices permanently. An unreadable source is logged; earlier prices stay in use
 * with their date. Returns the number of new prices.
 */
export async function refreshMetalPrices(ports: MetalPorts): Promise<number> {
  let inserted = 0
  for (const table of ports.metalTables) {
    try {
      inserted += await insertMetalPrices(ports, await table.read())
    } catch (error) {
      ports.log.warn({ error, source: table.source }, 'metal prices could not be read; earlier ones stay in use')
    }
  }
  return inserted
}

async function insertMetalPrices(ports: Ports, prices: readonly RecordedMetalPrice[]): Promise<number> {
  if (prices.length === 0) return 0
  const inserted = await ports.statement(
    'currencies.insert_metal_prices',
    `insert into currencies.metal_price (metal, day, source, usd_per_gram)
     select * from unnest($1::text[], $2::date[], $3::text[], $4::numeric[]) on conflict do nothing returning metal`,
    [
      prices.map(({ metal }) => metal),
      prices.map(({ day }) => day),
      prices.map(({ source }) => source),
      prices.map(({ usdPerGram }) => usdPerGram),
    ],
  )
  return inserted.length
}

/** Finds the price of each metal on a day: the newest on or before it, otherwise the oldest (zakat-13). */
export async function metalPricesOn(
  ports: Pick<Ports, 'statement'>,
  day: LocalDate,
): Promise<ReadonlyMap<Metal, RecordedMetalPrice>> {
  const rows = await ports.statement<RecordedMetalPrice>(
    'currencies.metal_prices_on',
    `select distinct on (metal) metal, day::text, source, usd_per_gram::text as "usdPerGram" from currencies.metal_price
     order by metal, day <= $1::date desc, abs(day - $1::date)`,
    [day],
  )
  return new Map(rows.map((row) => [row.metal, row]))
}
