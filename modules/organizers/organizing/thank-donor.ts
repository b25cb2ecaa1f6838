import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { formatMoney, money } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { findDonationToThank } from '#modules/money/giving/index.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { OrganizingPorts } from './ports.ts'
import { insertThankYouMessage } from './queries/thank-you-messages.ts'
import { readThanks } from './rules/typed-texts.ts'
import { pageLink } from './rules/share-link.ts'

/**
 * Thanks a donor by mail, once for each donation (content-16). The platform sends the mail, so the organizer learns no
 * address, and nothing about an anonymous donor. Refused for donations without an email address, and while staff have
 * paused the fundraiser.
 */
export async function thankDonor(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: { campaignId: bigint; donationId: string; message: string },
): Promise<void> {
  const campaign = await campaignRunBy(ports, viewer, input.campaignId, 'donors', 'changing')
  if (campaign.pausedByStaffAt) throw new Problem('conflict', 'fundraiser-paused-by-staff')
  const read = readThanks(input.message)
  if ('fault' in read) throw new Problem('validation', 'invalid-input', { fields: { message: read.fault } })
  const donation = await findDonationToThank(ports.db, input.campaignId, input.donationId)
  if (!donation) throw new Problem('not-found', 'not-found')
  const instant = ports.clock()
  const locale = isLocale(donation.locale) ? donation.locale : 'en'
  const values = {
    product: ports.productName,
    who: `\u2068${`${viewer.firstName} ${viewer.lastName}`.trim() || ports.productName}\u2069`,
    campaign: `\u2068${campaign.name}\u2069`,
    amount: `\u2068${formatMoney(money(donation.gift, donation.currency), locale)}\u2069`,
  }
  const t = textsOf('organizers/organizing', locale, values, 'thanks-')
  await ports.write(async (tx) => {
    const thanks = { donationId: input.donationId, campaignId: input.campaignId, by: viewer.accountId, at: instant }
    if (!(await insertThankYouMessage(tx, thanks))) throw new Problem('conflict', 'thanked-already')
    await queueMails(
      tx,
      [
        noticeMail(ports, {
          key: `thanks.${input.donationId}`,
          kind: 'thanks',
          to: donation.email,
          locale,
          t,
          blocks: [
            { kind: 'text', text: `\u201c${read.words}\u201d`, isTheirs: true },
            { kind: 'small', text: t('from') },
            { kind: 'button', text: t('button'), url: pageLink(ports.origin, campaign.slug, { source: 'thanks' }) },
          ],
        }),
      ],
      instant,
    )
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.donor-thanked',
      object: `campaign:${input.campaignId}`,
      at: instant,
      ip: context.ip,
    })
  })
}
