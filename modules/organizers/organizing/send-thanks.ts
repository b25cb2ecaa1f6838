import { findDonationToThank } from '#modules/money/giving/index.ts'
import { type MailContent, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { OrganizingPorts } from './ports.ts'
import { insertThankYouMessage } from './queries/thank-you-messages.ts'
import { pageLink } from './rules/share-link.ts'

export type Thanks = {
  readonly donationId: string
  readonly campaign: { readonly id: bigint; readonly name: string; readonly slug: string }
  /** Who thanks: an organizer, or a charity whose text is sent automatically. */
  readonly author: 'organizer' | 'charity'
  readonly nameIn: (locale: Locale) => string
  readonly words: string
  /** The organizer's account; null if the thanks are automatic. */
  readonly by: string | null
  readonly unsubscribeUrl?: string
}

/**
 * Queues the mail that thanks the donor of a donation, once automatically and once by hand, in the transaction that records it
 * (content-16). Returns what became of it; `unreachable`: its donor has no email address, or it was refunded.
 */
export async function sendThanks(
  ports: OrganizingPorts,
  tx: Tx,
  { donationId, campaign, author, nameIn, words, by, unsubscribeUrl }: Thanks,
): Promise<'queued' | 'thanked-already' | 'unreachable'> {
  const donation = await findDonationToThank(tx, campaign.id, donationId)
  if (!donation) return 'unreachable'
  const instant = ports.clock()
  if (!(await insertThankYouMessage(tx, { donationId, campaignId: campaign.id, by, at: instant })))
    return 'thanked-already'
  const locale = isLocale(donation.locale) ? donation.locale : 'en'
  const values = {
    product: ports.productName,
    who: `\u2068${nameIn(locale)}\u2069`,
    campaign: `\u2068${campaign.name}\u2069`,
    amount: `\u2068${formatMoney(money(donation.gift, donation.currency), locale)}\u2069`,
  }
  const t = textsOf('organizers/organizing', locale, values, 'thanks-')
  const unsubscribe: MailContent['unsubscribe'] =
    unsubscribeUrl === undefined ? undefined : { text: t('unsubscribe'), url: unsubscribeUrl }
  await queueMails(
    tx,
    [
      noticeMail(ports, {
        key: `${by === null ? 'automatic-' : ''}thanks.${donationId}`,
        kind: 'thanks',
        to: donation.email,
        locale,
        t,
        blocks: [
          { kind: 'text', text: `\u201c${words}\u201d`, isTheirs: true },
          { kind: 'small', text: t(author === 'charity' ? 'from-charity' : 'from') },
          { kind: 'button', text: t('button'), url: pageLink(ports.origin, campaign.slug, { source: 'thanks' }) },
        ],
        ...(unsubscribe ? { unsubscribe } : {}),
      }),
    ],
    instant,
  )
  return 'queued'
}
