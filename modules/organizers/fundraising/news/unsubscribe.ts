import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import {
  type IdentityPorts,
  matchUnsubscribe,
  pseudonymOf,
  signUnsubscribe,
  type TokenSecret,
} from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { insertNewsUnsubscription, isUnsubscribedFromNews, unsubscribedOf } from '../queries/news-mails.ts'

/** Hashes an email address so that it can't be recovered. */
export const hashOfMailbox = (secret: TokenSecret, emailKey: string): string =>
  pseudonymOf(secret, `news|${emailKey}`).toString('base64url')

/** Returns those of the addresses that unsubscribed from a fundraiser's updates. */
export async function listUnsubscribed(
  ports: Pick<IdentityPorts, 'tokenSecret'>,
  db: Db,
  { campaignId, emails }: { readonly campaignId: bigint; readonly emails: readonly string[] },
): Promise<ReadonlySet<string>> {
  const hashed = emails.map((email) => ({ email, hash: hashOfMailbox(ports.tokenSecret, normalizeEmail(email)) }))
  const found = await unsubscribedOf(db, { campaignId, hashes: hashed.map(({ hash }) => hash) })
  return new Set(hashed.flatMap(({ email, hash }) => (found.has(hash) ? [email] : [])))
}

/** Returns the signed token of an unsubscribe link for a fundraiser and an address; it gives no other access. */
export const unsubscribeToken = (ports: IdentityPorts, input: { campaignId: bigint; hash: string }): string =>
  signUnsubscribe(ports, `${input.campaignId}-${input.hash}`)

async function recipientOfToken(ports: IdentityPorts, token: string) {
  const [, id, hash] = matchUnsubscribe(ports, token, /^(\d{1,18})-([\w-]{43})$/) ?? []
  const [campaign] = id === undefined ? [] : await findCampaigns(ports.db, [BigInt(id)])
  if (hash === undefined || !campaign) throw new Problem('not-found', 'code-not-valid')
  return { campaign, hash }
}

/** Returns the fundraiser of the link. Changes nothing, because mail programs open links. */
export async function previewUnsubscribe(ports: IdentityPorts, token: string) {
  const { campaign, hash } = await recipientOfToken(ports, token)
  return {
    title: campaign.name,
    slug: campaign.slug,
    language: campaign.language,
    isUnsubscribed: await isUnsubscribedFromNews(ports.db, { campaignId: campaign.id, hash }),
  }
}

/** Unsubscribes an address from this fundraiser's updates. Requires no login; idempotent. */
export async function unsubscribe(ports: IdentityPorts, token: string) {
  const { campaign, hash } = await recipientOfToken(ports, token)
  await ports.write((tx) => insertNewsUnsubscription(tx, { campaignId: campaign.id, hash, at: ports.clock() }))
  return { title: campaign.name, slug: campaign.slug, language: campaign.language, isUnsubscribed: true }
}
