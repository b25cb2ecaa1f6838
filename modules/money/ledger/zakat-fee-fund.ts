import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { postOnce } from './queries.ts'
import { sponsorshipEntries } from './rules/posting.ts'
import './tables.ts'

/** Returns the balance of the fund for processing fees of zakat in one currency, in minor units (ledger-12). */
export async function findZakatFeeFundBalance(db: Db, currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(-sum(amount), 0)::bigint as balance from ledger.entry
    where account = 'zakat_fee_fund' and currency = ${currency}`.execute(db)
  return rows[0]?.balance ?? 0n
}

/** Lists the fund's balance in each currency that it has ever had. */
export async function listZakatFeeFundBalances(db: Db): Promise<{ currency: Currency; balance: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; balance: bigint }>`
    select currency, -sum(amount)::bigint as balance from ledger.entry
    where account = 'zakat_fee_fund' group by currency order by currency`.execute(db)
  return rows
}

/**
 * Posts a sponsor's money for the processing fees of zakat. `sourceId` identifies the transfer; a second call with
 * the same one posts nothing and returns false.
 */
export const addToZakatFeeFund = (
  tx: Tx,
  { currency, amount, ...transfer }: { txId: string; sourceId: string; at: Date; currency: Currency; amount: bigint },
): Promise<boolean> =>
  postOnce(tx, {
    ...transfer,
    sourceType: 'sponsorship',
    eventType: 'added',
    entries: sponsorshipEntries(currency, amount),
  })
