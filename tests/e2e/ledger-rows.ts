/** Reads the ledger directly, since no public call shows its rows. */
import { expect } from '@playwright/test'
import { query } from './database.ts'

type Row = {
  readonly id: string
  readonly gift: string
  readonly tip: string
  readonly covered_fee: string
  readonly entries: readonly { readonly account: string; readonly meaning: string; readonly amount: number }[]
}

/** Asserts that the email has one donation, posted once: the charge equals the donation, and the entries balance. */
export async function expectOnePosting(email: string): Promise<void> {
  const rows = await query<Row>(
    `select d.id, d.gift, d.tip, d.covered_fee, jsonb_agg(jsonb_build_object('account', e.account, 'meaning', e.meaning, 'amount', e.amount) order by e.line) as entries
     from giving.donation d join ledger.tx t on t.source_type = 'attempt' and t.source_id = d.attempt_id and t.event_type = 'charge' join ledger.entry e on e.tx_id = t.id
     where d.email = $1 group by d.id, t.id`,
    [email],
  )
  expect(rows).toHaveLength(1)
  const { gift, tip, covered_fee: fee, entries } = rows[0]!
  const sumOf = (isWanted: (entry: Row['entries'][number]) => boolean) =>
    Math.abs(entries.filter(isWanted).reduce((sum, { amount }) => sum + amount, 0))
  expect(sumOf(() => true)).toBe(0)
  expect(sumOf(({ meaning }) => meaning === 'charge')).toBe(Number(gift) + Number(tip) + Number(fee))
  expect(sumOf(({ meaning }) => meaning === 'gift')).toBe(Number(gift))
  expect(sumOf(({ meaning }) => meaning === 'tip')).toBe(Number(tip))
}

/** Asserts that the email has one successful payment and none in progress. */
export async function expectOnePayment(email: string): Promise<void> {
  const attempts = await query<{ state: string }>('select state from payments.attempt where email_key = $1', [email])
  const states = attempts.map(({ state }) => state)
  expect(states.filter((state) => state === 'SUCCEEDED')).toHaveLength(1)
  expect(states.filter((state) => ['RECORDED', 'SUBMITTED', 'UNKNOWN'].includes(state))).toEqual([])
}
