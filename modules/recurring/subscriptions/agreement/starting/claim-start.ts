import { hash as digest } from 'node:crypto'
import { sql } from 'kysely'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import { Problem } from '#shared/problem.ts'
import { visitOf } from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import type { Subscription } from '../subscription-queries.ts'
import { type DonationsOfPlan, donationsOf } from '../../rules/same-plan.ts'
import '../../tables.ts'

/** A plan that starts. `repeatOf`: the plan that the donor confirmed to start again. */
type Start = { readonly subscriptionId: string; readonly repeatOf: string | undefined; readonly now: Date }
type Started = {
  readonly subscriptionId: string
  readonly startedAt: Date
  /** Whether the plan started with a donation that was paid at once. */
  readonly isPaid: boolean
}

/**
 * Returns the keys under which a start is claimed: the account's, and that of the visit with the donor's email. Another
 * email in the same visit is another donor. A visit that is known only by its network address has no key (payments-12).
 */
export function startKeysOf(
  context: Pick<RequestContext, 'sessionId'>,
  subscription: DonationsOfPlan & Pick<Subscription, 'accountId'>,
  email: string,
): string[] {
  const donations = donationsOf(subscription)
  const visit = visitOf(context)
  const who = [
    ...(subscription.accountId === null ? [] : [`account ${subscription.accountId}`]),
    ...(visit === null ? [] : [`visit ${visit} ${normalizeEmail(email)}`]),
  ]
  return who.map((starter) => digest('sha256', `${starter}\n${donations}`, 'base64url'))
}

/** Throws `duplicate-plan` if the donor started the same plan in the last 15 minutes and didn't confirm to repeat it. */
export async function rejectRecentStart(
  db: Db,
  keys: readonly string[],
  { subscriptionId, repeatOf, now }: Start,
): Promise<void> {
  const recent = await findRecentStart(db, keys, now, subscriptionId)
  if (recent && recent.subscriptionId !== repeatOf) throw duplicatePlan(recent)
}

/**
 * Throws `duplicate-plan` for a plan that starts with a donation, if the donor started the same one without a payment.
 * One that started with a donation is asked about with that donation (payments-12).
 */
export async function rejectRecentUnpaidStart(
  db: Db,
  keys: readonly string[],
  { subscriptionId, repeatOf, now }: Start,
): Promise<void> {
  const recent = await findRecentStart(db, keys, now, subscriptionId)
  if (recent && !recent.isPaid && recent.subscriptionId !== repeatOf) throw duplicatePlan(recent)
}

/**
 * Claims the start of a plan in the transaction that inserts it: of several processes one succeeds, the others throw
 * `duplicate-plan` (recurring-33). `repeatOf` confirms the repetition of one plan and of no later one.
 */
export async function claimStart(tx: Tx, keys: readonly string[], start: Start): Promise<void> {
  const { rows } = await sql`
    insert into subscriptions.recent_start as r (key, subscription_id, started_at)
    select key, ${start.subscriptionId}::uuid, ${start.now}::timestamptz
    from unnest(${[...keys]}::text[]) key
    order by key
    on conflict (key) do update
    set
      subscription_id = excluded.subscription_id,
      started_at = greatest(excluded.started_at, r.started_at + interval '1 microsecond')
    where r.started_at <= excluded.started_at - interval '15 minutes'
      or r.started_at <= (
        select max(repeated.started_at)
        from subscriptions.recent_start repeated
        where repeated.subscription_id = ${start.repeatOf ?? null}::uuid
      )
      or exists (select from subscriptions.subscription s where s.id = r.subscription_id and s.closed_at is not null)
    returning key
  `.execute(tx)
  if (rows.length === keys.length) return
  const recent = await findRecentStart(tx, keys, start.now, start.subscriptionId)
  throw duplicatePlan(recent ?? { subscriptionId: start.subscriptionId, startedAt: start.now })
}

/**
 * Returns the part of a statement that records plans which its part `started_plan` starts. They were paid, so they are
 * never refused; the next start is asked about.
 */
export const recordStartsPart = (
  plans: readonly { readonly subscriptionId: string; readonly keys: readonly string[]; readonly at: Date }[],
): Part => ({
  name: 'recorded_start',
  sql: `insert into subscriptions.recent_start as r (key, subscription_id, started_at)
    select distinct on (k.key) k.key, k.subscription_id, k.at
    from json_to_recordset($1::json) as k(key text, subscription_id uuid, at timestamptz)
    join started_plan s on s.id = k.subscription_id order by k.key, k.at desc
    on conflict (key) do update set
      subscription_id = excluded.subscription_id,
      started_at = greatest(excluded.started_at, r.started_at + interval '1 microsecond')
    returning key`,
  values: [
    JSON.stringify(
      plans.flatMap(({ subscriptionId, keys, at }) =>
        keys.map((key) => ({ key, subscription_id: subscriptionId, at })),
      ),
    ),
  ],
})

async function findRecentStart(
  db: Db,
  keys: readonly string[],
  now: Date,
  except: string,
): Promise<Started | undefined> {
  const { rows } = await sql<Started>`
    select r.subscription_id as "subscriptionId", r.started_at as "startedAt", s.first_intent_id is not null as "isPaid"
    from subscriptions.recent_start r
    join subscriptions.subscription s on s.id = r.subscription_id
    where r.key = any(${[...keys]}::text[])
      and r.started_at > ${now}::timestamptz - interval '15 minutes'
      and s.closed_at is null
      and r.subscription_id is distinct from ${except}::uuid
    order by r.started_at desc
    limit 1`.execute(db)
  return rows[0]
}

/** Deletes the starts that no later one can repeat. */
export const deleteOldStarts = (tx: Tx, now: Date) =>
  sql`delete from subscriptions.recent_start where started_at < ${now}::timestamptz - interval '1 hour'`.execute(tx)

/** Asks whether the donor means to start the plan again. To confirm, the client sends `duplicateOf` as `repeatOf`. */
const duplicatePlan = ({ subscriptionId, startedAt }: Omit<Started, 'isPaid'>): Problem =>
  new Problem('conflict', 'duplicate-plan', {
    more: { duplicateOf: subscriptionId, startedAt: startedAt.toISOString() },
  })
