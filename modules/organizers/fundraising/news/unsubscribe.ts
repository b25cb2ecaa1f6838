import { dayMs } from '#shared/time.ts'
import { createHmac } from 'node:crypto'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { type IdentityPorts, signToken, verifyToken } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import { insertUnsubscribed, isUnsubscribed } from '../queries/news-mails.ts'

/** A mailbox as it is remembered: nobody can read the address out of it. */
export const hashOfMailbox = (secret: string, emailKey: string): string =>
  createHmac('sha256', secret).update(`news|${emailKey}`).digest('base64url')

/** A mail may be read years later. */
const linkYears = 5

/** What the link at the foot of a mail carries: a fundraiser and a mailbox, signed. It opens nothing else. */
export const unsubscribeToken = (ports: IdentityPorts, of: { campaignId: bigint; hash: string }): string =>
  signToken(
    ports.tokenSecret,
    'unsubscribe',
    `${of.campaignId}-${of.hash}`,
    new Date(ports.clock().getTime() + linkYears * 366 * dayMs),
  )

async function heldBy(ports: IdentityPorts, token: string) {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  const subject = held?.kind === 'unsubscribe' ? held.subject : ''
  const [, id, hash] = /^(\d{1,18})-([\w-]{43})$/.exec(subject) ?? []
  const [campaign] = id === undefined ? [] : await findCampaigns(ports.db, [BigInt(id)])
  if (hash === undefined || !campaign) throw new Problem('not-found', 'code-not-valid')
  return { campaign, hash }
}

/** What the link is about; looking changes nothing, for mail programs follow links by themselves. */
export async function lookAtSubscription(ports: IdentityPorts, token: string) {
  const { campaign, hash } = await heldBy(ports, token)
  return {
    title: campaign.name,
    slug: campaign.slug,
    language: campaign.language,
    isUnsubscribed: await isUnsubscribed(ports.db, { campaignId: campaign.id, hash }),
  }
}

/** No more news of this fundraiser to this mailbox; without a log-in, as often as somebody presses. */
export async function unsubscribe(ports: IdentityPorts, token: string) {
  const { campaign, hash } = await heldBy(ports, token)
  await ports.write((tx) => insertUnsubscribed(tx, { campaignId: campaign.id, hash, at: ports.clock() }))
  return { title: campaign.name, slug: campaign.slug, language: campaign.language, isUnsubscribed: true }
}
