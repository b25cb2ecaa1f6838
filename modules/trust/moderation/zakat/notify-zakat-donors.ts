import { pseudonymOf } from '#modules/platform/identity/index.ts'
import { lastOf } from '#shared/collections.ts'
import { findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { findZakatDonors } from '#modules/money/giving/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import type { ModerationPorts } from '../ports.ts'
import { findGranted } from '../queries/zakat.ts'

/** Name of the job in the queue. */
export const notifyZakatDonorsTask = 'moderation:notify_zakat_donors'

export type RevokedVerification = {
  readonly verificationId: string
  readonly campaignId: string
  /** End of the previous batch. */ readonly after: string
}

const batchSize = 200

/**
 * Notifies donors of zakat to a fundraiser that its verification was revoked, and that their donations are still
 * recorded as zakat (zakat-4). Works in batches and queues itself for the next one; each address gets one mail for each
 * verification, however often the job runs. Not sent if a new verification was granted in the meantime.
 */
export async function notifyZakatDonors(
  ports: ModerationPorts,
  { verificationId, campaignId, after }: RevokedVerification,
): Promise<void> {
  const campaign = await findReviewedCampaign(ports.db, BigInt(campaignId))
  if (!campaign || (await findGranted(ports.db, campaign.id))) return
  const givers = await findZakatDonors(ports.db, { campaignId: campaign.id, after, limit: batchSize })
  if (givers.length === 0) return
  const hashOf = (email: string) =>
    pseudonymOf(ports.tokenSecret, `zakat|${normalizeEmail(email)}`).toString('base64url')
  const mails = givers.map(({ email, locale: preferredLocale }) => {
    const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
    const say = textsOf('trust/moderation-mails', locale, { campaign: `\u2068${campaign.name}\u2069` }, 'zakat-givers.')
    return noticeMail(ports, {
      key: `zakat.${verificationId}.${hashOf(email)}`,
      kind: 'zakat-taken-back',
      to: email,
      locale,
      t: say,
      blocks: [
        {
          kind: 'button',
          text: say('button'),
          url: `${ports.origin}/v4/campaign/${encodeURIComponent(campaign.slug)}`,
        },
      ],
    })
  })
  await ports.write(async (tx) => {
    await queueMails(tx, mails, ports.clock())
    if (givers.length === batchSize)
      await ports.enqueue(tx, notifyZakatDonorsTask, {
        verificationId,
        campaignId,
        after: lastOf(givers).donationEmail,
      } satisfies RevokedVerification)
  })
}
