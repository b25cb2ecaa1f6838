import { sendThanks } from '#modules/organizers/organizing/index.ts'
import type { Tx } from '#shared/ports.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { findDonationsToThank, listThankYouTexts } from '../queries/thank-you-texts.ts'
import { unsubscribedFromCharities, unsubscriptionKey } from '../queries/unsubscriptions.ts'
import { chooseThanks } from '../rules/automatic-thanks.ts'
import { hashOfDonorEmail, unsubscribeUrl } from './unsubscribe.ts'

/**
 * Mails donors the thanks that the charities of their donations wrote, in the transaction that takes the donations from
 * the outbox, once for each donation (content-42). Addresses that unsubscribed from the charity get none.
 */
export async function thankAutomatically(
  ports: CharityDonorPorts,
  tx: Tx,
  intentIds: readonly string[],
): Promise<void> {
  const donations = await findDonationsToThank(tx, intentIds)
  if (donations.length === 0) return
  const texts = await listThankYouTexts(tx, [...new Set(donations.map(({ organizationId }) => organizationId))])
  const chosen = donations.flatMap((donation) => {
    const { organizationId, email } = donation
    const words = chooseThanks(
      donation,
      texts.filter((text) => text.organizationId === organizationId),
    )
    return words === undefined
      ? []
      : { ...donation, words, address: { organizationId, hash: hashOfDonorEmail(ports.tokenSecret, email) } }
  })
  const unsubscribed = await unsubscribedFromCharities(
    tx,
    chosen.map(({ address }) => address),
  )
  for (const { id, campaign, charity, nameAr, words, address } of chosen)
    if (!unsubscribed.has(unsubscriptionKey(address)))
      await sendThanks(ports, tx, {
        donationId: id,
        campaign,
        author: 'charity',
        nameIn: (locale) => (locale === 'ar' && nameAr) || charity,
        words,
        by: null,
        unsubscribeUrl: unsubscribeUrl(ports, address),
      })
}
