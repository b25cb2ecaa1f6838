import { dayMs } from '#shared/time.ts'
import { record } from '#modules/platform/audit/index.ts'
import { lockCards } from '#modules/money/cards/index.ts'
import { type IdentityPorts, lockAccount } from '#modules/platform/identity/index.ts'
import { erasers } from './erasers.ts'
import { unprovenWithoutDonations } from './queries.ts'

/**
 * Days after which an account without a proven email and donations is erased: the address may belong to someone else.
 */
const unprovenDays = 30
const atOnce = 200

/** Erases unproven accounts nightly, without a mail, since the mailbox may be another person's. */
export async function purgeUnproven(ports: IdentityPorts): Promise<void> {
  const instant = ports.clock()
  const before = new Date(instant.getTime() - unprovenDays * dayMs)
  const purgeBatch = async () => {
    const ids = await unprovenWithoutDonations(ports.db, before, atOnce)
    for (const accountId of ids)
      await ports.write(async (tx) => {
        await lockCards(tx, accountId)
        const account = await lockAccount(tx, accountId)
        // It was proven, or another worker erased it.
        if (!account || account.emailConfirmedAt) return
        for (const eraser of erasers)
          await eraser(tx, { accountId, provenEmails: [], donationIds: [], at: instant }, ports)
        await record(tx, {
          actor: { kind: 'system' },
          act: 'privacy.unproven-purged',
          object: `account:${accountId}`,
          at: instant,
        })
      })
    return ids.length
  }
  while ((await purgeBatch()) === atOnce);
}
