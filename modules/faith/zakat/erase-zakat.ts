import type { Tx } from '#shared/ports.ts'
import { deleteOffsiteDonations } from './offsite/offsite-queries.ts'
import { deleteProfiles } from './profile-queries.ts'

/**
 * Deletes what the consent was for: profiles, answers, results and reminders. Donations stay, also those that the donor
 * entered as given elsewhere and can delete one by one (zakat-23).
 */
export const withdrawZakatConsent = (tx: Tx, accountId: string): Promise<void> => deleteProfiles(tx, accountId)

/** Deletes everything of an account that is erased. */
export async function eraseZakat(tx: Tx, accountId: string): Promise<void> {
  await deleteProfiles(tx, accountId)
  await deleteOffsiteDonations(tx, accountId)
}
