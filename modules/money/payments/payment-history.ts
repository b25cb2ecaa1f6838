import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Ports } from '#shared/ports.ts'
import { isFewRows } from '#shared/statement.ts'
import type { Duplicate } from './queries.ts'
import type { LiveIntent } from './queries-intents.ts'
import type { ChargeFrequency } from './tables.ts'

/** Counts how often the card of an attempt was declined since `since`, over all payments (payments-15). */
export const countDeclinesOfCard = async (db: Db, attemptId: string, since: Date): Promise<number> =>
  one(
    (
      await sql<{
        count: number
      }>`select count(*)::int as count from payments.attempt where state = 'DECLINED' and submitted_at > ${since}
      and card_fingerprint = (select card_fingerprint from payments.attempt where id = ${attemptId})`.execute(db)
    ).rows,
  ).count

/**
 * Facts that are read before the provider is called. The claim checks duplicates and unpaid attempts again
 * (ADR-0028).
 */
export type PaymentHistory = {
  /** An earlier attempt with the same idempotency key; null if there is none. */
  readonly attemptId: string | null
  /**
   * Attempts of the network in the last hour that were declined or are unresolved, and the declined ones among them.
   * At most 200 attempts are read.
   */
  readonly unpaidFromNetwork: number
  readonly declinedFromNetwork: number
  /** Declined attempts with this email in the last day. */
  readonly failedForEmail: number
  /** Cards of this scope that were declined in the last hour. */
  readonly failedCardsInScope: number
  /**
   * The newest payment by this donor for the same donation. `at` is an ISO instant; `isChallenged` means that a 3-D
   * Secure challenge is open.
   */
  readonly duplicate: (Omit<Duplicate, 'at'> & { readonly at: string; readonly isChallenged: boolean }) | null
  /** The intent with this reference that is paid or can still be paid. */
  readonly live: LiveIntent | null
}

type HistoryQuery = {
  readonly scope: string
  readonly visit: string | null
  readonly key: string
  readonly ip: string
  readonly emailKey: string | null
  /** Null skips the search for duplicates. */
  readonly donationHash: string | null
  readonly frequency: ChargeFrequency
  readonly reference: string | null
  readonly now: Date
}

/** Reads the payment history of a request. Concurrent calls share one SQL statement. */
export const checkPaymentHistory = (ports: Ports, query: HistoryQuery): Promise<PaymentHistory> =>
  ports.batch('payments.history', query, (queries) => readHistories(ports, queries))

const readHistories = (ports: Ports, queries: readonly HistoryQuery[]): Promise<PaymentHistory[]> =>
  ports.statement<PaymentHistory>(
    'payments.history',
    `
      select
        coalesce(
          (select id from payments.attempt where scope = q.scope and idempotency_key = q.key),
          (select id from payments.attempt where scope = q.visit and idempotency_key = q.key),
          (select id from payments.attempt where visit = q.visit and idempotency_key = q.key limit 1)
        ) as "attemptId",
        n.unpaid as "unpaidFromNetwork",
        n.declined as "declinedFromNetwork",
        (
          select count(*)::int
          from payments.attempt
          where state = 'DECLINED' and email_key = q.email_key and submitted_at > q.now - interval '1 day'
        ) as "failedForEmail",
        (
          select count(distinct card_fingerprint)::int
          from payments.attempt
          where state = 'DECLINED' and scope = q.scope and submitted_at > q.now - interval '1 hour'
        ) as "failedCardsInScope",
        (
          select json_build_object(
            'intentId',
            intent_id,
            'at',
            given_at,
            'isConfirming',
            state <> 'SUCCEEDED',
            'isChallenged',
            state = 'REQUIRES_ACTION'
          )
          from payments.recent_duplicate(q.scope, q.visit, q.email_key, q.donation_hash, q.frequency, q.now)
        ) as duplicate,
        (
          select json_build_object(
            'id',
            id,
            'provider',
            provider,
            'providerIntentId',
            provider_intent_id,
            'quoteHash',
            quote_hash,
            'attemptsMade',
            attempts_made,
            'state',
            state,
            'scope',
            scope
          )
          from payments.intent
          where reference = q.reference and state not in ('FAILED', 'EXPIRED', 'CANCELLED')
        ) as live
      from rows
      from (
        json_to_recordset($1::json) as (
          scope text,
          visit text,
          key text,
          ip text,
          email_key text,
          donation_hash text,
          frequency text,
          reference text,
          now timestamptz
        )
      )
      with ordinality as q(scope, visit, key, ip, email_key, donation_hash, frequency, reference, now, place)
      cross join lateral (
        select count(*)::int as unpaid, count(*) filter (where state = 'DECLINED')::int as declined
        from (
          select state
          from payments.attempt
          where ip = q.ip
            and submitted_at > q.now - interval '1 hour'
            and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED')
          limit 200
        ) unpaid
      ) n
      where ${isFewRows('q.now')}
      order by q.place
    `,
    // One JSON value, because PostgreSQL plans each call anew when it knows the lengths of arrays.
    [
      JSON.stringify(
        queries.map((query) => ({ ...query, email_key: query.emailKey, donation_hash: query.donationHash })),
      ),
    ],
  )

/**
 * Finds those of these paid intents that repeat a donation paid with the same email in another visit less than 15
 * minutes earlier. Checkout didn't ask these donors, because the question would tell a stranger about the first
 * donation (payments-12). Of two concurrent payments, the later one counts as the repeat.
 */
export async function findRepeatsFromOtherVisits(db: Db, intentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.id
    from payments.intent i
    join payments.attempt a on a.intent_id = i.id and a.state = 'SUCCEEDED'
    join payments.attempt other on other.email_key = a.email_key
      and other.state = 'SUCCEEDED'
      and other.intent_id <> i.id
      and other.settled_at > a.submitted_at - interval '15 minutes'
      and (other.settled_at, other.id) < (a.settled_at, a.id)
    join payments.intent o on o.id = other.intent_id
      and o.donation_hash = i.donation_hash
      and o.frequency = i.frequency
      and o.state = 'SUCCEEDED'
    where i.id = any(${intentIds}::uuid[])
      and o.scope <> i.scope
      and coalesce(other.visit, o.scope) <> coalesce(a.visit, i.scope)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Marks a proof of work as used; returns false if it was used before, because a proof permits one request
 * (security-15). For a payment, the claim does this instead.
 */
export async function markProofAsUsed(ports: Ports, salt: string, instant: Date): Promise<boolean> {
  const rows = await ports.statement(
    'payments.spend_proof',
    'insert into payments.used_proof (salt, used_at) values ($1, $2) on conflict do nothing returning salt',
    [salt, instant],
  )
  return rows.length === 1
}
