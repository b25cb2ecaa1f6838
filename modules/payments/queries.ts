import type { Ports, Tx } from '#shared/ports.ts'
import { type Part, statementOf } from '#shared/statement.ts'
import { scopesOf } from './queries-attempts.ts'
import './tables.ts'

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
  /** Of the browser it was pressed in, where that is not the scope: who has logged in or out since is found by it. */
  readonly visit: string | null
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
      currency text, scope text, visit text, provider text, "providerIntentId" text, "idempotencyKey" text, "requestHash" text, method text, ip text, "emailKey" text, at timestamptz,
      "lookUpAt" timestamptz, "expiresAt" timestamptz)`,
    values: [JSON.stringify(claims.map((of) => ({ ...of, amount: of.amount.toString() })))],
  }
  const attempted: Part = {
    name: 'attempted',
    sql: `insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, visit, idempotency_key, request_hash, method, ip, email_key, submitted_at, next_lookup_at)
      select "attemptId", "intentId", 'SUBMITTED', provider, "attemptId", amount, currency, scope, visit, "idempotencyKey", "requestHash", method, ip, "emailKey", at, "lookUpAt" from claim
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
      visit: of.visit,
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
    .set((e) => ({
      state: 'PROCESSING',
      scope: of.scope,
      attempts_made: e('attempts_made', '+', 1),
      order_details: JSON.stringify(of.order),
      expires_at: of.expiresAt,
    }))
    .where('id', '=', of.intentId)
    .where('scope', 'in', scopesOf(of))
    .where('state', '=', 'CREATED')
    .where('quote_hash', '=', of.quoteHash)
    .where('attempts_made', '<', attemptsMax)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  await insertAttemptIn(tx, of)
  return true
}
