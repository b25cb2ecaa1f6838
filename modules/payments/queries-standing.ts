import { sql } from 'kysely'
import type { Db, Ports } from '#shared/ports.ts'
import type { LiveIntent } from './queries-intents.ts'
import './tables.ts'

/** How often the card of an attempt was refused since an instant, whatever was to be paid with it (trust.md 1.4). */
export const refusalsOfCard = async (db: Db, attemptId: string, since: Date): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from payments.attempt where state = 'DECLINED' and submitted_at > ${since}
      and card_fingerprint = (select card_fingerprint from payments.attempt where id = ${attemptId})`.execute(db)
  ).rows[0]!.count

/** What must be known before a provider is troubled: was this press seen before, how hard is somebody trying, was the same just given. */
export type Standing = {
  readonly attemptId: string | null
  readonly failedFromIp: number
  readonly failedForEmail: number
  readonly failedCardsInScope: number
  /** Exactly the same of this visit or account: paid a short while ago, or begun within a day and without an end that is known. `at`: an ISO instant. */
  readonly sameGift: { readonly at: string; readonly isConfirming: boolean } | null
  /** The attempt at exactly the same of this visit whose bank still waits for an answer: in a tab that was closed, say. */
  readonly askedAttemptId: string | null
  /** What is, or may still be, paid for the reference that was asked for. */
  readonly live: LiveIntent | null
}

type StandingAsk = {
  readonly scope: string
  readonly visit: string | null
  readonly key: string
  readonly ip: string
  readonly emailKey: string | null
  readonly quoteHash: string
  readonly reference: string | null
  readonly hourAgo: Date
  readonly dayAgo: Date
  readonly recently: Date
}

/** Presses that arrive together ask together, in one statement. */
export const standingOf = (ports: Ports, of: StandingAsk): Promise<Standing> => ports.together('payments.standing', of, (asked) => standingsOf(ports, asked))

const standingsOf = (ports: Ports, asked: readonly StandingAsk[]): Promise<Standing[]> =>
  ports.statement<Standing>(
    'payments.standing',
    `select coalesce((select id from payments.attempt where scope = w.scope and idempotency_key = w.key),
         (select id from payments.attempt where scope = w.visit and idempotency_key = w.key),
         (select id from payments.attempt where visit = w.visit and idempotency_key = w.key limit 1)) as "attemptId",
       (select count(*)::int from payments.attempt where state = 'DECLINED' and ip = w.ip and submitted_at > w.hour_ago) as "failedFromIp",
       (select count(*)::int from payments.attempt where state = 'DECLINED' and email_key = w.email_key and submitted_at > w.day_ago) as "failedForEmail",
       (select count(distinct card_fingerprint)::int from payments.attempt where state = 'DECLINED' and scope = w.scope and submitted_at > w.hour_ago) as "failedCardsInScope",
       (select case when count(*) > 0 then json_build_object('at', max(created_at), 'isConfirming', bool_or(state = 'PROCESSING')) end from payments.intent
          where scope in (w.scope, w.visit) and quote_hash = w.quote_hash and created_at > w.day_ago
            and (state = 'PROCESSING' or state = 'SUCCEEDED' and created_at > w.recently)) as "sameGift",
       (select asked from (select (select id from payments.attempt where intent_id = i.id and state = 'CHALLENGE') as asked, created_at from payments.intent i
           where scope in (w.scope, w.visit) and quote_hash = w.quote_hash and created_at > w.hour_ago) of_visit
         where asked is not null order by created_at desc limit 1) as "askedAttemptId",
       (select json_build_object('id', id, 'providerIntentId', provider_intent_id, 'quoteHash', quote_hash, 'attemptsMade', attempts_made, 'state', state, 'scope', scope)
         from payments.intent where reference = w.reference and state not in ('FAILED', 'EXPIRED', 'CANCELLED')) as live
     from rows from (json_to_recordset($1::json) as (scope text, visit text, key text, ip text, email_key text, quote_hash text, reference text, hour_ago timestamptz, day_ago timestamptz,
         recently timestamptz)) with ordinality as w(scope, visit, key, ip, email_key, quote_hash, reference, hour_ago, day_ago, recently, place) order by w.place`,
    // As one value: of arrays PostgreSQL knows the lengths and makes a new plan for each call.
    [
      JSON.stringify(
        asked.map((of) => ({
          ...of,
          email_key: of.emailKey,
          quote_hash: of.quoteHash,
          hour_ago: of.hourAgo,
          day_ago: of.dayAgo,
        })),
      ),
    ],
  )

/** True once per salt: a proof of work opens one attempt (trust.md S5). */
export async function spendProof(ports: Ports, salt: string, at: Date): Promise<boolean> {
  const rows = await ports.statement(
    'payments.spend_proof',
    'insert into payments.spent_proof (salt, spent_at) values ($1, $2) on conflict do nothing returning salt',
    [salt, at],
  )
  return rows.length === 1
}
