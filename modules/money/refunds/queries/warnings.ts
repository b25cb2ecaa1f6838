import type { Currency } from '#shared/money.ts'
import type { PaymentWarning } from '#modules/money/payments/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** A warning of the provider about a payment, with the payment's first donation. Amount in minor units. */
export type OpenWarning = {
  readonly id: string
  readonly intentId: string
  readonly kind: PaymentWarning['kind']
  readonly reason: string
  readonly campaignId: bigint
  readonly campaign: string
  readonly locale: string
  readonly amount: bigint
  readonly currency: Currency
}

/** Stores a warning; returns false if the payment already has one of this kind. */
export const insertWarning = async (
  tx: Tx,
  input: Pick<PaymentWarning, 'kind' | 'warningId' | 'reason'> & {
    readonly id: string
    readonly intentId: string
    readonly provider: string
    readonly at: Date
  },
): Promise<boolean> =>
  (await tx
    .insertInto('refunds.warning')
    .values({
      id: input.id,
      intent_id: input.intentId,
      kind: input.kind,
      provider: input.provider,
      provider_warning_id: input.warningId,
      reason: input.reason.slice(0, 100),
      found_at: input.at,
    })
    .onConflict((conflict) => conflict.constraint('warning_once').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Undecided warnings about payments of which something can still be refunded; others need no decision any more. */
const openWarnings = (db: Db) =>
  db
    .selectFrom('refunds.warning as w')
    .innerJoin('payments.intent as i', 'i.id', 'w.intent_id')
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('giving.donation')
          .select(['campaign_id', 'locale'])
          .whereRef('intent_id', '=', 'w.intent_id')
          .orderBy('id')
          .limit(1)
          .as('d'),
      (join) => join.onTrue(),
    )
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .select([
      'w.id',
      'w.intent_id as intentId',
      'w.kind',
      'w.reason',
      'd.campaign_id as campaignId',
      'c.name as campaign',
      'd.locale',
      'i.amount',
      'i.currency',
    ])
    .where('w.decision', 'is', null)
    .where('i.state', 'in', ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'DISPUTE_WON'])

/** Lists open warnings, oldest first. */
export const listOpenWarnings = (db: Db, limit: number): Promise<OpenWarning[]> =>
  openWarnings(db).orderBy('w.found_at').orderBy('w.id').limit(limit).execute()

export const findOpenWarning = (db: Db, id: string): Promise<OpenWarning | undefined> =>
  openWarnings(db).where('w.id', '=', id).executeTakeFirst()

/** Decides a warning once; returns false if it is decided. */
export const decideWarning = async (
  tx: Tx,
  input: { readonly id: string; readonly decision: 'refund' | 'keep'; readonly by: string; readonly at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('refunds.warning')
    .set({ decision: input.decision, decided_at: input.at, decided_by: input.by })
    .where('id', '=', input.id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
