import type { Currency } from '#shared/money.ts'
import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import { type Part, statementOf } from '#shared/statement.ts'
import type { ChargeFrequency } from './tables.ts'

export type Claim = {
  readonly intentId: string
  readonly attemptId: string
  readonly purpose: string
  /** The subject that can be paid at most once, by any requester. Absent if there is none. */
  readonly reference?: string
  readonly order: unknown
  readonly quoteHash: string
  /**
   * Hash of campaign, amount, currency and flags. Two donations with the same hash and frequency are the same
   * (payments-12).
   */
  readonly donationHash?: string
  readonly frequency?: ChargeFrequency
  readonly amount: bigint
  readonly currency: Currency
  readonly scope: string
  /** The browser's visit, which survives login and logout; null if there is none. */
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
  readonly detectsDuplicates?: boolean
  /** The earlier payment that the donor was shown and confirmed to repeat. */
  readonly repeatOf?: string | undefined
  /**
   * Declined or unresolved attempts of the network in an hour, after which each attempt needs a proof of work. Absent
   * disables the check.
   */
  readonly unpaidAttemptsMax?: number
  /** The salt of this attempt's proof of work; the claim marks it as used. */
  readonly proofSalt?: string | undefined
  /** Set for a retry of `intentId`: the most attempts the intent may have. Absent for a new intent. */
  readonly attemptsMax?: number
  /** Campaigns of the paid lines; each must accept donations at the time of the claim (content-5). */
  readonly campaignIds?: readonly string[]
  /**
   * True for a charge of a plan, which is accepted until 30 days after its charity's verification expired
   * (content-7).
   */
  readonly isPlan?: boolean
}

/** The reason why a payment wasn't claimed. `changed` means that the order changed after it was priced. */
type ClaimRefusal =
  | 'same-key'
  | 'same-reference'
  | 'not-open'
  | 'duplicate'
  | 'same-batch'
  | 'card-testing'
  | 'changed'
  | 'campaign-closed'
  | 'charity-not-verified'
/** A payment of the same donation by the same donor. `isConfirming` means pending; otherwise it is paid. */
export type Duplicate = { readonly intentId: string; readonly at: Date; readonly isConfirming: boolean }
export type Claimed = { readonly refusalReason: ClaimRefusal | null; readonly duplicate: Duplicate | null }

type GuardRow = Readonly<Record<string, string | number>>
/** A statement part that returns the `intent_id` of each row whose order hasn't changed since it was priced. */
export type Guard = {
  readonly kind: string
  readonly row: GuardRow
  readonly selectUnchanged: (rows: readonly GuardRow[]) => Part
}

/** Limits retries of a claim that conflicted with another one of its batch, which is committed by then. */
const sameBatchTriesMax = 10

/**
 * Claims a payment before the provider charges it, or returns the reason for a refusal. Checks and commits in one
 * statement, across processes (ADR-0028). Concurrent claims are batched.
 */
export async function claimPayment(ports: Ports, claim: Claim, guard?: Guard): Promise<Claimed> {
  const kind = guard ? `payments.claim ${guard.kind}` : 'payments.claim'
  for (let tries = 1; ; tries++) {
    const claimed = await ports.batch(kind, { claim, guard }, (items) => claimPayments(ports, items))
    if (claimed.refusalReason !== 'same-batch' || tries >= sameBatchTriesMax) return claimed
  }
}

const columns =
  'attempt_id as "attemptId", refusal_reason as "refusalReason", duplicate_of as "duplicateOf", duplicate_at as "duplicateAt", is_confirming as "isConfirming"'
type ClaimedRow = {
  readonly attemptId: string
  readonly refusalReason: ClaimRefusal | null
  readonly duplicateOf: string | null
  readonly duplicateAt: Date | null
  readonly isConfirming: boolean
}

async function claimPayments(
  ports: Ports,
  items: readonly { readonly claim: Claim; readonly guard: Guard | undefined }[],
): Promise<Claimed[]> {
  const claims: Part = {
    name: 'claims',
    sql: 'select $1::jsonb as list',
    values: [toJson(items.map(({ claim }) => claim))],
  }
  const guard = one(items).guard?.selectUnchanged(
    items.map((item) => ({ ...item.guard!.row, intentId: item.claim.intentId })),
  )
  // Guarded rows are locked before the function runs, because its locks must come after row locks.
  const { name, text, values } = statementOf(
    'payments.claim',
    [claims, ...(guard ? [guard] : [])],
    `
      select ${columns}
      from payments.claim_payments(
        (
          select ${
            guard
              ? `jsonb_agg(c) from claims, jsonb_array_elements(list) c where (c ->> 'intent_id')::uuid in (select intent_id from ${guard.name})`
              : 'list from claims'
          }
        )
      )
    `,
  )
  const rows = new Map((await ports.statement<ClaimedRow>(name, text, values)).map((row) => [row.attemptId, row]))
  return items.map(({ claim }) => claimedOf(rows.get(claim.attemptId)))
}

/** Claims a payment inside a transaction that also reserves giving levels or locks the order. */
export async function claimPaymentIn(tx: Tx, claim: Claim): Promise<Claimed> {
  const { rows } =
    await sql<ClaimedRow>`select ${sql.raw(columns)} from payments.claim_payments(${toJson([claim])}::jsonb)`.execute(
      tx,
    )
  return claimedOf(rows[0])
}

const claimedOf = (row: ClaimedRow | undefined): Claimed => ({
  refusalReason: row ? row.refusalReason : 'changed',
  duplicate: row?.duplicateOf
    ? { intentId: row.duplicateOf, at: row.duplicateAt!, isConfirming: row.isConfirming }
    : null,
})

/** Serializes claims with the field names of the type `payments.claim`; absent fields are null there. */
const toJson = (claims: readonly Claim[]): string =>
  JSON.stringify(
    claims.map((claim) => ({
      intent_id: claim.intentId,
      attempt_id: claim.attemptId,
      purpose: claim.purpose,
      reference: claim.reference,
      order_details: claim.order,
      quote_hash: claim.quoteHash,
      donation_hash: claim.donationHash,
      frequency: claim.frequency ?? 'once',
      amount: claim.amount.toString(),
      currency: claim.currency,
      scope: claim.scope,
      visit: claim.visit,
      provider: claim.provider,
      provider_intent_id: claim.providerIntentId,
      idempotency_key: claim.idempotencyKey,
      request_hash: claim.requestHash,
      method: claim.method,
      ip: claim.ip,
      email_key: claim.emailKey,
      at: claim.at,
      next_lookup_at: claim.lookUpAt,
      expires_at: claim.expiresAt,
      detects_duplicates: claim.detectsDuplicates ?? false,
      repeat_of: claim.repeatOf,
      unpaid_attempts_max: claim.unpaidAttemptsMax,
      proof_salt: claim.proofSalt,
      attempts_max: claim.attemptsMax,
      campaign_ids: claim.campaignIds,
      is_plan: claim.isPlan,
    })),
  )
