import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { type Part, statementOf } from '#shared/statement.ts'
import type { AttemptState } from './rules/attempt.ts'
import type { IntentState } from './rules/intent.ts'
import { refundNotices } from './rules/notices.ts'
import './tables.ts'

/** One attempt with what its intent agreed to; `order` is opaque here. Amounts in minor units. */
export type Attempt = {
  readonly id: string
  readonly intentId: string
  readonly state: AttemptState
  readonly intentState: IntentState
  readonly attemptsMade: number
  readonly provider: string
  readonly providerIntentId: string
  readonly amount: bigint
  readonly currency: string
  readonly scope: string
  readonly requestHash: string
  readonly quoteHash: string
  readonly order: unknown
  readonly method: string
  readonly challenge: { readonly url: string; readonly clientSecret?: string } | null
  readonly challengeExpiresAt: Date | null
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly declineCode: string | null
  readonly lookups: number
  readonly nextLookupAt: Date | null
  readonly submittedAt: Date
}

const attemptColumns = `a.id, a.intent_id as "intentId", a.state, i.state as "intentState", i.attempts_made as "attemptsMade", a.provider,
  i.provider_intent_id as "providerIntentId", a.amount, a.currency, a.scope, a.request_hash as "requestHash", i.quote_hash as "quoteHash",
  i.order_details as "order", a.method, a.challenge, a.challenge_expires_at as "challengeExpiresAt", a.card_brand as "cardBrand",
  a.card_last4 as "cardLast4", a.decline_code as "declineCode", a.lookups, a.next_lookup_at as "nextLookupAt", a.submitted_at as "submittedAt"`

const one = <Row>(rows: readonly Row[]): Row | undefined => rows[0]

export const findAttemptByKey = async (ports: Ports, scope: string, key: string): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.attempt_by_key',
      `select ${attemptColumns} from payments.attempt a join payments.intent i on i.id = a.intent_id where a.scope = $1 and a.idempotency_key = $2`,
      [scope, key],
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

/** The newest attempt of an intent: the one that tells where the gift stands. */
export const findLastAttempt = async (ports: Ports, intentId: string): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.last_attempt',
      `select ${attemptColumns} from payments.attempt a join payments.intent i on i.id = a.intent_id where a.intent_id = $1 order by a.submitted_at desc, a.id desc limit 1`,
      [intentId],
    ),
  )

export const findAttemptByProviderIntent = async (ports: Ports, provider: string, providerIntentId: string): Promise<Attempt | undefined> =>
  one(
    await ports.statement<Attempt>(
      'payments.attempt_by_provider_intent',
      `select ${attemptColumns} from payments.intent i join payments.attempt a on a.intent_id = i.id
       where i.provider = $1 and i.provider_intent_id = $2 order by (a.state = 'SUCCEEDED') desc, a.submitted_at desc limit 1`,
      [provider, providerIntentId],
    ),
  )

/** The attempt of one press, read in the caller's transaction. */
export const attemptOfPress = async (db: Db, scope: string, key: string): Promise<Attempt | undefined> =>
  one(
    (
      await sql<Attempt>`select ${sql.raw(attemptColumns)} from payments.attempt a join payments.intent i on i.id = a.intent_id
        where a.scope = ${scope} and a.idempotency_key = ${key}`.execute(db)
    ).rows,
  )

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
  /** When exactly the same was last paid in this visit, or begun without an end that is known. */
  readonly sameGiftAt: Date | null
  /** What is, or may still be, paid for the reference that was asked for. */
  readonly live: LiveIntent | null
}

type StandingAsk = {
  readonly scope: string
  readonly key: string
  readonly ip: string
  readonly emailKey: string | null
  readonly quoteHash: string
  readonly reference: string | null
  readonly hourAgo: Date
  readonly dayAgo: Date
  readonly recently: Date
}

export const standingOf = (ports: Ports, of: StandingAsk): Promise<Standing> => ports.together('payments.standing', of, (asked) => standingsOf(ports, asked))

