import { findRunningData, type RunningData } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { assertNotClosed, memberRoleIn, assertTwoFactors } from '#modules/causes/organizations/index.ts'
import { Problem } from '#shared/problem.ts'
import type { ReferralPorts } from './ports.ts'
import { findReferer, type Referer } from './referer-queries.ts'
import type { LinkFilter } from './referral-queries.ts'

export type Scope = {
  readonly scope: 'link' | 'fundraiser'
  readonly through: LinkFilter
  readonly campaign: RunningData | undefined
}

/**
 * Returns which referrals a viewer can see (accounts-8): owners and admins of the charity those of its whole
 * fundraiser, owners of a link their own. Throws 404 for others (security-3). Read on each call, so a revoked
 * permission counts at once.
 */
export async function readReferralScope(
  ports: ReferralPorts,
  viewer: AccountViewer,
  campaignId: bigint,
): Promise<Scope> {
  const campaign = campaignId === 0n ? undefined : await findRunningData(ports, campaignId)
  const role = campaign && (await memberRoleIn(ports.db, viewer.accountId, campaign.organizationId))
  if (campaign && (role === 'owner' || role === 'admin')) {
    await assertNotClosed(ports, campaign.organizationId, { isReading: true, notFound: 'campaign-not-found' })
    await assertTwoFactors(ports, viewer, { organizationId: campaign.organizationId, role })
    return { scope: 'fundraiser', through: { campaignId }, campaign }
  }
  return { scope: 'link', through: { refererId: (await ownReferer(ports, viewer, campaignId)).id }, campaign }
}

/** Returns the viewer's code for a fundraiser, or for programmes if 0. */
export async function ownReferer(ports: ReferralPorts, viewer: AccountViewer, campaignId: bigint): Promise<Referer> {
  const referer = await findReferer(ports, { accountId: viewer.accountId, campaignId: campaignId || null })
  if (!referer) throw linkNotFound()
  return referer
}

export const linkNotFound = (): Problem => new Problem('not-found', 'referral-link-not-found')
