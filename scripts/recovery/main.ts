/**
 * `deploy/recovery/check`: proves that a dropped table is back as it was the moment before, that the provider's charges
 * after it are imported or in manual review, and that no plan is charged twice. With `--scale N` it also fills the
 * database to the size of N donations first, and calculates the time for 20 million.
 */
import '#tests/support/environment.ts'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { one, required } from '#shared/collections.ts'
import { folderStore } from '#server/archive/archive-store.ts'
import { listBaseBackups } from '#server/archive/base-backup.ts'
import { addSubscriptions, makeDue } from '../../bench/due.ts'
import { givenOptions } from '../given-options.ts'
import { createPlatform, type Platform, until } from './platform.ts'

const usage = `Usage: deploy/recovery/check [--donations 5000] [--scale 0]
  --donations  how many to make before the restored time
  --scale      fills the database to the size of so many donations, to measure the time of a restore`
const options = givenOptions(
  usage,
  { donations: { type: 'string', default: '5000' }, scale: { type: 'string', default: '0' } },
  ['donations', 'scale'],
)
const donations = Number(options.donations)
const scale = Number(options.scale)
const plans = 50
const laterDonations = 100

const startedAt = performance.now()
const report = (text: string) =>
  console.log(`sunbul: ${text} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
const problems: string[] = []
const expectEqual = (what: string, found: unknown, wanted: unknown) => {
  if (JSON.stringify(found) === JSON.stringify(wanted)) report(`passed: ${what}: ${JSON.stringify(found)}`)
  else problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
}

/** Donates with 16 concurrent donors; `from` is the number of the first donation. */
async function donateMany(platform: Platform, campaign: string, from: number, count: number): Promise<void> {
  let next = from
  const donor = async () => {
    while (next < from + count) {
      const number = next++
      const status = await platform.donate(campaign, number)
      if (status !== 200) problems.push(`donation ${number} was responded to with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, donor))
}