const standingsOf = (ports: Ports, asked: readonly StandingAsk[]): Promise<Standing[]> =>
  ports.statement<Standing>(
    'payments.standing',
    `select (select id from payments.attempt where scope = w.scope and idempotency_key = w.key) as "attemptId",
       (select count(*)::int from payments.attempt where state = 'DECLINED' and ip = w.ip and submitted_at > w.hour_ago) as "failedFromIp",
       (select count(*)::int from payments.attempt where state = 'DECLINED' and email_key = w.email_key and submitted_at > w.day_ago) as "failedForEmail",
       (select count(distinct card_fingerprint)::int from payments.attempt where state = 'DECLINED' and scope = w.scope and submitted_at > w.hour_ago) as "failedCardsInScope",
       (select max(created_at) from payments.intent where scope = w.scope and quote_hash = w.quote_hash and state in ('SUCCEEDED', 'PROCESSING') and created_at > w.recently) as "sameGiftAt",
       (select json_build_object('id', id, 'providerIntentId', provider_intent_id, 'quoteHash', quote_hash, 'attemptsMade', attempts_made, 'state', state, 'scope', scope)
         from payments.intent where reference = w.reference and state not in ('FAILED', 'EXPIRED', 'CANCELLED')) as live
     from rows from (json_to_recordset($1::json) as (scope text, key text, ip text, email_key text, quote_hash text, reference text, hour_ago timestamptz, day_ago timestamptz,
         recently timestamptz)) with ordinality as w(scope, key, ip, email_key, quote_hash, reference, hour_ago, day_ago, recently, place) order by w.place`,
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

export type Claim = {
  readonly intentId: string
  readonly attemptId: string
  readonly purpose: string
  /** What may be paid for at most once, whoever presses and however often. */
  readonly reference?: string
  readonly order: unknown
  readonly quoteHash: string
  readonly amount: bigint
  readonly currency: string
  readonly scope: string
  readonly provider: string
  readonly providerIntentId: string
  readonly idempotencyKey: string
  readonly requestHash: string
  readonly method: string
  readonly ip: string
  readonly emailKey: string | null
  readonly at: Date
  readonly lookUpAt: Date
  readonly expiresAt: Date
}

/**
 * The claim of a first attempt, committed before the provider is asked to charge. False: a parallel press of the same button came first.
 * Claims that arrive together are written together.
 */
export const claimIntent = (ports: Ports, of: Claim): Promise<boolean> => ports.together('payments.claim', of, (claims) => claimIntents(ports, claims))

async function claimIntents(ports: Ports, claims: readonly Claim[], guard?: Part): Promise<boolean[]> {
  const claim: Part = {
    name: 'claim',
    sql: `select * from json_to_recordset($1::json) as c("intentId" uuid, "attemptId" uuid, purpose text, reference text, "order" jsonb, "quoteHash" text, amount bigint,
      currency text, scope text, provider text, "providerIntentId" text, "idempotencyKey" text, "requestHash" text, method text, ip text, "emailKey" text, at timestamptz,
      "lookUpAt" timestamptz, "expiresAt" timestamptz)`,
    values: [JSON.stringify(claims.map((of) => ({ ...of, amount: of.amount.toString() })))],
  }
  const attempted: Part = {
    name: 'attempted',
    sql: `insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, idempotency_key, request_hash, method, ip, email_key, submitted_at, next_lookup_at)
      select "attemptId", "intentId", 'SUBMITTED', provider, "attemptId", amount, currency, scope, "idempotencyKey", "requestHash", method, ip, "emailKey", at, "lookUpAt" from claim
      ${guard ? `where "intentId" in (select intent_id from ${guard.name})` : ''}
      on conflict (scope, idempotency_key) do nothing returning intent_id`,
    values: [],
  }
  const { name, text, values } = statementOf(
    'payments.claim_intents',
    [claim, ...(guard ? [guard] : []), attempted],
    `insert into payments.intent (id, purpose, reference, order_details, quote_hash, amount, currency, state, scope, provider, provider_intent_id, created_at, expires_at)
     select "intentId", purpose, reference, "order", "quoteHash", amount, currency, 'PROCESSING', scope, provider, "providerIntentId", at, "expiresAt"
     from claim where "intentId" in (select intent_id from attempted) returning id`,
  )
  const claimed = await ports.statement<{ id: string }>(name, text, values)
  const ids = new Set(claimed.map(({ id }) => id))
  return claims.map((of) => ids.has(of.intentId))
}

type GuardRow = Readonly<Record<string, string | number>>
/** What is paid for must stand as it was priced: a part that yields the `intent_id` of each row, told by its `intentId`, that does. */
export type Guard = { readonly kind: string; readonly row: GuardRow; readonly standing: (rows: readonly GuardRow[]) => Part }

/**
 * The claim of what is paid for at most once (it has a `reference`). False: a parallel press of the same button came first, or what is paid for
 * is no longer what was priced. Refused by the database (23505) where somebody else is paying for it.
 */
export const claimGuarded = (ports: Ports, claim: Claim, { kind, row, standing }: Guard): Promise<boolean> =>
  ports.together(`payments.claim ${kind}`, { claim, row: { ...row, intentId: claim.intentId } }, (items) =>
    claimIntents(
      ports,
      items.map((item) => item.claim),
      standing(items.map((item) => item.row)),
    ),
  )

/** The same claim inside a transaction that also reserves a limited giving level. */
export async function claimIntentIn(tx: Tx, of: Claim): Promise<void> {
  await tx
    .insertInto('payments.intent')
    .values({
      id: of.intentId,
      purpose: of.purpose,
      ...(of.reference === undefined ? {} : { reference: of.reference }),
      order_details: JSON.stringify(of.order),
      quote_hash: of.quoteHash,
      amount: of.amount,
      currency: of.currency,
      state: 'PROCESSING',
      scope: of.scope,
      provider: of.provider,
      provider_intent_id: of.providerIntentId,
      created_at: of.at,
      expires_at: of.expiresAt,
    })
    .execute()
  await insertAttemptIn(tx, of)
}

const insertAttemptIn = (tx: Tx, of: Claim) =>
  tx
    .insertInto('payments.attempt')
    .values({
      id: of.attemptId,
      intent_id: of.intentId,
      state: 'SUBMITTED',
      provider: of.provider,
      provider_key: of.attemptId,
      provider_charge_id: null,
      amount: of.amount,
      currency: of.currency,
      scope: of.scope,
      idempotency_key: of.idempotencyKey,
      request_hash: of.requestHash,
      method: of.method,
      card_brand: null,
      card_last4: null,
      card_fingerprint: null,
      card_country: null,
      decline_code: null,
      decline_class: null,
      ip: of.ip,
      email_key: of.emailKey,
      next_lookup_at: of.lookUpAt,
      challenge: null,
      challenge_expires_at: null,
      submitted_at: of.at,
      settled_at: null,
    })
    .execute()

/** Another card for a gift whose last attempt was declined. False: it is no longer open, or has had its tries. */
export async function claimNextAttempt(tx: Tx, of: Claim, attemptsMax: number): Promise<boolean> {
  const moved = await tx
    .updateTable('payments.intent')
    .set((e) => ({ state: 'PROCESSING', attempts_made: e('attempts_made', '+', 1), order_details: JSON.stringify(of.order), expires_at: of.expiresAt }))
    .where('id', '=', of.intentId)
    .where('scope', '=', of.scope)
    .where('state', '=', 'CREATED')
    .where('quote_hash', '=', of.quoteHash)
    .where('attempts_made', '<', attemptsMax)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  await insertAttemptIn(tx, of)
  return true
}

/** An intent of the asker's that may be tried again. */
export const findOpenIntent = (db: Db, id: string, scope: string) =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'provider_intent_id as providerIntentId', 'quote_hash as quoteHash', 'attempts_made as attemptsMade', 'state', 'order_details as order'])
    .where('id', '=', id)
    .where('scope', '=', scope)
    .executeTakeFirst()

