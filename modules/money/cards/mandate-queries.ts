import type { Tx } from '#shared/ports.ts'
import './tables.ts'

export type MandateRow = {
  readonly id: string
  readonly cardId: string
  /** Null for a plan's card. */
  readonly accountId: string | null
  readonly planId?: string
  readonly version: string
  readonly locale: string
  readonly textHash: string
  readonly ip: string
  readonly agreedAt: Date
  readonly sourceId: string
}

/** Stores a mandate; returns false if this attempt or setup already has one. */
export const insertMandate = async (tx: Tx, mandate: MandateRow): Promise<boolean> =>
  (await tx
    .insertInto('cards.mandate')
    .values({
      id: mandate.id,
      card_id: mandate.cardId,
      account_id: mandate.accountId,
      ...(mandate.planId === undefined ? {} : { plan_id: mandate.planId }),
      kind: 'off-session',
      text_version: mandate.version,
      locale: mandate.locale,
      text_hash: mandate.textHash,
      ip: mandate.ip,
      agreed_at: mandate.agreedAt,
      source_id: mandate.sourceId,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.column('source_id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const cardOfSource = async (tx: Tx, sourceId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('cards.mandate')
      .select('card_id as cardId')
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
  )?.cardId

export const revokeMandates = (tx: Tx, cardIds: readonly string[], instant: Date) =>
  cardIds.length === 0
    ? Promise.resolve([])
    : tx
        .updateTable('cards.mandate')
        .set({ revoked_at: instant })
        .where('card_id', 'in', [...cardIds])
        .where('revoked_at', 'is', null)
        .execute()
