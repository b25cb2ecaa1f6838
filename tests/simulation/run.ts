import os from 'node:os'
import path from 'node:path'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { announceMonth } from '#modules/recurring/plans/announce-month.ts'
import { savePlan } from '#modules/recurring/plans/plan-queries.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import {
  requestConsentRenewals,
  suspendExpiredConsents,
} from '#modules/recurring/subscriptions/agreement/consent/expiring-consents.ts'
import { chargeDue } from '#modules/recurring/subscriptions/billing/charge-due.ts'
import { recoverExpiredLeases } from '#modules/recurring/subscriptions/billing/recover-expired-leases.ts'
import { endFinishedPlans } from '#modules/recurring/subscriptions/agreement/states/end-finished-plans.ts'
import { failUnansweredChallenges } from '#modules/recurring/subscriptions/billing/fail-unanswered-challenges.ts'
import { rescheduleForMonth } from '#modules/recurring/subscriptions/agreement/schedule/reschedule-nights.ts'
import { scheduleDonations } from '#modules/recurring/subscriptions/agreement/schedule/schedule-donations.ts'
import { type App, createApp } from '#server/app.ts'
import { type DemoSecrets, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/db.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import type { Log } from '#shared/ports.ts'
import { createBank } from './bank.ts'
import { seededRandom } from './chance.ts'
import { dayMs, hourMs } from './days.ts'
import { act, startPlan, type Donor, type Offers } from './donors.ts'
import { fateOf } from './fates.ts'
import { compare, type Report } from './compare.ts'
import { type Done, fateDayOf } from './oracle.ts'
import type { World } from './stories.ts'
import { createWorker, ProcessKilled } from './worker.ts'

export type RunOptions = {
  /** Connection with the owner's role; workers use the application's role. */
  readonly ownerUrl: string
  readonly workers: number
  /** Probability that a worker is killed at a failpoint. */
  readonly deadliness: number
  /** Probability that the provider doesn't respond. */
  readonly silence: number
  readonly onDay?: (now: Date, charges: number) => void
}

const secrets: DemoSecrets = {
  sessionSecret: 'a simulation of forty-eight characters that opens nothing',
  fieldKey: Buffer.alloc(32, 5).toString('base64'),
  sandboxSecretKey: 'sk_sandbox_simulation',
  sandboxPublishableKey: 'pk_sandbox_simulation',
  sandboxWebhookSecret: 'whsec_simulation',
}

/** Runs a simulation from its first to its last day and compares the result with the reference calculation. */
export async function run(
  world: World,
  { ownerUrl, workers: count, deadliness, silence, onDay }: RunOptions,
): Promise<Report> {
  let now = world.from
  const clock = () => new Date(now)
  const errors: string[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields, text) => {
      // The seed also determines missing responses and killed workers.
      if (
        !((fields as { error?: unknown }).error instanceof ProcessKilled) &&
        !text.startsWith('the payment provider is away')
      )
        errors.push(`${clock().toISOString()} ${text} ${JSON.stringify(fields, plain)}`)
    },
  }
  const idOf: string[] = []
  const storyOf = new Map<string, number>()
  const bank = createBank({
    seed: world.seed,
    now: () => now,
    silence,
    fateOf: (subscriptionId, key) => fateOf(world, world.stories[storyOf.get(subscriptionId)!]!, key, fateDayOf(key)),
  })
  const notices = new Map<string, number>()
  const config = parseConfig(
    {
      DATA_DIR: path.join(os.tmpdir(), `sunbul-simulation-${process.pid}`),
      LOG_LEVEL: 'silent',
      DEFAULT_COUNTRY: 'GB',
    },
    () => secrets,
  )
  const open = (name: string, max: number) => {
    const database = openDatabase({ url: ownerUrl, log, max, name })
    const app: App = {
      ...createApp(config, database, log),
      clock,
      isClockSimulated: true,
      providers: createPaymentProviders([bank.gateway]),
      enqueue: async (_tx, task, payload) => {
        const kind = (payload as { kind?: string }).kind ?? ''
        notices.set(`${task} ${kind}`, (notices.get(`${task} ${kind}`) ?? 0) + 1)
      },
    }
    return app
  }
  const web = open('simulated-web', 6)
  const roll = seededRandom(world.seed + 1)
  const workers = Array.from({ length: count }, (_, index) =>
    createWorker(open(`simulated-${index}`, 3), { roll, deadliness }),
  )
  const { offers, donors, staff } = await people(web, world)
  const done: Done[][] = world.stories.map(() => [])

  const agenda = [
    ...world.stories.flatMap((story) =>
      story.acts.map((what) => ({ at: what.at, work: () => live(story.index, what) })),
    ),
    ...world.announcements.map(({ at, ...month }) => ({
      at,
      work: async () => {
        await announceMonth(web, staff, aRequestContext(), { ...month, source: 'the simulation' })
        await rescheduleForMonth(web, month)
      },
    })),
  ].sort((a, b) => a.at - b.at)

  async function live(index: number, what: (typeof world.stories)[number]['acts'][number]): Promise<void> {
    const story = world.stories[index]!
    const donor = donors[Math.floor(index / 10)]!
    if (what.kind === 'begin') {
      idOf[index] = await startPlan(web, story, donor, offers).catch((error: unknown) => {
        // A plan that ends before its first donation can't start.
        if ((error as { code?: string }).code === 'nothing-to-give') return ''
        throw error
      })
      storyOf.set(idOf[index], index)
    } else if (idOf[index]) {
      const did = await act(web, what, idOf[index], donor)
      if (did) done[index]!.push(did)
    }
  }

  /** Runs a worker concurrently with all others, until it is done or killed. */
  const all = async (work: (app: App) => Promise<number>, workersAt: readonly (typeof workers)[number][] = workers) => {
    const counts = await Promise.all(
      workersAt.filter((worker) => worker.isAlive()).map((worker) => work(worker.app).catch(orDeath)),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const drain = async () => {
    while ((await nextDue(web)).hasData && (await all(drainOutbox, workers.slice(0, 2))) > 0);
  }

  /**
   * Runs the loops of the workers that have work at this instant; others are skipped for speed.
   */
  async function engine({ dueAt, leaseAt, lookUpAt }: NextDue): Promise<void> {
    for (const worker of workers) if (!worker.isAlive()) worker.restart()
    const isTime = (instant: Date | null) => instant !== null && instant.getTime() <= now
    if (isTime(lookUpAt)) await all((app) => resolveDueAttempts(app), workers.slice(0, 3))
    if (isTime(leaseAt)) await all((app) => recoverExpiredLeases(app), workers.slice(2, 5))
    let more = isTime(dueAt)
    while (more) more = (await all((app) => chargeDue(app, { limit: 50 }))) > 0 && isTime((await nextDue(web)).dueAt)
    if (isTime(dueAt) || isTime(leaseAt) || isTime(lookUpAt)) await drain()
  }

  let nextJobs = world.from
  async function jobs(): Promise<void> {
    const app = workers.find((worker) => worker.isAlive())?.app
    if (!app) return
    if (new Date(now).getUTCHours() < 2) {
      while ((await scheduleDonations(app)) > 0);
      onDay?.(clock(), bank.truth.length)
    }
    await Promise.all(
      [failUnansweredChallenges, suspendExpiredConsents, endFinishedPlans, requestConsentRenewals].map(async (job) => {
        while ((await job(app)) > 0);
      }),
    )
  }

  const outageAt = (instant: number) => world.outages.find(({ from, until }) => from <= instant && instant < until)
  for (let next = 0; ;) {
    const coming = await nextDue(web)
    const due = Math.min(
      ...[coming.dueAt, coming.leaseAt, coming.lookUpAt].map(
        (instant) => instant?.getTime() ?? Number.POSITIVE_INFINITY,
      ),
    )
    const engineAt = outageAt(Math.max(due, now))?.until ?? due
    const to = Math.max(
      Math.min(agenda[next]?.at ?? Number.POSITIVE_INFINITY, outageAt(nextJobs)?.until ?? nextJobs, engineAt),
      engineAt <= now ? now + 20_000 : now,
    )
    if (to >= world.until) break
    now = to
    const acts: Promise<void>[] = []
    for (; next < agenda.length && agenda[next]!.at <= now; next++) acts.push(agenda[next]!.work())
    const isAway = outageAt(now) !== undefined
    await Promise.all([...acts, isAway ? undefined : engine(coming)])
    if (!isAway && now >= nextJobs) {
      await jobs()
      nextJobs = now + 3 * hourMs
      // Jobs of the day run in its first hours.
      if (Math.floor(nextJobs / dayMs) > Math.floor(now / dayMs))
        nextJobs = Math.floor(nextJobs / dayMs) * dayMs + 20 * 60_000
    }
  }
  const report = await compare(world, {
    ownerUrl,
    app: web,
    idOf,
    done,
    truth: bank.truth,
    errors,
    deaths: workers.reduce((sum, worker) => sum + worker.deaths(), 0),
    notices,
  })
  await Promise.all([web, ...workers.map(({ app }) => app)].map((app) => app.database.close()))
  return report
}

const plain = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value instanceof Error ? value.stack : value

function orDeath(error: unknown): number {
  if (error instanceof ProcessKilled) return 0
  throw error
}

type NextDue = {
  readonly dueAt: Date | null
  readonly leaseAt: Date | null
  readonly lookUpAt: Date | null
  readonly hasData: boolean
}

/** Returns the next time at which the billing engine has work. */
async function nextDue({ statement }: App): Promise<NextDue> {
  const [row] = await statement<NextDue>(
    'simulation.next_due',
    `select (select min(due_at) from subscriptions.occurrence where state = 'SCHEDULED') as "dueAt",
      (select min(lease_until) from subscriptions.occurrence where state in ('PROCESSING', 'UNKNOWN')) as "leaseAt",
      (select min(next_lookup_at) from payments.attempt where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN')) as "lookUpAt",
      exists (select from outbox.event) as "hasData"`,
    [],
  )
  return row!
}

async function people(app: App, world: World) {
  const campaign = await aCampaign(app, { ends_at: null })
  const instant = app.clock()
  const offer = async (frequency: 'week' | 'month') => {
    const id = app.newId()
    await app.write((tx) =>
      savePlan(tx, {
        id,
        type: 'CHARITY',
        programme: null,
        campaignId: campaign.id,
        frequency,
        isEnabled: true,
        isOnCampaignPage: true,
        requestsPhone: false,
        at: instant,
      }),
    )
    return id
  }
  const offers: Offers = { weekly: await offer('week'), monthly: await offer('month'), campaignId: String(campaign.id) }
  const donors: Donor[] = []
  for (let index = 0; index * 10 < world.stories.length; index++) {
    const { viewer } = await aSession(app)
    donors.push({ viewer, cardId: (await aCard(app, viewer)).id })
  }
  return { offers, donors, staff: (await aSession(app, { roles: ['admin'] })).viewer }
}
