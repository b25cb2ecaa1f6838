import { dayMs } from '#shared/time.ts'
import { record } from '#modules/platform/audit/index.ts'
import { lockCards } from '#modules/money/cards/index.ts'
import { type IdentityPorts, lockAccount } from '#modules/platform/identity/index.ts'
import { erasers } from './erasers.ts'
import { unconfirmedWithoutDonations } from './privacy-queries.ts'

/**
 * Days after which an account without a confirmed email address and donations is erased, because the address may be
 * someone else's.
 */
const unconfirmedDays = 30
const batchSize = 200

/** Nightly job that erases unconfirmed accounts. It sends no mail, because the address may be someone else's. */
export async function purgeUnconfirmed(ports: IdentityPorts): Promise<void> {
  const instant = ports.clock()
  const before = new Date(instant.getTime() - unconfirmedDays * dayMs)
  const purgeBatch = async () => {
    const ids = await unconfirmedWithoutDonations(ports.db, before, batchSize)
    for (const accountId of ids)
      await ports.write(async (tx) => {
        await lockCards(tx, accountId)
        const account = await lockAccount(tx, accountId)
        // The address was confirmed, or another worker erased the account.
        if (!account || account.emailConfirmedAt) return
        for (const eraser of erasers)
          await eraser(tx, { accountId, confirmedEmails: [], donationIds: [], at: instant }, ports)
        await record(tx, {
          actor: { kind: 'system' },
          act: 'privacy.unconfirmed-purged',
          object: `account:${accountId}`,
          at: instant,
        })
      })
    return ids.length
  }
  while ((await purgeBatch()) === batchSize);
}
