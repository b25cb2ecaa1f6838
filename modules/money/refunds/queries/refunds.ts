import type { Currency } from '#shared/money.ts'
import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { RefundLine } from '../rules/lines.ts'
import type { RefundReason, RefundState } from '../rules/states.ts'
import '../tables.ts'

/** One refund with its payment. Minor units of `currency`. */
export type Refund = {
  readonly id: string
  readonly intentId: string
  readonly state: RefundState
  readonly origin: 'staff' | 'donor' | 'provider' | 'bank'
  readonly amount: bigint
  readonly currency: Currency
  readonly provider: string
  readonly providerIntentId: string
  readonly providerRefundId: string | null
  readonly reason: RefundReason
  readonly note: string
  readonly requestedBy: string | null
  readonly approvedBy: string | null
  readonly requestHash: string | null
  readonly failureReason: string | null
  readonly lookups: number
  readonly createdAt: Date
  /** Time at which the provider was called, or will be. */
  readonly requestedAt: Date | null
  readonly settledAt: Date | null
  /** For a dispute, the provider's deadline for evidence. */
  readonly evidenceDueAt: Date | null
}

const refunds = (db: Db) =>
  db
    .selectFrom('refunds.refund as r')
    .innerJoin('payments.intent as i', 'i.id', 'r.intent_id')
    .select([
      'r.id',
      'r.intent_id as intentId',
      'r.state',
      'r.origin',
      'r.amount',
      'r.currency',
      'r.provider',
      'i.provider_intent_id as providerIntentId',
      'r.provider_refund_id as providerRefundId',
      'r.reason',
      'r.note',
      'r.requested_by as requestedBy',
      'r.approved_by as approvedBy',
      'r.request_hash as requestHash',
      'r.failure_reason as failureReason',
      'r.lookups',
      'r.created_at as createdAt',
      'r.requested_at as requestedAt',
      'r.settled_at as settledAt',
      'r.evidence_due_at as evidenceDueAt',
    ])

export const findRefund = (db: Db, id: string): Promise<Refund | undefined> =>
  refunds(db).where('r.id', '=', id).executeTakeFirst()

export const findRefundByKey = (db: Db, requestedBy: string, key: string): Promise<Refund | undefined> =>
  refunds(db).where('r.requested_by', '=', requestedBy).where('r.idempotency_key', '=', key).executeTakeFirst()

export const lockRefund = (tx: Tx, id: string): Promise<Refund | undefined> =>
  refunds(tx).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

export const refundsOfIntent = (db: Db, intentId: string): Promise<Refund[]> =>
  refunds(db).where('r.intent_id', '=', intentId).orderBy('r.created_at').orderBy('r.id').execute()

/** Returns disputes whose evidence is due in a period and wasn't submitted. */
export const disputesDueBefore = (db: Db, period: { readonly after: Date; readonly before: Date }): Promise<Refund[]> =>
  refunds(db)
    .where('r.evidence_due_at', '>', period.after)
    .where('r.evidence_due_at', '<=', period.before)
    .orderBy('r.evidence_due_at')
    .orderBy('r.id')
    .execute()

export type NewRefund = Pick<
  Refund,
  | 'id'
  | 'intentId'
  | 'origin'
  | 'amount'
  | 'currency'
  | 'provider'
  | 'providerRefundId'
  | 'reason'
  | 'note'
  | 'requestedBy'
> & {
  readonly state: 'proposed' | 'requested'
  readonly key: string | null
  readonly requestHash: string | null
  readonly lines: readonly RefundLine[]
  readonly lookUpAt: Date | null
  /** Time at which the provider is called, if that is later than `at`. */
  readonly startsAt?: Date
  readonly at: Date
}

/**
 * Stores a refund. The database refuses more than was captured or donated (`refunds_within_capture`,
 * `refunds_within_donation`).
 */
export async function insertRefund(tx: Tx, newRefund: NewRefund): Promise<void> {
  const requestedAt = newRefund.startsAt ?? newRefund.at
  await tx
    .insertInto('refunds.refund')
    .values({
      id: newRefund.id,
      intent_id: newRefund.intentId,
      state: newRefund.state,
      origin: newRefund.origin,
      amount: newRefund.amount,
      currency: newRefund.currency,
      provider: newRefund.provider,
      provider_refund_id: newRefund.providerRefundId,
      reason: newRefund.reason,
      note: newRefund.note,
      requested_by: newRefund.requestedBy,
      idempotency_key: newRefund.key,
      request_hash: newRefund.requestHash,
      next_lookup_at: newRefund.lookUpAt && newRefund.lookUpAt < requestedAt ? requestedAt : newRefund.lookUpAt,
      created_at: newRefund.at,
      requested_at: newRefund.state === 'requested' ? requestedAt : null,
    })
    .execute()
  await tx
    .insertInto('refunds.line')
    .values(
      newRefund.lines.map((line) => ({
        refund_id: newRefund.id,
        donation_id: line.donationId,
        gift: line.gift,
        tip: line.tip,
        covered_fee: line.coveredFee,
        fee_restored: line.feeRestored,
        zakat_eligible: line.zakatEligible,
      })),
    )
    .execute()
}

