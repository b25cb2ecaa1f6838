import { lastOf } from '#shared/collections.ts'
import { findEdited, findNews, plainTextOf } from '#modules/causes/campaigns/index.ts'
import { type UpdateRecipient, updateRecipients } from '#modules/money/giving/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { mailHostOf, type MailRow, queueMails } from '#modules/platform/notifications/index.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { FundraisingPorts } from '../ports.ts'
import { recordRecipients, unsubscribedOf } from '../queries/news-mails.ts'
import { hashOfMailbox, unsubscribeToken } from './unsubscribe.ts'

/** Name of the job in the queue. */
export const sendNewsTask = 'fundraising:send_news'

const batchSize = 200
/** Maximum of characters of an update in a mail; the page has the rest. */
const shownMax = 1200

/**
 * Mails one update in batches to donors who asked for updates; queues itself for the next batch. Each address gets an
 * update once, however often the job runs. Deleted updates and those of fundraisers paused by staff are not mailed.
 */
export async function sendNews(
  ports: FundraisingPorts,
  { newsId, after }: { readonly newsId: string; readonly after: string },
): Promise<void> {
  const news = await findNews(ports.db, newsId)
  const campaign = news && (await findEdited(ports.db, news.campaignId))
  if (!news || !campaign || campaign.pausedByStaffAt) return
  const donors = await updateRecipients.ofCampaign(ports.db, { campaignId: campaign.id, after, limit: batchSize })
  if (donors.length === 0) return
  const instant = ports.clock()
  const text = shortened(plainTextOf(news.body))
  const url = `${ports.origin}/v4/campaign/${encodeURIComponent(campaign.slug)}`
  // Donors who changed their address are mailed once at the new one, unless the address they donated with has
  // unsubscribed.
  const hashOf = (email: string) => hashOfMailbox(ports.tokenSecret, normalizeEmail(email))
  const unwanted = await unsubscribedOf(ports.db, {
    campaignId: campaign.id,
    hashes: donors.map(({ donationEmail }) => hashOf(donationEmail)),
  })
  const wanting = donors.filter(({ donationEmail }) => !unwanted.has(hashOf(donationEmail)))
  const hashed = [...new Map(wanting.map((donor) => [hashOf(donor.email), donor])).entries()].map(([hash, donor]) => ({
    donor,
    hash,
  }))
  const mailOf = ({ donor, hash }: { donor: UpdateRecipient; hash: string }): MailRow => {
    const locale: Locale = isLocale(donor.locale) ? donor.locale : 'en'
    const values = { title: `\u2068${campaign.name}\u2069`, news: `\u2068${news.title}\u2069` }
    const say = textsOf('organizers/fundraising-mails', locale, values, 'news.')
    return {
      id: ports.newId(),
      messageId: `<news.${newsId}.${hash}@${mailHostOf(ports.mailFrom)}>`,
      kind: 'fundraiser-news',
      to: donor.email,
      locale,
      subject: say('subject').replace(/\s+/g, ' '),
      content: {
        locale,
        productName: ports.productName,
        title: news.title,
        isTitleTheirs: true,
        preheader: text.slice(0, 120),
        footer: say('footer'),
        unsubscribe: {
          text: say('unsubscribe'),
          url: `${ports.origin}/unsubscribe/${unsubscribeToken(ports, { campaignId: campaign.id, hash })}`,
        },
        blocks: [
          { kind: 'text', text, isTheirs: true },
          { kind: 'button', text: say('button'), url },
        ],
      },
    }
  }
  await ports.write(async (tx) => {
    const unmailed = await recordRecipients(tx, {
      newsId,
      campaignId: campaign.id,
      hashes: hashed.map(({ hash }) => hash),
      at: instant,
    })
    await queueMails(tx, hashed.filter(({ hash }) => unmailed.has(hash)).map(mailOf), instant)
    if (donors.length === batchSize)
      await ports.enqueue(tx, sendNewsTask, { newsId, after: lastOf(donors).donationEmail })
  })
}

const shortened = (text: string): string =>
  text.length <= shownMax ? text : `${text.slice(0, shownMax).replace(/\s+\S*$/, '')} …`