/** The newest of the asker's payments that were declined and may be tried again. */
export const openIntentsOf = async (db: Db, scopes: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments.intent')
    .select('id')
    .where('scope', 'in', scopes)
    .where('state', '=', 'CREATED')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

export type LiveIntent = {
  readonly id: string
  readonly providerIntentId: string
  readonly quoteHash: string
  readonly attemptsMade: number
  readonly state: IntentState
  readonly scope: string
}

/** The one intent that is, or may still be, paid for a reference. */
export const findLiveIntent = (db: Db, reference: string): Promise<LiveIntent | undefined> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'provider_intent_id as providerIntentId', 'quote_hash as quoteHash', 'attempts_made as attemptsMade', 'state', 'scope'])
    .where('reference', '=', reference)
    .where('state', 'not in', ['FAILED', 'EXPIRED', 'CANCELLED'])
    .executeTakeFirst()

/** Makes room for another intent of the same reference: one that was declined and left. False: it is being tried again. */
export async function cancelOpenIntent(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments.intent')
    .set({ state: 'CANCELLED' })
    .where('id', '=', id)
    .where('state', '=', 'CREATED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Conclusion = {
  readonly attemptId: string
  readonly attemptState: AttemptState
  readonly intentState: IntentState
  readonly chargeId?: string
  readonly card?: { readonly brand: string; readonly last4: string; readonly fingerprint?: string; readonly country?: string }
  readonly declineCode?: string
  readonly declineClass?: string
  readonly challenge?: { readonly url: string; readonly clientSecret?: string }
  readonly challengeExpiresAt?: Date
  readonly nextLookupAt?: Date
  readonly at: Date
}

/**
 * Moves live attempts and their intents, each at most once in the list. As parts of a larger statement the first is called `concluded` and
 * yields one row for each attempt that this very caller moved: what follows from a settled payment joins it, so it follows once. Final states
 * are named instead of live ones so that rows are found by their key, never by reading the whole index of live attempts.
 */
export const concludeParts = (list: readonly Conclusion[]): Part[] => [
  {
    name: 'concluded',
    sql: `update payments.attempt a set state = c.state, provider_charge_id = coalesce(c.charge_id, a.provider_charge_id), card_brand = coalesce(c.brand, a.card_brand),
        card_last4 = coalesce(c.last4, a.card_last4), card_fingerprint = coalesce(c.fingerprint, a.card_fingerprint), card_country = coalesce(c.country, a.card_country),
        decline_code = c.decline_code, decline_class = c.decline_class, challenge = coalesce(c.challenge, a.challenge),
        challenge_expires_at = coalesce(c.challenge_expires_at, a.challenge_expires_at), next_lookup_at = c.next_lookup_at,
        settled_at = case when c.state in ('SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE') then c.at end
      from json_to_recordset($1::json) as c(id uuid, state text, intent_state text, charge_id text, brand text, last4 text, fingerprint text, country text, decline_code text,
        decline_class text, challenge jsonb, challenge_expires_at timestamptz, next_lookup_at timestamptz, at timestamptz)
      where a.id = any($2::uuid[]) and a.id = c.id and a.state not in ('SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE') returning a.id, a.intent_id, c.intent_state`,
    values: [
      JSON.stringify(
        list.map((of) => ({
          id: of.attemptId,
          state: of.attemptState,
          intent_state: of.intentState,
          charge_id: of.chargeId,
          ...of.card,
          decline_code: of.declineCode,
          decline_class: of.declineClass,
          challenge: of.challenge,
          challenge_expires_at: of.challengeExpiresAt,
          next_lookup_at: of.nextLookupAt,
          at: of.at,
        })),
      ),
      // Said twice because a plan made while the table was small counts on few ids, not on the hundred rows it expects of any JSON.
      list.map((of) => of.attemptId),
    ],
  },
  {
    name: 'intent_moved',
    sql: `update payments.intent i set state = c.intent_state from concluded c
      where i.id = c.intent_id and i.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING') returning i.id`,
    values: [],
  },
]

/** True for the one caller that moved the attempt. For outcomes that nothing else is written with. */
export async function conclude(ports: Ports, of: Conclusion): Promise<boolean> {
  const { name, text, values } = statementOf('payments.conclude', concludeParts([of]), 'select id from concluded')
  return (await ports.statement(name, text, values)).length === 1
}

/** Live attempts whose look-up is due: leased to the caller until `leaseUntil`, so N workers never ask twice. */
export const leaseDueAttempts = (ports: Ports, now: Date, leaseUntil: Date, limit: number): Promise<Attempt[]> =>
  ports.statement<Attempt>(
    'payments.lease_due',
    `with due as (
       select id from payments.attempt where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN') and next_lookup_at <= $1 order by next_lookup_at limit $3 for update skip locked),
     a as (update payments.attempt set next_lookup_at = $2, lookups = lookups + 1 where id in (select id from due) returning *)
     select ${attemptColumns} from a join payments.intent i on i.id = a.intent_id`,
    [now, leaseUntil, limit],
  )

export const scheduleLookup = (ports: Ports, attemptId: string, state: AttemptState, at: Date | null): Promise<unknown> =>
  ports.statement(
    'payments.schedule_lookup',
    `update payments.attempt set state = $2, next_lookup_at = $3 where id = $1 and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN')`,
    [attemptId, state, at],
  )

/** Gifts that were declined and left: closed after their time so that nothing stays open for ever. */
export const closeLapsedIntents = (ports: Ports, now: Date): Promise<{ id: string; providerIntentId: string }[]> =>
  ports.statement(
    'payments.close_lapsed',
    `update payments.intent set state = 'EXPIRED' where id in (select id from payments.intent where state = 'CREATED' and expires_at <= $1 limit 200 for update skip locked)
     returning id, provider_intent_id as "providerIntentId"`,
    [now],
  )

export type WebhookFacts = { readonly provider: string; readonly eventId: string; readonly kind: string; readonly objectId: string; readonly at: Date }

/** Keeps a notice once. A notice of what is already settled is done the moment it is stored, unless it tells of money given back. */
export const recordWebhook = (ports: Ports, of: WebhookFacts): Promise<unknown> =>
  ports.together('payments.webhook', of, (facts) => recordWebhooks(ports, facts), { apartMs: 50 })

async function recordWebhooks(ports: Ports, facts: readonly WebhookFacts[]): Promise<readonly undefined[]> {
  await ports.statement(
    'payments.record_webhooks',
    `insert into payments.webhook_event (provider, event_id, kind, object_id, received_at, handled_at)
     select w.provider, w.event_id, w.kind, w.object_id, w.at,
       (select w.at from payments.intent i where i.provider = w.provider and i.provider_intent_id = w.object_id and i.state in ('SUCCEEDED', 'EXPIRED', 'CANCELLED', 'FAILED')
         and not w.kind = any($2::text[]))
     from json_to_recordset($1::json) as w(provider text, event_id text, kind text, object_id text, at timestamptz) on conflict do nothing`,
    [JSON.stringify(facts.map((of) => ({ ...of, event_id: of.eventId, object_id: of.objectId }))), refundNotices],
  )
  return facts.map(() => undefined)
}

/** Stored and not yet acted upon, oldest first: those of charges, or those of money given back. What was put off is not among them before its time. */
export const unhandledWebhooks = (db: Db, provider: string, { about, now, limit }: { about: 'charges' | 'refunds'; now: Date; limit: number }) =>
  db
    .selectFrom('payments.webhook_event')
    .select(['event_id as eventId', 'kind', 'object_id as objectId'])
    .where('provider', '=', provider)
    .where('handled_at', 'is', null)
    .where('kind', about === 'refunds' ? 'in' : 'not in', refundNotices)
    .where((e) => e.or([e('again_at', 'is', null), e('again_at', '<=', now)]))
    .orderBy('received_at')
    .limit(limit)
    .execute()

export const markWebhookHandled = (ports: Ports, provider: string, eventId: string, at: Date): Promise<unknown> =>
  ports.statement('payments.webhook_handled', 'update payments.webhook_event set handled_at = $3 where provider = $1 and event_id = $2', [
    provider,
    eventId,
    at,
  ])

/**
 * Those that could not be acted upon now: they wait as long again as they have waited, in whole seconds, `atLeast` so many and an hour at most. So news that
 * came a moment early is taken a moment later, and what cannot be done for long holds up nothing behind it.
 */
export const putOffWebhooks = (
  ports: Ports,
  provider: string,
  eventIds: readonly string[],
  { atLeast = 0 }: { readonly atLeast?: number } = {},
): Promise<unknown> =>
  ports.statement(
    'payments.webhook_again',
    `update payments.webhook_event set again_at = $3::timestamptz + least(interval '1 hour', greatest($4 * interval '1 second', date_trunc('second', $3::timestamptz - received_at)))
     where provider = $1 and event_id = any($2::text[])`,
    [provider, eventIds, ports.clock(), atLeast],
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

/** Which of these intents may still be paid for. */
export async function openIntents(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('payments.intent')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED'])
    .execute()
  return new Set(rows.map((row) => row.id))
}
