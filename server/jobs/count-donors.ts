import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { workspaceServer } from '#modules/organizers/workspace/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'

const batch = 200

/** Counts the donations of these accounts as one donor's, with those they made before they signed in (supporters-6). */
export async function mergeDonorsOf(app: App, tx: Tx, accountIds: readonly string[]): Promise<void> {
  const { donors, donations } = await givingServer.reactions.mergeDonors(app, tx, accountIds)
  await campaignsServer.reactions.mergeDonors(tx, donors)
  await workspaceServer.reactions.countDonorsUnderNewKeys(tx, donations)
}

/** Does this for accounts that have proven an email address since. Returns their number. */
export async function countProvenDonors(app: App): Promise<number> {
  const accounts = await givingServer.jobs.findUncountedAccounts(app.db, batch)
  if (accounts.length > 0)
    await app.write(async (tx) => {
      await mergeDonorsOf(
        app,
        tx,
        accounts.map(({ id }) => id),
      )
      await givingServer.jobs.saveCountedAccounts(tx, accounts)
    })
  return accounts.length
}
