import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { findMailBrand, findOrganizations } from '#modules/causes/organizations/index.ts'
import { type UpdateRecipient, updateRecipients } from '#modules/money/giving/index.ts'
import { listUnsubscribed } from '#modules/organizers/fundraising/index.ts'
import { type MailBrand, mailHostOf, type MailRow, queueMails } from '#modules/platform/notifications/index.ts'
import type { Db } from '#shared/ports.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { locales } from '#shared/texts/locales.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { addMailed, findLetter, takeRecipients } from '../queries/letters.ts'
import { unsubscribedFromCharities, unsubscriptionKey } from '../queries/unsubscriptions.ts'
import { hashOfDonorEmail, unsubscribeUrl } from './unsubscribe.ts'

/** Name of the job in the queue. */
export const sendLetterTask = 'charity_donors:send_letter'

const batchSize = 200

export type Recipient = UpdateRecipient & { readonly organizationId: bigint; readonly hash: string }

/**
 * Returns those of the donors who asked for a fundraiser's updates and unsubscribed neither from them nor from the
 * charity's mails, each address once (content-44).
 */
export async function findLetterRecipients(
  ports: CharityDonorPorts,
  db: Db,
  request: { readonly organizationId: bigint; readonly campaignId: bigint; readonly donorKeys: readonly Buffer[] },
): Promise<Recipient[]> {
  const { organizationId, campaignId } = request
  const donors = (await updateRecipients.amongDonors(db, request)).map((donor) => ({
    ...donor,
    organizationId,
    hash: hashOfDonorEmail(ports.tokenSecret, donor.donationEmail),
  }))
  const [fromCharity, fromNews] = [
    await unsubscribedFromCharities(db, donors),
    await listUnsubscribed(ports, db, { campaignId, emails: donors.map(({ donationEmail }) => donationEmail) }),
  ]
  const wanting = donors.filter(
    (donor) => !fromCharity.has(unsubscriptionKey(donor)) && !fromNews.has(donor.donationEmail),
  )
  return [...new Map(wanting.map((donor) => [donor.hash, donor])).values()]
}

/**
 * Mails a batch of a letter's recipients and queues itself for the next one. A recipient leaves the list in the
 * transaction that queues their mail, so each is mailed once. A charity that was closed meanwhile mails no one.
 */
export async function sendLetter(ports: CharityDonorPorts, { letterId }: { readonly letterId: string }): Promise<void> {
  const letter = await findLetter(ports.db, letterId)
  if (!letter) return
  const { organizationId, campaignId } = letter
  const [[charity], [campaign]] = await Promise.all([
    findOrganizations(ports.db, [organizationId]),
    findCampaigns(ports.db, [campaignId]),
  ])
  await ports.write(async (tx) => {
    const donorKeys = await takeRecipients(tx, letterId, batchSize)
    if (donorKeys.length === 0 || !charity || !campaign) return
    // A charity without a brand was closed or rejected, and the rest of its letter isn't sent.
    const brands = new Map<Locale, MailBrand | undefined>()
    for (const locale of locales) brands.set(locale, await findMailBrand(ports, tx, [organizationId], locale))
    const isOpen = [...brands.values()].some((brand) => brand !== undefined)
    const mails: MailRow[] = []
    for (const recipient of isOpen
      ? await findLetterRecipients(ports, tx, { organizationId, campaignId, donorKeys })
      : []) {
      const locale = isLocale(recipient.locale) ? recipient.locale : 'en'
      const brand = brands.get(locale)
      const values = {
        charity: `\u2068${brand?.name ?? charity.name}\u2069`,
        campaign: `\u2068${campaign.name}\u2069`,
        product: ports.productName,
      }
      const t = textsOf('organizers/organizing', locale, values, 'letter-')
      mails.push({
        id: ports.newId(),
        messageId: `<letter.${letterId}.${recipient.hash}@${mailHostOf(ports.mailFrom)}>`,
        kind: 'charity-letter',
        to: recipient.email,
        locale,
        subject: letter.subject,
        content: {
          locale,
          ...(brand ? { brand } : {}),
          productName: ports.productName,
          title: letter.subject,
          isTitleTheirs: true,
          preheader: letter.body.slice(0, 120),
          footer: t('footer'),
          unsubscribe: { text: t('unsubscribe'), url: unsubscribeUrl(ports, recipient) },
          blocks: [
            { kind: 'text', text: letter.body, isTheirs: true },
            {
              kind: 'button',
              text: t('button'),
              url: `${ports.origin}/v4/campaign/${encodeURIComponent(campaign.slug)}`,
            },
          ],
        },
      })
    }
    await queueMails(tx, mails, ports.clock())
    await addMailed(tx, letterId, mails.length)
    await ports.enqueue(tx, sendLetterTask, { letterId })
  })
}
