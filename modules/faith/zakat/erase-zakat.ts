import type { Tx } from '#shared/ports.ts'
import { deleteOffsiteDonations } from './offsite/offsite-queries.ts'
import { deleteProfiles } from './profile-queries.ts'

/**
 * Deletes the data that the donor consented to: profiles, answers, results and reminders. Donations stay, including
 * those given elsewhere, which the donor can delete one by one (zakat-23).
 */
export const withdrawZakatConsent = (tx: Tx, accountId: string): Promise<void> => deleteProfiles(tx, accountId)

/** Deletes all zakat data of an erased account. */
export async function eraseZakat(tx: Tx, accountId: string): Promise<void> {
  await deleteProfiles(tx, accountId)
  await deleteOffsiteDonations(tx, accountId)
}
