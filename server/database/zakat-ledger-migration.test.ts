import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { createTestDatabase, silentLog } from '#tests/support/database.ts'

const check = (name: string) => readFileSync(`database/checks/${name}.sql`, 'utf8')

/** Campaign, currency, donation, zakat-eligible part (null: no zakat), refunded amount and refunded eligible part. */
const donations = [
  [1, 'GBP', 10_000, 9680, 0, 0],
  [1, 'GBP', 5000, 5000, 2000, 2000],
  [1, 'GBP', 3000, null, 0, 0],
  [1, 'USD', 700, 650, 0, 0],
  [2, 'GBP', 4000, 3900, 4000, 3900],
  [3, 'GBP', 2000, null, 500, 0],
] as const

/** Writes donations as the previous version did: the whole amount in the campaign's account. */
async function writeEarlierDonations(owner: pg.Client): Promise<void> {
  await owner.query('begin; set local session_replication_role = replica')
  for (const [index, [campaign, currency, gift, eligible, refundedDonation, returnedEligible]] of donations.entries()) {
    const id = `00000000-0000-4000-8000-00000000000${index}`
    await owner.query(
      `insert into giving.donation (id, intent_id, attempt_id, line, campaign_id, donor_key, name, currency, gift, is_zakat, zakat_eligible,
         fee_schedule_version, payment_method, locale, given_at)
       values ($1, $1, $1, 1, $2, '\\x00', 'Amina', $3, $4, $5, $6, '2026-11', 'card', 'en', now())`,
      [id, campaign, currency, gift, eligible !== null, eligible ?? 0],
    )
    const remaining = gift - refundedDonation
    if (remaining > 0) {
      await owner.query(`insert into ledger.tx values ($1, 'attempt', $1, 'charge', now())`, [id])
      await owner.query(
        `insert into ledger.entry values ($1, 1, 'provider_clearing', null, 'charge', $2, $3::bigint), ($1, 2, 'campaign_payable', $4, 'gift', $2, -$3::bigint)`,
        [id, currency, remaining, campaign],
      )
    }
    if (refundedDonation > 0)
      await owner.query(`insert into giving.refunded_amount values ($1, $2, 0, 0, 0, $3, $4, now())`, [
        id,
        refundedDonation,
        returnedEligible,
        refundedDonation === gift,
      ])
  }
  await owner.query(
    `insert into campaigns.total (campaign_id, raised, donation_count, donor_count) values (1, 16700, 4, 1), (2, 0, 0, 0), (3, 1500, 1, 1)`,
  )
  await owner.query('commit')
}

test('the migration moves what counted as zakat to its account, once for each campaign and currency', async () => {
  const { ownerUrl, drop } = await createTestDatabase({ migrated: false })
  await migrate({ ownerUrl, log: silentLog, upTo: '0008_donation_dedication.sql' })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await writeEarlierDonations(owner)
  await migrate({ ownerUrl, log: silentLog })
  const { rows } = await owner.query(
    `select e.subject_id::int as campaign, e.currency, e.account, e.amount::int from ledger.tx t join ledger.entry e on e.tx_id = t.id
     where t.source_type = 'migration' order by 1, 2, 3`,
  )
  expect(rows).toEqual([
    { campaign: 1, currency: 'GBP', account: 'campaign_payable', amount: 12_680 },
    { campaign: 1, currency: 'GBP', account: 'zakat_payable', amount: -12_680 },
    { campaign: 1, currency: 'USD', account: 'campaign_payable', amount: 650 },
    { campaign: 1, currency: 'USD', account: 'zakat_payable', amount: -650 },
  ])
  for (const name of ['q1', 'q9', 'q16']) expect((await owner.query(check(name))).rows).toEqual([])
  // A second run of the file's last statement, as after a restored backup, adds nothing.
  const [, reclassification] = readFileSync('database/migrations/0009_zakat_ledger.sql', 'utf8').split(
    '-- What counts as zakat of all donations so far',
  )
  await owner.query(`--${reclassification ?? ''}`)
  const { rows: again } = await owner.query(
    `select count(*)::int as count from ledger.tx where source_type = 'migration'`,
  )
  expect(again).toEqual([{ count: 2 }])
  await owner.end()
  await drop()
})
