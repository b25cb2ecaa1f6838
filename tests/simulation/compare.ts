import type { App } from '#server/app.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import type { BankCharge } from './bank.ts'
import { dayMs, localDay } from './days.ts'
import { type Done, expectedOf } from './oracle.ts'
import { type Kind, kinds, type Story, type World } from './stories.ts'

export type Row = {
  readonly kind: Kind | 'all'
  subscriptions: number
  due: number
  charged: number
  missing: number
  double: number
  early: number
  late: number
  notDue: number
}
export type Report = {
  readonly rows: readonly Row[]
  /** All differences, one per line. */
  readonly faults: readonly string[]
  readonly deaths: number
  readonly notices: ReadonlyMap<string, number>
}

export type SimulationResult = {
  readonly ownerUrl: string
  readonly app: App
  readonly idOf: readonly string[]
  readonly done: readonly (readonly Done[])[]
  readonly truth: readonly BankCharge[]
  readonly errors: readonly string[]
  readonly deaths: number
  readonly notices: ReadonlyMap<string, number>
}

/** Compares the provider's charges with the calendar, and the ledger with the provider's charges. */
export async function compare(world: World, came: SimulationResult): Promise<Report> {
  const { app, idOf, done, truth, errors } = came
  const faults: string[] = errors.map((error) => `an error was logged: ${error}`)
  const rows = new Map<string, Row>()
  const rowOf = (kind: Row['kind']) =>
    rows.get(kind) ??
    rows
      .set(kind, { kind, subscriptions: 0, due: 0, charged: 0, missing: 0, double: 0, early: 0, late: 0, notDue: 0 })
      .get(kind)!
  for (const kind of kinds) rowOf(kind)
  const charges = Map.groupBy(truth, ({ subscriptionId }) => subscriptionId)
  const states = new Map(
    (await app.db.selectFrom('subscriptions.subscription').select(['id', 'state', 'reason']).execute()).map((row) => [
      row.id,
      row,
    ]),
  )
  for (const story of world.stories) {
    const id = idOf[story.index]
    if (!id) continue
    const row = rowOf(story.kind)
    const say = (what: string, key: string, position?: number) =>
      faults.push(
        `${what}: story ${story.index} (${story.kind}, ${story.zone}, ${story.calendar}) ${id} gift ${key}${position === undefined ? '' : ` at ${new Date(position).toISOString()}`}`,
      )
    row.subscriptions += 1
    const expected = new Map(expectedOf(world, story, done[story.index]!).map((expected) => [expected.key, expected]))
    const given = Map.groupBy(
      (charges.get(id) ?? []).flatMap(({ keys, at }) => keys.map((key) => ({ key, at }))),
      ({ key }) => key,
    )
    for (const { key, must, earliest } of expected.values()) {
      if (must) row.due += 1
      if (must && !given.has(key)) {
        row.missing += 1
        say('missing', key, earliest)
      }
    }
    for (const [key, times] of given) {
      row.charged += times.length
      const one = expected.get(key)
      if (times.length > 1) {
        row.double += times.length - 1
        say('double', key)
      }
      if (!one) {
        row.notDue += 1
        say('not due', key, times[0]!.at)
      } else if (times[0]!.at < one.earliest) {
        row.early += 1
        say('early', key, times[0]!.at)
      } else if (one.must && times[0]!.at > one.latest) {
        row.late += 1
        say('late', key, times[0]!.at)
      }
    }
    const end = endOf(world, story, done[story.index]!)
    if (end && states.get(id)!.state !== end)
      say(`should be ${end} and is ${states.get(id)!.state} (${states.get(id)!.reason})`, '-')
  }
  faults.push(...(await leftovers(world, came)), ...(await booksOf(came)))
  const total = rowOf('all')
  for (const row of rows.values())
    if (row !== total)
      for (const name of ['subscriptions', 'due', 'charged', 'missing', 'double', 'early', 'late', 'notDue'] as const)
        total[name] += row[name]
  return { rows: [...rows.values()], faults, deaths: came.deaths, notices: came.notices }
}

/** Returns the expected final state of a subscription, if only its donor's actions determine it. */
function endOf(world: World, story: Story, done: readonly Done[]): 'cancelled' | 'ended' | undefined {
  if (done.some(({ kind }) => kind === 'cancel')) return 'cancelled'
  const soon = localDay('UTC', world.until - 12 * dayMs)
  return story.endsOn !== null && story.endsOn < soon ? 'ended' : undefined
}

/** Checks that no payment is pending and no due occurrence is left. */
async function leftovers(world: World, { app }: SimulationResult): Promise<string[]> {
  const rows = await app.statement<{ id: string; key: string; state: string }>(
    'simulation.leftovers',
    `select subscription_id as id, occurrence_key as key, state from subscriptions.occurrence
     where state in ('PROCESSING', 'UNKNOWN') and lease_until < $1 or state = 'ACTION_REQUIRED' and action_deadline < $1 or state = 'SCHEDULED' and due_at < $1`,
    [new Date(world.until - dayMs)],
  )
  const [waiting] = await app.statement<{ facts: number; payments: number }>(
    'simulation.waiting',
    `select (select count(*)::int from outbox.event where occurred_at < $1) as facts,
       (select count(*)::int from payments.attempt where state in ('RECORDED', 'SUBMITTED', 'UNKNOWN') and submitted_at < $1) as payments`,
    [new Date(world.until - dayMs)],
  )
  return [
    ...rows.map(({ id, key, state }) => `left ${state}: ${id} gift ${key}`),
    ...(waiting!.facts > 0 ? [`${waiting!.facts} events without a reaction`] : []),
    ...(waiting!.payments > 0 ? [`${waiting!.payments} payments without an outcome`] : []),
  ]
}

/** Runs all ledger checks, and compares each charge of the provider with its attempt. */
async function booksOf({ app, ownerUrl, truth }: SimulationResult): Promise<string[]> {
  // Q8 and Q15 use the database's clock instead of the simulated one; `leftovers` checks this.
  const faults = (await verifyLedger(ownerUrl, undefined))
    .filter(({ title, count }) => count > 0 && !/^Q(8|15):/.test(title))
    .map(({ title, count }) => `${count} rows of ${title}`)
  const ours = await app.statement<{ id: string; amount: bigint }>(
    'simulation.charges',
    `select provider_charge_id as id, amount from payments.attempt where state = 'SUCCEEDED'`,
    [],
  )
  const booked = new Map(ours.map(({ id, amount }) => [id, amount]))
  for (const { chargeId, amount } of truth)
    if (booked.get(chargeId) !== amount)
      faults.push(`the bank took ${amount} by ${chargeId}, we wrote down ${booked.get(chargeId)}`)
  if (booked.size !== truth.length) faults.push(`the bank made ${truth.length} charges, we know ${booked.size}`)
  const [open] = await app.statement<{ count: number }>(
    'simulation.paid',
    `select count(*)::int as count from subscriptions.occurrence where state = 'SUCCEEDED'`,
    [],
  )
  const donations = truth.reduce((sum, { keys }) => sum + keys.length, 0)
  if (open!.count !== donations) faults.push(`the bank took ${donations} gifts, ${open!.count} are called paid`)
  return faults
}
