import type { Db, Ports, Tx } from '#shared/ports.ts'
import { type Part, statementOf } from '#shared/statement.ts'
import type { AttemptState } from './rules/attempt.ts'
import type { IntentState } from './rules/intent.ts'
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

/** What must be known before a provider is troubled: was this press seen before, how hard is somebody trying, was the same just given. */
export type Standing = {
  readonly attemptId: string | null
  readonly failedFromIp: number
  readonly failedForEmail: number
  readonly failedCardsInScope: number
  readonly sameGiftAt: Date | null
}

export async function standingOf(
  ports: Ports,
  of: { scope: string; key: string; ip: string; emailKey: string | null; quoteHash: string; hourAgo: Date; dayAgo: Date; recently: Date },
): Promise<Standing> {
  const rows = await ports.statement<Standing>(
    'payments.standing',
    `select (select id from payments.attempt where scope = $1 and idempotency_key = $2) as "attemptId",
       (select count(*)::int from payments.attempt where state = 'DECLINED' and ip = $3 and submitted_at > $6) as "failedFromIp",
       (select count(*)::int from payments.attempt where state = 'DECLINED' and email_key = $4 and submitted_at > $7) as "failedForEmail",
       (select count(distinct card_fingerprint)::int from payments.attempt where state = 'DECLINED' and scope = $1 and submitted_at > $6) as "failedCardsInScope",
       (select max(created_at) from payments.intent where scope = $1 and quote_hash = $5 and state = 'SUCCEEDED' and created_at > $8) as "sameGiftAt"`,
    [of.scope, of.key, of.ip, of.emailKey, of.quoteHash, of.hourAgo, of.dayAgo, of.recently],
  )
  return rows[0]!
}

export type Claim = {
  readonly intentId: string
  readonly attemptId: string
  readonly purpose: string
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

const insertAttempt = `insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, idempotency_key, request_hash, method, ip, email_key, submitted_at, next_lookup_at)`

/** The claim of a first attempt, committed before the provider is asked to charge. A parallel press of the same button fails on its key. */
export const claimIntent = (ports: Ports, of: Claim): Promise<unknown> =>
  ports.statement(
    'payments.claim_intent',
    `with intent as (
       insert into payments.intent (id, purpose, order_details, quote_hash, amount, currency, state, scope, provider, provider_intent_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, 'PROCESSING', $7, $8, $9, $10, $11) returning id)
     ${insertAttempt}
     select $12::uuid, id, 'SUBMITTED', $8, $12::text, $5, $6, $7, $13, $14, $15, $16, $17, $10, $18::timestamptz from intent`,
    [
      of.intentId,
      of.purpose,
      JSON.stringify(of.order),
      of.quoteHash,
      of.amount,
      of.currency,
      of.scope,
      of.provider,
      of.providerIntentId,
      of.at,
      of.expiresAt,
      of.attemptId,
      of.idempotencyKey,
      of.requestHash,
      of.method,
      of.ip,
      of.emailKey,
      of.lookUpAt,
    ],
  )

/** The same claim inside a transaction that also reserves a limited giving level. */
export async function claimIntentIn(tx: Tx, of: Claim): Promise<void> {
  await tx
    .insertInto('payments.intent')
    .values({
      id: of.intentId,
      purpose: of.purpose,
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
 * Moves a live attempt and its intent. As parts of a larger statement the first is called `concluded` and yields one row only for the
 * one caller that moved it: everything that follows from a settled payment selects from it, so it follows once.
 */
export const concludeParts = (of: Conclusion): Part[] => [
  {
    name: 'concluded',
    sql: `update payments.attempt set state = $2, provider_charge_id = coalesce($3, provider_charge_id), card_brand = coalesce($4, card_brand),
        card_last4 = coalesce($5, card_last4), card_fingerprint = coalesce($6, card_fingerprint), card_country = coalesce($7, card_country),
        decline_code = $8, decline_class = $9, challenge = coalesce($10::jsonb, challenge), challenge_expires_at = coalesce($11, challenge_expires_at),
        next_lookup_at = $12, settled_at = case when $2 in ('SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE') then $13::timestamptz end
      where id = $1 and state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN') returning id, intent_id`,
    values: [
      of.attemptId,
      of.attemptState,
      of.chargeId ?? null,
      of.card?.brand ?? null,
      of.card?.last4 ?? null,
      of.card?.fingerprint ?? null,
      of.card?.country ?? null,
      of.declineCode ?? null,
      of.declineClass ?? null,
      of.challenge ? JSON.stringify(of.challenge) : null,
      of.challengeExpiresAt ?? null,
      of.nextLookupAt ?? null,
      of.at,
    ],
  },
  {
    name: 'intent_moved',
    sql: `update payments.intent set state = $1 where id = (select intent_id from concluded) and state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING') returning id`,
    values: [of.intentState],
  },
]

/** True for the one caller that moved the attempt. For outcomes that nothing else is written with. */
export async function conclude(ports: Ports, of: Conclusion): Promise<boolean> {
  const { name, text, values } = statementOf('payments.conclude', concludeParts(of), 'select id from concluded')
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

/** False: the event was seen before. A notice of what is already settled is done the moment it is stored. */
export async function recordWebhook(ports: Ports, of: { provider: string; eventId: string; kind: string; objectId: string; at: Date }): Promise<boolean> {
  const rows = await ports.statement(
    'payments.record_webhook',
    `insert into payments.webhook_event (provider, event_id, kind, object_id, received_at, handled_at)
     select $1, $2, $3, $4, $5::timestamptz, (select $5::timestamptz from payments.intent where provider = $1 and provider_intent_id = $4 and state in ('SUCCEEDED', 'EXPIRED', 'CANCELLED', 'FAILED'))
     on conflict do nothing returning event_id`,
    [of.provider, of.eventId, of.kind, of.objectId, of.at],
  )
  return rows.length === 1
}

/** Stored and not yet acted upon, oldest first; `before` leaves those in somebody's hands alone. */
export const unhandledWebhooks = (db: Db, provider: string, limit: number) =>
  db
    .selectFrom('payments.webhook_event')
    .select(['event_id as eventId', 'kind', 'object_id as objectId'])
    .where('provider', '=', provider)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .execute()

export const markWebhookHandled = (ports: Ports, provider: string, eventId: string, at: Date): Promise<unknown> =>
  ports.statement('payments.webhook_handled', 'update payments.webhook_event set handled_at = $3 where provider = $1 and event_id = $2', [
    provider,
    eventId,
    at,
  ])

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
