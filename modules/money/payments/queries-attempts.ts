import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import { uuidv7 } from '#shared/ids.ts'
import type { Db, Ports } from '#shared/ports.ts'
import type { AttemptState } from './rules/attempt.ts'
import type { IntentState } from './rules/intent.ts'
import './tables.ts'

/** One attempt with its intent's agreed amount in minor units. `order` is opaque to this module. */
export type Attempt = {
  readonly id: string
  readonly intentId: string
  readonly state: AttemptState
  readonly intentState: IntentState
  readonly attemptsMade: number
  readonly provider: string
  readonly providerIntentId: string
  readonly amount: bigint
  readonly currency: Currency
  readonly scope: string
  readonly requestHash: string
  readonly quoteHash: string
  readonly order: unknown
  readonly method: string
  readonly challenge: { readonly url: string; readonly clientSecret?: string } | null
  readonly challengeExpiresAt: Date | null
  /** Time of the provider's first report that the bank decides later; null if there was none. */
  readonly processingAt: Date | null
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly declineCode: string | null
  readonly lookups: number
  readonly nextLookupAt: Date | null
  readonly submittedAt: Date
}

const attemptColumns = `a.id, a.intent_id as "intentId", a.state, i.state as "intentState", i.attempts_made as "attemptsMade", a.provider,
  i.provider_intent_id as "providerIntentId", a.amount, a.currency, a.scope, a.request_hash as "requestHash", i.quote_hash as "quoteHash",
  i.order_details as "order", a.method, a.challenge, a.challenge_expires_at as "challengeExpiresAt", a.processing_at as "processingAt", a.card_brand as "cardBrand",
  a.card_last4 as "cardLast4", a.decline_code as "declineCode", a.lookups, a.next_lookup_at as "nextLookupAt", a.submitted_at as "submittedAt"`

const one = <Row>(rows: readonly Row[]): Row | undefined => rows[0]

/** Identifies who sent a request: the account or guest, and the browser's visit, which survives login and logout. */
export type Requester = { readonly scope: string; readonly visit: string | null }

/** Returns the scopes whose payments a requester may continue: their own and that of their visit before login. */
export const scopesOf = ({ scope, visit }: Requester): string[] => (visit === null ? [scope] : [scope, visit])

/** Finds the attempt of a request. Keys of other requesters don't match. */
export const findAttemptByKey = async (
  ports: Ports,
  { scope, visit }: Requester,
  key: string,
): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.attempt_by_key',
      `
        select ${attemptColumns}
        from payments.attempt a
        join payments.intent i on i.id = a.intent_id
        where a.idempotency_key = $3 and (a.scope = $1 or a.scope = $2 or a.visit = $2)
        order by a.submitted_at desc
        limit 1
      `,
      [scope, visit, key],
    ),
  )

export const findAttempt = async (ports: Ports, id: string): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.attempt_by_id',
      `select ${attemptColumns} from payments.attempt a join payments.intent i on i.id = a.intent_id where a.id = $1`,
      [id],
    ),
  )

/** Finds the newest attempt of an intent, which has the payment's status. */
export const findLastAttempt = async (ports: Ports, intentId: string): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.last_attempt',
      `
        select ${attemptColumns}
        from payments.attempt a
        join payments.intent i on i.id = a.intent_id
        where a.intent_id = $1
        order by a.submitted_at desc, a.id desc
        limit 1
      `,
      [intentId],
    ),
  )

/** Finds the attempt of a provider's intent: the paid one, otherwise the newest. */
export const findAttemptByProviderIntent = async (
  ports: Ports,
  provider: string,
  providerIntentId: string,
): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.attempt_by_provider_intent',
      `
        select ${attemptColumns}
        from payments.intent i
        join payments.attempt a on a.intent_id = i.id
        where i.provider = $1 and i.provider_intent_id = $2
        order by (a.state = 'SUCCEEDED') desc, a.submitted_at desc
        limit 1
      `,
      [provider, providerIntentId],
    ),
  )

/** Finds the attempts of many provider intents; unknown ids are absent from the result. */
export async function findAttemptsByProviderIntents(
  ports: Ports,
  provider: string,
  providerIntentIds: readonly string[],
): Promise<Map<string, Attempt>> {
  const rows = await ports.statement<Attempt>(
    'payments.attempts_by_provider_intents',
    `
      select distinct on (i.id) ${attemptColumns}
      from payments.intent i
      join payments.attempt a on a.intent_id = i.id
      where i.provider = $1 and i.provider_intent_id = any($2::text[])
      order by i.id, (a.state = 'SUCCEEDED') desc, a.submitted_at desc
    `,
    [provider, providerIntentIds],
  )
  return new Map(rows.map((row) => [row.providerIntentId, row]))
}

/** Finds an attempt by scope and key in the caller's transaction. */
export const findAttemptInScope = async (db: Db, scope: string, key: string): Promise<Attempt | undefined> =>
  one(
    (
      await sql<Attempt>`
        select ${sql.raw(attemptColumns)}
        from payments.attempt a
        join payments.intent i on i.id = a.intent_id
        where a.scope = ${scope} and a.idempotency_key = ${key}
      `.execute(db)
    ).rows,
  )

/**
 * Leases unresolved attempts whose look-up is due to the caller until `leaseUntil`, so that concurrent workers never
 * look up the same one.
 */
export const leaseDueAttempts = (ports: Ports, now: Date, leaseUntil: Date, limit: number): Promise<Attempt[]> =>
  ports.statement<Attempt>(
    'payments.lease_due',
    `
      with
        due as (
          select id
          from payments.attempt
          where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN') and next_lookup_at <= $1
          order by next_lookup_at
          limit $3
          for update skip locked
        ),
        a as (
          update payments.attempt
          set next_lookup_at = $2, lookups = lookups + 1
          where id in (select id from due)
          returning *
        )
      select ${attemptColumns}
      from a
      join payments.intent i on i.id = a.intent_id
    `,
    [now, leaseUntil, limit],
  )

/** Sets the next look-up (null for none) and the state until then. A final state doesn't change. */
export const scheduleLookup = (
  ports: Ports,
  attemptId: string,
  state: AttemptState,
  instant: Date | null,
): Promise<unknown> =>
  ports.statement(
    'payments.schedule_lookup',
    `
      update payments.attempt
      set state = $2, next_lookup_at = $3
      where id = $1 and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN')
    `,
    [attemptId, state, instant],
  )

/**
 * Counts the paid attempts that were created since `since`. Ids begin with their creation time, so PostgreSQL reads
 * only newer rows.
 */
export async function countPaidSince(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payments.attempt')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('id', '>=', uuidv7(since, new Uint8Array(10)))
    .where('state', '=', 'SUCCEEDED')
    .executeTakeFirstOrThrow()
  return Number(count)
}
