/** Reads the ledger directly, since no public call shows its rows. */
import fs from 'node:fs'
import { expect } from '@playwright/test'
import pg from 'pg'

type Row = {
  readonly id: string
  readonly gift: string
  readonly tip: string
  readonly covered_fee: string
  readonly entries: readonly { readonly account: string; readonly meaning: string; readonly amount: number }[]
}

/** Asserts that the email has one donation, posted once: the charge equals the donation, and the entries balance. */
export async function expectOnePosting(email: string): Promise<void> {
  const dir = process.env.E2E_DATA_DIR!
  const port = Number(fs.readFileSync(`${dir}/pgdata/postmaster.pid`, 'utf8').split('\n')[3])
  const password = fs.readFileSync(`${dir}/postgres.secret`, 'utf8').trim()
  const db = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'sunbul' })
  await db.connect()
  const { rows } = await db.query<Row>(
    `select d.id, d.gift, d.tip, d.covered_fee, jsonb_agg(jsonb_build_object('account', e.account, 'meaning', e.meaning, 'amount', e.amount) order by e.line) as entries
     from giving.donation d join ledger.tx t on t.source_type = 'attempt' and t.source_id = d.attempt_id and t.event_type = 'charge' join ledger.entry e on e.tx_id = t.id
     where d.email = $1 group by d.id, t.id`,
    [email],
  )
  await db.end()
  expect(rows).toHaveLength(1)
  const { gift, tip, covered_fee: fee, entries } = rows[0]!
  const sumOf = (isWanted: (entry: Row['entries'][number]) => boolean) =>
    Math.abs(entries.filter(isWanted).reduce((sum, { amount }) => sum + amount, 0))
  expect(sumOf(() => true)).toBe(0)
  expect(sumOf(({ meaning }) => meaning === 'charge')).toBe(Number(gift) + Number(tip) + Number(fee))
  expect(sumOf(({ meaning }) => meaning === 'gift')).toBe(Number(gift))
  expect(sumOf(({ meaning }) => meaning === 'tip')).toBe(Number(tip))
}
