/** Every release's database is upgraded to this version: its rows stay, donors can donate on it, the ledger is valid. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrationNames } from '#server/database/migrate.ts'
import { readBackupLines } from '#server/database/backup-lines.ts'
import { restore } from '#server/database/restore.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'

const folder = path.join(import.meta.dirname, '../../database/releases')
const releases = fs.readdirSync(folder).filter((name) => name.endsWith('.backup'))

/** Returns the sums by which a donor or a charity would notice a loss. */
async function readSums(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select (select count(*)::int from giving.donation) as donations,
         (select count(*)::int from receipts.receipt) as receipts,
         (select json_agg(json_build_array(e.account, e.currency, e.amount) order by e.account, e.currency)
          from (select account, currency, sum(amount)::text as amount from ledger.entry group by 1, 2) e) as balances,
         (select sum(raised)::text from campaigns.total) as raised,
         (select count(*)::int from subscriptions.subscription) as plans`,
    )
    return rows[0] as Record<string, unknown>
  } finally {
    await client.end()
  }
}

test('the dump of each release is in the repository, at most 2 MB each', () => {
  expect(releases).toContain('0.2.0.backup')
  for (const name of releases) expect(fs.statSync(path.join(folder, name)).size).toBeLessThan(2_000_000)
})

test.each(releases)(
  'the database of %s is upgraded, takes a donation, and its ledger is valid',
  async (name) => {
    const file = path.join(folder, name)
    const first = (await readBackupLines(file).next()).value as {
      readonly at: string
      readonly migrations: readonly { readonly name: string }[]
    }
    const media = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-release-'))
    const it = await createTestApp({
      withSandbox: true,
      // The charities of the dump are verified for a year.
      clock: () => new Date(first.at),
      prepare: (ownerUrl) => restore({ ownerUrl, file, folder: media, log: silentLog, force: false }),
    })
    try {
      const { rows } = await it.database.database.pool.query<{ name: string }>(
        'select name from public.schema_migration order by name',
      )
      expect(rows.map(({ name }) => name)).toEqual(migrationNames())
      expect(first.migrations.length).toBeLessThanOrEqual(rows.length)
      const upgraded = await readSums(it.database.ownerUrl)
      expect(upgraded).toMatchObject({ donations: expect.any(Number), receipts: expect.any(Number) })
      expect(upgraded.donations).toBeGreaterThan(500)
      expect(upgraded.receipts).toBe(upgraded.donations)

      const { rows: open } = await it.database.database.pool.query<{ id: bigint; currency: string }>(
        `select id, currency from campaigns.campaign where status = 1 and kind = 'general-fund' and currency = 'GBP' order by id limit 1`,
      )
      const { id } = open[0]!
      const response = await it.fastify.inject({
        method: 'POST',
        url: `/api/donate/donate/${id}`,
        headers: { 'idempotency-key': 'after-the-upgrade', 'session-id': 'after-the-upgrade' },
        payload: {
          amount: '25',
          currency: 'GBP',
          paymentMethod: 'card',
          tokens: [{ type: 'card', token: 'pm_card_visa' }],
          guest: { email: 'amina.upgrade@example.org', name: 'Amina Yusuf' },
        },
      })
      expect([response.statusCode, response.json()]).toMatchObject([200, { success: true }])
      await drainOutbox(it.app)
      const after = await readSums(it.database.ownerUrl)
      expect(after.donations).toBe((upgraded.donations as number) + 1)
      expect(BigInt(after.raised as string) - BigInt(upgraded.raised as string)).toBe(2500n)
      const findings = await verifyLedger(it.database.ownerUrl, undefined)
      // Q8 lists mails and events that wait for long, as those of a dump do.
      expect(findings.filter(({ count, title }) => count > 0 && !title.startsWith('Q8'))).toEqual([])
    } finally {
      await it.close()
      fs.rmSync(media, { recursive: true, force: true })
    }
  },
  180_000,
)
