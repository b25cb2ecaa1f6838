import { dateTimeFormat } from '#shared/formats.ts'
import { one, required } from '#shared/collections.ts'
import { formatHijri, localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { shownTotal, campaignTotals, getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { verifyToken } from '#modules/platform/identity/index.ts'
import type { GivingPorts } from './ports.ts'
import { findThankYou, findDonationsToTakeOver } from './queries/thank-you-queries.ts'
import { orderText, shownFields } from './shown-fields.ts'

/** Returns the data of the thank-you page if the token belongs to the payment (payments-14). */
export async function thankYou(
  ports: GivingPorts,
  input: { intentId: string; token: string; timeZone?: string | undefined },
  locale: Locale,
) {
  const payload = verifyToken(ports.tokenSecret, input.token, ports.clock())
  if (!payload || payload.kind !== 'donation' || payload.subject !== input.intentId)
    throw new Problem('not-found', 'not-found')
  const rows = await findThankYou(ports, input.intentId)
  const row = rows[0]
  if (!row) throw new Problem('not-found', 'not-found')
  const [campaigns, totals, { raised }, unclaimed] = await Promise.all([
    Promise.all(rows.map((row) => campaignOf(ports, row))),
    campaignTotals(ports.db, [row.campaignId]),
    shownTotal(ports.db, row.campaignId),
    findDonationsToTakeOver(ports.db, input.intentId),
  ])
  const campaign = one(campaigns)
  const sum = (part: 'gift' | 'tip' | 'coveredFee') => rows.reduce((total, row) => total + row[part], 0n)
  const { lastDonationAt } = one(totals)
  // Totals are updated a moment later. They don't include this donation until their newest donation is as new.
  const isCounted = lastDonationAt !== null && lastDonationAt >= row.givenAt
  const ownGift = rows
    .filter(({ campaignId }) => campaignId === row.campaignId)
    .reduce((total, { gift }) => total + gift, 0n)
  const raisedBefore = isCounted ? raised - ownGift : raised
  const givenOn = localDateIn(toKnownTimeZone(input.timeZone), row.givenAt)
  return {
    donationId: row.id,
    reference: donationReferenceOf(row.id),
    campaign: campaign.view,
    donations: rows.map((row, index) => ({
      donationId: row.id,
      campaign: required(campaigns[index]).view,
      gift: row.gift,
      tip: row.tip,
      coveredFee: row.coveredFee,
      isZakat: row.isZakat,
      giftAid: row.giftAid,
      fields: shownFields('donor', row, locale),
      order: orderText('donor', row, locale),
    })),
    currency: row.currency,
    gift: sum('gift'),
    tip: sum('tip'),
    coveredFee: sum('coveredFee'),
    total: sum('gift') + sum('tip') + sum('coveredFee'),
    refundedAmount: rows.reduce((total, row) => total + row.refundedAmount, 0n),
    isZakat: row.isZakat,
    giftAid: row.giftAid,
    isRegular: row.isRegular,
    isAnonymous: row.isAnonymous,
    givenAt: row.givenAt,
    givenOn,
    givenOnHijri: formatHijri(givenOn, locale),
    email: row.email,
    canComment: row.accountId !== null || row.guestId !== null,
    canBecomeMember: row.email !== null && unclaimed.length > 0,
    userId: row.accountId ?? row.guestId,
    displayName: row.publicName ?? '',
    raisedBefore: raisedBefore > 0n ? raisedBefore : 0n,
    goal: campaign.goal,
  }
}

/** Returns UTC for a time zone that the browser knows and we don't. */
function toKnownTimeZone(requestText: string | undefined): string {
  try {
    return dateTimeFormat('en', { timeZone: requestText ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

async function campaignOf(ports: GivingPorts, { id, campaignId }: { id: string; campaignId: bigint }) {
  const campaign = await getCampaignForDonation(ports, campaignId)
  if (!campaign) throw new Error(`donation ${id} of a campaign that is not there`)
  const { slug, name, organizationName, organizationNameAr, goal } = campaign
  return {
    view: { id: String(campaign.id), slug, name, organizationName, organizationNameAr },
    goal,
  }
}

/** Returns a short reference of a donation for people: the last ten characters of its id, which are random. */
export const donationReferenceOf = (donationId: string): string =>
  donationId.replaceAll('-', '').slice(-10).toUpperCase()