export type RefundChange = {
  readonly state: RefundState
  readonly providerRefundId?: string | undefined
  readonly failureReason?: string | undefined
  readonly approvedBy?: string
  readonly requestedAt?: Date
  readonly settledAt?: Date
  readonly lookups?: number
  readonly nextLookupAt: Date | null
}

export const changeRefund = (tx: Tx, id: string, refundChange: RefundChange) =>
  tx
    .updateTable('refunds.refund')
    .set({
      state: refundChange.state,
      next_lookup_at: refundChange.nextLookupAt,
      ...(refundChange.providerRefundId === undefined ? {} : { provider_refund_id: refundChange.providerRefundId }),
      ...(refundChange.failureReason === undefined ? {} : { failure_reason: refundChange.failureReason }),
      ...(refundChange.approvedBy === undefined ? {} : { approved_by: refundChange.approvedBy }),
      ...(refundChange.requestedAt === undefined ? {} : { requested_at: refundChange.requestedAt }),
      ...(refundChange.settledAt === undefined ? {} : { settled_at: refundChange.settledAt }),
      ...(refundChange.lookups === undefined ? {} : { lookups: refundChange.lookups }),
    })
    .where('id', '=', id)
    .execute()

/** Sets the provider's deadline for dispute evidence; null if there is none any more. */
export const setEvidenceDueAt = (tx: Tx, id: string, evidenceDueAt: Date | null) =>
  tx
    .updateTable('refunds.refund')
    .set({ evidence_due_at: evidenceDueAt })
    .where('id', '=', id)
    .where('evidence_due_at', 'is distinct from', evidenceDueAt)
    .execute()

/**
 * Leases refunds whose look-up is due to the caller until `leaseUntil`, so that concurrent workers never look up the
 * same one.
 */
export async function leaseDueRefunds(ports: Ports, now: Date, leaseUntil: Date, limit: number): Promise<Refund[]> {
  const leased = await ports.statement<{ id: string }>(
    'refunds.lease_due',
    `
      update refunds.refund
      set next_lookup_at = $2, lookups = lookups + 1
      where id in (
        select id from refunds.refund where next_lookup_at <= $1 order by next_lookup_at limit $3 for update skip locked
      )
      returning id
    `,
    [now, leaseUntil, limit],
  )
  if (leased.length === 0) return []
  return refunds(ports.db)
    .where(
      'r.id',
      'in',
      leased.map(({ id }) => id),
    )
    .execute()
}

/** Returns which of the provider's refunds are ours, by its id or our metadata, with our state. */
export async function findKnownRefunds(
  db: Db,
  provider: string,
  items: readonly { readonly refundId: string; readonly reference: string | undefined }[],
): Promise<{ id: string; providerRefundId: string | null; state: RefundState }[]> {
  if (items.length === 0) return []
  const ids = items.flatMap(({ reference }) => (reference && /^[0-9a-f-]{36}$/.test(reference) ? [reference] : []))
  return db
    .selectFrom('refunds.refund')
    .select(['id', 'provider_refund_id as providerRefundId', 'state'])
    .where('provider', '=', provider)
    .where(
      sql<boolean>`
        (provider_refund_id = any(${items.map(({ refundId }) => refundId)}::text[]) or id = any(${ids}::uuid[]))
      `,
    )
    .execute()
}

/** Returns the refunded amount of a payment. */
export async function sumRefunded(db: Db, intentId: string): Promise<bigint> {
  const { rows } = await sql<{
    sum: bigint
  }>`
    select coalesce(sum(amount), 0)::bigint as sum
    from refunds.refund
    where intent_id = ${intentId} and state = 'succeeded'
  `.execute(db)
  return one(rows).sum
}

/** Cancels proposed refunds whose money was returned in another way. */
export const cancelProposedRefunds = async (tx: Tx, intentId: string, instant: Date): Promise<string[]> =>
  (
    await tx
      .updateTable('refunds.refund')
      .set({ state: 'canceled', settled_at: instant, failure_reason: 'overtaken' })
      .where('intent_id', '=', intentId)
      .where('state', '=', 'proposed')
      .returning('id')
      .execute()
  ).map(({ id }) => id)

/** Counts payments whose dispute was first reported since `since`, whatever its outcome. */
export async function countDisputesSince(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('refunds.refund')
    .select((e) => e.fn.count<bigint>('intent_id').distinct().as('count'))
    .where('origin', '=', 'bank')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
