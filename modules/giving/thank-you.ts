import { Problem } from '#shared/problem.ts'
import { campaignTotals, getCampaignForGift } from '#modules/campaigns/index.ts'
import { verifyToken } from '#modules/identity/index.ts'
import { type GivingPorts } from './ports.ts'
import { findThankYou, unclaimedGifts } from './queries.ts'

/** What the thank-you page shows, to the holder of the gift's token and nobody else (trust.md R22a). */
export async function thankYou(ports: GivingPorts, input: { intentId: string; token: string }) {
  const held = verifyToken(ports.tokenSecret, input.token, ports.clock())
  if (!held || held.kind !== 'donation' || held.subject !== input.intentId) throw new Problem('not-found', 'not-found')
  const row = await findThankYou(ports, input.intentId)
  if (!row) throw new Problem('not-found', 'not-found')
  const [campaign, totals, unclaimed] = await Promise.all([
    getCampaignForGift(ports, row.campaignId),
    campaignTotals(ports.db, [row.campaignId]),
    unclaimedGifts(ports.db, input.intentId),
  ])
  if (!campaign) throw new Error(`donation ${row.id} of a campaign that is not there`)
  const raised = totals[0]?.raised ?? 0n
  return {
    donationId: row.id,
    reference: referenceOf(row.id),
    campaign: { id: String(campaign.id), slug: campaign.slug, name: campaign.name, organizationName: campaign.organizationName },
    currency: row.currency,
    gift: Number(row.gift),
    tip: Number(row.tip),
    coveredFee: Number(row.coveredFee),
    total: Number(row.gift + row.tip + row.coveredFee),
    isZakat: row.isZakat,
    giftAid: row.giftAid,
    isAnonymous: row.isAnonymous,
    givenAt: row.givenAt.toISOString(),
    email: row.email,
    mayComment: row.accountId !== null || row.guestId !== null,
    mayBecomeMember: row.email !== null && unclaimed.length > 0,
    userId: row.accountId ?? row.guestId,
    displayName: row.isAnonymous ? '' : (row.customName ?? row.name),
    raisedBefore: Number(raised > row.gift ? raised - row.gift : 0n),
    goal: campaign.goal === null ? null : Number(campaign.goal),
  }
}

/** A short name of a gift for people: the last ten characters of its id, which are random. */
export const referenceOf = (donationId: string): string => donationId.replaceAll('-', '').slice(-10).toUpperCase()