const databaseBytes = async (platform: Platform): Promise<number> =>
  Number(
    one(await platform.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes')).bytes,
  )

/** Fills the database with rows of donations, with random parts so that they compress like real ones. */
async function fillTo(platform: Platform, bytes: number): Promise<void> {
  for (let table = 1; (await databaseBytes(platform)) < bytes; table++)
    await platform.query(
      `create table public.filler_${table} as
       select gen_random_uuid() as a, gen_random_uuid() as b, d.*
       from (select * from giving.donation order by id desc limit 1000) d, generate_series(1, 500)`,
    )
}

/** Restarts the platform as if the night of the base backup had just passed, and waits for the base backup. */
async function passNight(platform: Platform): Promise<number> {
  const store = folderStore(platform.archive)
  const { id, manifest } = required((await listBaseBackups(store))[0])
  await platform.stop()
  const earlier = { ...manifest, startedAt: new Date(Date.parse(manifest.startedAt) - 2 * 86_400_000).toISOString() }
  await store.put(`base/${id}/manifest.json`, Buffer.from(JSON.stringify(earlier)))
  await platform.start()
  const began = performance.now()
  await until(async () => (await listBaseBackups(store)).length === 2, 'the nightly base backup', 3_600_000)
  return (performance.now() - began) / 1000
}

const ids = (charges: readonly { id: string }[]) => new Set(charges.map(({ id }) => id))

async function prove(platform: Platform): Promise<void> {
  await platform.start()
  await until(async () => (await listBaseBackups(folderStore(platform.archive))).length === 1, 'the first base backup')
  report('the platform archives, and the first base backup is complete')
  const { id: campaign } = one(
    await platform.query<{ id: string }>(
      `select id::text from campaigns.campaign where currency = 'USD'
         and (select reason from campaigns.donation_refusal(array[id], false, now() + interval '1 day')) is null
       order by id limit 1`,
    ),
  )
  const bytesBefore = await databaseBytes(platform)
  const beforeNight = Math.round(donations * 0.8)
  await donateMany(platform, campaign, 0, beforeNight)
  const bytesPerDonation = Math.round(((await databaseBytes(platform)) - bytesBefore) / beforeNight)
  report(`${beforeNight} donations, of ${bytesPerDonation} bytes each`)
  if (scale > 0) {
    await fillTo(platform, scale * bytesPerDonation)
    report(`the database has ${Math.round((await databaseBytes(platform)) / 1e6)} MB, as of ${scale} donations`)
  }
  const backupSeconds = await passNight(platform)
  report(`the nightly base backup took ${backupSeconds.toFixed(1)} s`)
  await donateMany(platform, campaign, beforeNight, donations - beforeNight)

  const owner = await platform.connect()
  const subscriptions = await addSubscriptions(owner, platform.bank, plans, 10)
  await makeDue(owner, subscriptions, 'recovery')
  await owner.query(
    `update subscriptions.occurrence set due_at = now() + interval '15 seconds' where subscription_id = any($1)`,
    [subscriptions],
  )
  const { now: restoredTime } = one((await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows)
  await owner.end()
  const chargesBefore = ids(await platform.charges())
  await sleep(1000)
  await donateMany(platform, campaign, donations, laterDonations)
  const plansOf = async () =>
    (await platform.charges()).filter(({ metadata }) => subscriptions.includes(metadata.subscription ?? ''))
  await until(async () => (await plansOf()).length === plans, 'the plans are charged')
  await platform.query('drop table giving.donation cascade')
  report(
    `after ${restoredTime.toISOString()}: ${laterDonations} donations, ${plans} charges of plans, and a dropped table`,
  )
  const later = (await platform.charges()).filter(({ id }) => !chargesBefore.has(id))
  expectEqual('charges after the restored time', later.length, laterDonations + plans)

  const began = performance.now()
  const restored = await platform.cli('restore', '--to', restoredTime.toISOString())
  const restoreSeconds = (performance.now() - began) / 1000
  console.log(restored.output.trim())
  const folder = /Restored into (\S+) /.exec(restored.output)?.[1]
  if (restored.code !== 0 || folder === undefined) throw new Error('the restore failed')
  await platform.stop()
  fs.renameSync(path.join(platform.dataDir, 'pgdata'), path.join(platform.dataDir, 'pgdata.before-restore'))
  fs.renameSync(folder, path.join(platform.dataDir, 'pgdata'))
  await platform.start()
  report(`the restored database is in use; restoring took ${restoreSeconds.toFixed(1)} s`)
  if (scale > 0) printCalculation(await databaseBytes(platform), bytesPerDonation, restoreSeconds, backupSeconds)

  const count = async () =>
    one(
      await platform.query<{ n: number }>(
        `select count(*)::int as n from giving.donation d join payments.intent i on i.id = d.intent_id where i.state = 'SUCCEEDED' and d.email like 'donor-%@example.org'`,
      ),
    ).n
  expectEqual('donations in the restored database', await count(), donations)
  await reconcile(platform, { later, subscriptions, plansOf })
}

/** What an operator does after a restore, and what must be true afterwards. */
async function reconcile(
  platform: Platform,
  {
    later,
    subscriptions,
    plansOf,
  }: {
    readonly later: readonly { readonly id: string }[]
    readonly subscriptions: readonly string[]
    plansOf(): Promise<readonly unknown[]>
  },
): Promise<void> {
  // Plans are due again here, but they were charged after the restored time.
  await until(
    async () => (await platform.cli('plans', 'status')).output.includes('provider-ahead'),
    'charging of plans stops',
  )
  expectEqual('charges of plans when charging has stopped', (await plansOf()).length, plans)
  const resumed = await platform.cli('plans', 'resume', 'restored')
  expectEqual('imported charges of plans', /imported from the provider: (\d+)/.exec(resumed.output)?.[1], String(plans))
  await until(
    async () =>
      one(
        await platform.query<{ n: number }>(
          `select count(*)::int as n from subscriptions.occurrence where subscription_id = any($1) and occurrence_key = 'recovery' and state = 'SUCCEEDED'`,
          [subscriptions],
        ),
      ).n === plans,
    'the imported charges are recorded',
  )
  const cases = () =>
    platform.query<{ charge: string }>(
      'select provider_refund_id as charge from refunds.manual_review where resolved_at is null',
    )
  // The job of every ten minutes. If it ran before the import, it queued the plans' charges, too, and resolves them now.
  await platform.query(`select graphile_worker.add_job('giving:sweep_charges')`)
  await until(async () => (await cases()).length === laterDonations, 'the other charges are in manual review').catch(
    (error: unknown) => problems.push(String(error)),
  )
  const queued = new Set((await cases()).map(({ charge }) => charge))
  expectEqual('charges in manual review', queued.size, laterDonations)
  const toRefund = (await platform.charges()).filter(({ id }) => queued.has(id))
  expectEqual(
    'of them, made after the restored time',
    toRefund.filter(({ id }) => ids(later).has(id)).length,
    laterDonations,
  )
  for (const charge of toRefund) await platform.refund(charge)
  await platform.query(`update refunds.manual_review set resolved_at = now(), note = 'refunded at the provider'`)
  await until(
    async () => one(await platform.query<{ n: number }>('select count(*)::int as n from outbox.event')).n === 0,
    'the outbox is empty',
  )
  // Time in which a worker would charge what it takes for due.
  await sleep(10_000)
  expectEqual('charges of plans at the end', (await plansOf()).length, plans)
  const verified = await platform.cli('ledger', 'verify')
  if (verified.code !== 0) console.log(verified.output)
  expectEqual('exit code of ledger verify', verified.code, 0)
  const doctor = await platform.cli('doctor')
  expectEqual('the archive in doctor', /^(ok|PROBLEM) +archive/m.exec(doctor.output)?.[1], 'ok')
}

const million = 1_000_000
const calculatedFor = 20 * million

function printCalculation(
  bytes: number,
  bytesPerDonation: number,
  restoreSeconds: number,
  backupSeconds: number,
): void {
  const factor = (calculatedFor * bytesPerDonation) / bytes
  const minutes = (seconds: number) => ((seconds * factor) / 60).toFixed(0)
  report(
    `${(bytes / 1e9).toFixed(1)} GB were backed up in ${backupSeconds.toFixed(0)} s and restored in ${restoreSeconds.toFixed(0)} s; 20 million donations (${((calculatedFor * bytesPerDonation) / 1e9).toFixed(0)} GB) would take ${minutes(backupSeconds)} and ${minutes(restoreSeconds)} minutes`,
  )
}

const platform = await createPlatform()
try {
  await prove(platform)
} catch (error) {
  problems.push(String(error))
} finally {
  await platform.remove()
}
for (const problem of problems.slice(0, 20)) console.error(`FAILED: ${problem}`)
report(problems.length === 0 ? 'passed: recovery to the second' : `${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
