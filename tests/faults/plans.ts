import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addSubscriptions, makeDue } from '../../bench/due.ts'
import { localDateIn } from '#shared/calendar.ts'
import { expectBooksToAgree } from './donations.ts'
import { type Installation, moveDatabaseClock, startInstallation, until, type Worker } from './installation.ts'

const check = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}
let made = 0

/** Subscriptions with an occurrence each, due now, and no worker yet to charge them. */
async function dueDonations(
  installation: Installation,
  count: number,
): Promise<{ ids: readonly string[]; key: string }> {
  const ids = await addSubscriptions(installation.owner, installation.sandbox, count, Math.min(count, 10))
  made += 1
  const key = `fault-${made}`
  await makeDue(installation.owner, ids, key)
  return { ids, key }
}

/** Ends leases and makes retries of the next minutes due now, so that the test need not wait. */
async function hurry(installation: Installation, ids: readonly string[]): Promise<void> {
  await installation.hurry()
  await installation.owner.query(
    `update subscriptions.occurrence set lease_until = now() - interval '1 second' where subscription_id = any($1) and state in ('PROCESSING', 'UNKNOWN') and lease_until < now() + interval '4 minutes 40 seconds'`,
    [ids],
  )
  await installation.owner.query(
    `update subscriptions.occurrence set due_at = now() where subscription_id = any($1) and state = 'SCHEDULED' and due_at > now() and due_at < now() + interval '10 minutes'`,
    [ids],
  )
}

/** Their worker is dead and holds nothing any more: some minutes later. */
const endLeases = (installation: Installation, ids: readonly string[]) =>
  installation.owner.query(
    `update subscriptions.occurrence set lease_until = now() - interval '1 second' where subscription_id = any($1) and lease_until > now()`,
    [ids],
  )

const statesOf = async (installation: Installation, ids: readonly string[]): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await installation.owner.query<{ state: string; count: number }>(
        'select state, count(*)::int as count from subscriptions.occurrence where subscription_id = any($1) group by 1',
        [ids],
      )
    ).rows.map(({ state, count }) => [state, count]),
  )

const chargesOf = async (installation: Installation, ids: readonly string[]) =>
  (await installation.charges()).filter(({ metadata }) => ids.includes(metadata.subscription ?? ''))

/** Until each is paid; then the bank's own list has one charge for each and no more. */
async function expectEachOnce(installation: Installation, ids: readonly string[], withinMs = 120_000): Promise<void> {
  await until(
    async () => {
      await hurry(installation, ids)
      await sleep(300)
      return (await statesOf(installation, ids)).SUCCEEDED === ids.length
    },
    withinMs,
    `the end of ${ids.length} gifts`,
  )
  const charged = (await chargesOf(installation, ids)).map(({ metadata }) => metadata.subscription)
  check(
    charged.length === ids.length && new Set(charged).size === ids.length,
    `${charged.length} charges of ${new Set(charged).size} for ${ids.length} gifts`,
  )
}

const killSwitchReason = async (installation: Installation): Promise<string | undefined> =>
  (await installation.owner.query<{ reason: string }>('select reason from subscriptions.kill_switch')).rows[0]?.reason

/** A second person's connection, for what races with the engine. */
async function another(installation: Installation): Promise<pg.Client> {
  const { host, port, user, database, password } = installation.owner
  const client = new pg.Client({ host, port, user: user!, database: database!, password: password as string })
  await client.connect()
  return client
}

async function withWorkers(workers: readonly Worker[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    for (const worker of workers) worker.resume()
    await Promise.all(workers.map((worker) => worker.kill()))
  }
}

