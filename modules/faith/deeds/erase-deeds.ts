import type { Tx } from '#shared/ports.ts'
import './tables.ts'

/**
 * Deletes the data that the consent covered: every snapshot of the account. The record of sent mails stays, so that
 * none is sent again.
 */
export const withdrawDeedsConsent = async (tx: Tx, accountId: string): Promise<void> =>
  void (await tx.deleteFrom('deeds.snapshot').where('account_id', '=', accountId).execute())

/** Deletes all Deeds data of an erased account. */
export async function eraseDeeds(tx: Tx, accountId: string): Promise<void> {
  await withdrawDeedsConsent(tx, accountId)
  await tx.deleteFrom('deeds.survey_answer').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('deeds.notice').where('account_id', '=', accountId).execute()
}