/** Recurring donations that fall due (payments-22), charged by separate workers beside a server without workers. */
export const planFaults: Readonly<Record<string, (installation: Installation) => Promise<void>>> = {
  'F13 killed during a batch: 100 claimed, 37 charged': async (installation) => {
    const { ids } = await dueDonations(installation, 100)
    const first = installation.startWorker({ failpoints: 'after_provider:kill:37' })
    await first.died
    await endLeases(installation, ids)
    const { SUCCEEDED = 0, SCHEDULED = 0 } = await statesOf(installation, ids)
    check(SUCCEEDED < 100 && SCHEDULED < 100, 'the worker did not die in the middle')
    await withWorkers([installation.startWorker()], () => expectEachOnce(installation, ids))
  },

  'F13 killed at every failpoint of one charge': async (installation) => {
    for (const place of ['after_claim', 'before_provider', 'after_provider', 'after_commit']) {
      const { ids } = await dueDonations(installation, 1)
      await installation.startWorker({ failpoints: `${place}:kill` }).died
      await endLeases(installation, ids)
      await withWorkers([installation.startWorker()], () => expectEachOnce(installation, ids))
    }
  },

  'F14 two workers and one due occurrence, then fifty': async (installation) => {
    const workers = [installation.startWorker(), installation.startWorker()]
    await withWorkers(workers, async () => {
      await Promise.all(workers.map(({ ready }) => ready))
      await expectEachOnce(installation, (await dueDonations(installation, 1)).ids)
      await expectEachOnce(installation, (await dueDonations(installation, 50)).ids)
    })
  },

  'F14 a halted worker continues after its lease has expired': async (installation) => {
    for (const place of ['after_claim', 'before_provider', 'after_provider']) {
      const { ids } = await dueDonations(installation, 1)
      const sleeper = installation.startWorker({ failpoints: `${place}:stop` })
      await until(() => sleeper.isStopped(), 60_000, `a halt ${place}`)
      // Ten minutes later: its lease is long over, and so is the wait for the provider's answer.
      await installation.owner.query(
        `update subscriptions.occurrence set lease_until = now() - interval '5 minutes' where subscription_id = any($1)`,
        [ids],
      )
      await withWorkers([sleeper, installation.startWorker()], async () => {
        await expectEachOnce(installation, ids)
        sleeper.resume()
        await sleep(2500)
        await expectEachOnce(installation, ids)
      })
    }
  },

  'F12 workers whose clock is wrong by an hour, a day or a year': async (installation) => {
    const hour = 3_600_000
    const { ids } = await dueDonations(installation, 3)
    const before = (
      await installation.owner.query(
        'select count(*)::int as n from subscriptions.occurrence where subscription_id <> all($1)',
        [ids],
      )
    ).rows[0].n
    for (const clockOffsetMs of [hour, -hour, 24 * hour, -24 * hour, 366 * 24 * hour]) {
      await withWorkers([installation.startWorker({ clockOffsetMs })], async () => {
        await until(
          async () => (await killSwitchReason(installation)) === 'clocks',
          60_000,
          `charging stopped for a clock that is ${clockOffsetMs / hour} hours wrong`,
        )
        await sleep(1000)
      })
      check((await chargesOf(installation, ids)).length === 0, 'charged by a wrong clock')
      check((await statesOf(installation, ids)).SCHEDULED === ids.length, 'moved by a wrong clock')
      check(
        (
          await installation.owner.query(
            `select from subscriptions.subscription where id = any($1) and state <> 'active'`,
            [ids],
          )
        ).rowCount === 0,
        'ended by a wrong clock',
      )
      const released = installation.cli('plans', 'resume')
      check(
        released.ok && (await killSwitchReason(installation)) === undefined,
        `charging was not resumed: ${released.output}`,
      )
    }
    const after = (
      await installation.owner.query(
        'select count(*)::int as n from subscriptions.occurrence where subscription_id <> all($1)',
        [ids],
      )
    ).rows[0].n
    check(before === after, 'a wrong clock wrote gifts down')
    await withWorkers([installation.startWorker()], () => expectEachOnce(installation, ids))
  },

  'F23 four hundred subscriptions are cancelled during their charge': async (installation) => {
    const { ids } = await dueDonations(installation, 400)
    const donors = await Promise.all([another(installation), another(installation)])
    await withWorkers([installation.startWorker(), installation.startWorker()], async () => {
      await until(async () => ((await statesOf(installation, ids)).SUCCEEDED ?? 0) > 5, 60_000, 'the first charges')
      await Promise.all(
        donors.map(async (donor, nth) => {
          // From the end of the queue: the engine comes towards them.
          for (const id of ids.filter((_, place) => place % 2 === nth).toReversed()) await cancel(donor, id)
        }),
      )
      await until(
        async () => {
          await hurry(installation, ids)
          await sleep(300)
          const { SUCCEEDED = 0, CANCELLED = 0 } = await statesOf(installation, ids)
          return SUCCEEDED + CANCELLED === ids.length
        },
        120_000,
        'an end of each gift',
      )
    })
    await Promise.all(donors.map((donor) => donor.end()))
    const charged = (await chargesOf(installation, ids)).map(({ metadata }) => metadata.subscription!)
    const { rows } = await installation.owner.query<{ id: string }>(
      `select subscription_id as id from subscriptions.occurrence where subscription_id = any($1) and state = 'SUCCEEDED'`,
      [ids],
    )
    check(new Set(charged).size === charged.length, 'charged twice')
    check(
      charged.toSorted().join() ===
        rows
          .map(({ id }) => id)
          .toSorted()
          .join(),
      'cancelled and charged, or neither',
    )
    check(
      charged.length > 5 && charged.length < ids.length,
      `nothing raced: ${charged.length} of ${ids.length} were charged`,
    )
  },

  'F25 the provider answers 429 and 503': async (installation) => {
    const { ids } = await dueDonations(installation, 40)
    await installation.breakNext('create', 'flt_429', 4)
    await installation.breakNext('create', 'flt_503', 20)
    await installation.breakNext('confirm', 'flt_429', 12)
    await withWorkers([installation.startWorker()], () => expectEachOnce(installation, ids))
    const { rows } = await installation.owner.query<{ tries: number }>(
      'select max(retries)::int as tries from subscriptions.occurrence where subscription_id = any($1)',
      [ids],
    )
    check(rows[0]!.tries === 0, 'a try was spent although no bank was asked')
    check(
      (
        await installation.owner.query(
          `select from subscriptions.subscription where id = any($1) and (failures > 0 or state <> 'active')`,
          [ids],
        )
      ).rowCount === 0,
      'a donor was blamed',
    )
  },

  'F20 the database is restored from a backup without the last charges': async (installation) => {
    const { ids } = await dueDonations(installation, 12)
    const file = path.join(installation.dataDir, 'an-hour-ago.backup')
    check(installation.cli('backup', file).ok, 'no backup was made')
    await withWorkers([installation.startWorker()], () => expectEachOnce(installation, ids))
    await installation.kill()
    const restored = installation.cli('restore', file, '--force')
    check(/Restored/.test(restored.output), `nothing was restored: ${restored.output}`)
    check((await statesOf(installation, ids)).SCHEDULED === ids.length, 'the backup is not from before the charges')
    await installation.start('', 'web')
    await withWorkers([installation.startWorker()], async () => {
      await until(async () => (await killSwitchReason(installation)) === 'provider-ahead', 60_000, 'charging stopped')
      await sleep(1500)
      check((await chargesOf(installation, ids)).length === ids.length, 'charged again')
      const released = installation.cli('plans', 'resume')
      check(released.output.includes(`imported from the provider: ${ids.length}.`), released.output)
      await expectEachOnce(installation, ids)
      check((await killSwitchReason(installation)) === undefined, 'charging was stopped again')
    })
  },

  'F12 a worker is killed in the repeated hour of a clock change, and another one continues in it': async () => {
    // A separate installation: no other test shares its time.
    const apart = await startInstallation()
    try {
      await apart.start('', 'web')
      await moveDatabaseClock(apart)
      await apart.owner.query(
        `update subscriptions.occurrence set state = 'SKIPPED', skip_reason = 'paused' where state = 'SCHEDULED'`,
      )
      await apart.owner.query('update campaigns.campaign set ends_at = null')
      await apart.owner.query(
        `update organizations.organization set verified_until = '2100-01-01' where verification_state = 'verified'`,
      )
      // Forward and back, at midnight: later in the night nothing is charged. For more zones, without processes:
      // modules/recurring/subscriptions/billing/clocks.test.ts.
      for (const { timeZone, at } of nextChanges('Africa/Cairo').slice(0, 2)) await dieAtTheChange(apart, timeZone, at)
      const worker = apart.startWorker()
      await expectBooksToAgree(apart)
      await worker.kill()
    } finally {
      await apart.stop()
    }
  },
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/**
 * When the clocks of a zone go forward and back within the next year or so; none where it was decided that they stay.
 */
function nextChanges(timeZone: string): { timeZone: string; at: number }[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  const offset = (instant: number) => format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value
  const first = Math.ceil(Date.now() / hour) * hour + 2 * day
  const hours = Array.from({ length: 400 * 24 }, (_, index) => first + index * hour)
  return hours.filter((hour) => offset(hour) !== offset(hour - 1)).map((hour) => ({ timeZone, at: hour }))
}

/**
 * A donation is due half an hour before a change of the clocks, and the worker that claims it dies. Half an hour after
 * the change, another worker looks for due donations; if the clocks went back, the local time is the same.
 */
async function dieAtTheChange(installation: Installation, timeZone: string, position: number): Promise<void> {
  const due = new Date(position - 30 * minute)
  const on = localDateIn(timeZone, due)
  const ids = await addSubscriptions(installation.owner, installation.sandbox, 1, 1)
  await makeDue(installation.owner, ids, on)
  await installation.owner.query(
    'update subscriptions.occurrence set on_date = $2, planned_at = $3, due_at = $3 where subscription_id = any($1)',
    [ids, on, due],
  )
  const later = new Date(position + 300 * day)
  await installation.owner.query(
    'update subscriptions.subscription set time_zone = $2, consent_until = $3, scheduled_until = $3 where id = any($1)',
    [ids, timeZone, later],
  )
  const workerAt = (instant: number, failpoints = '') =>
    installation.startWorker({ failpoints, clockOffsetMs: instant - Date.now(), withDatabase: true })
  await workerAt(due.getTime(), 'after_provider:kill').died
  check(
    (await chargesOf(installation, ids)).length === 1,
    `${timeZone}: the worker did not die after the bank was asked`,
  )
  await installation.owner.query(
    `update subscriptions.occurrence set lease_until = now() where subscription_id = any($1) and state = 'PROCESSING'`,
    [ids],
  )
  await withWorkers([workerAt(position + 30 * minute), workerAt(position + 30 * minute)], async () => {
    await expectEachOnce(installation, ids)
    await sleep(1500)
    await expectEachOnce(installation, ids)
  })
  const { rows } = await installation.owner.query<{ key: string }>(
    'select occurrence_key as key from subscriptions.occurrence where subscription_id = any($1)',
    [ids],
  )
  check(rows.length === 1 && rows[0]!.key === on, `${timeZone}: ${rows.length} gifts for ${on}`)
}

/** As the use case does it: the subscription is held, then it and what is to come of it end together. */
async function cancel(donor: pg.Client, id: string): Promise<void> {
  await donor.query('begin')
  await donor.query('select from subscriptions.subscription where id = $1 for update', [id])
  await donor.query(
    `update subscriptions.subscription set state = 'cancelled', reason = 'donor', closed_at = now() where id = $1`,
    [id],
  )
  await donor.query(
    `update subscriptions.occurrence set state = 'CANCELLED' where subscription_id = $1 and state = 'SCHEDULED'`,
    [id],
  )
  await donor.query('commit')
}
