import { accountOf, type Viewer, type TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import {
  assertNotClosed,
  memberRoleIn,
  assertTwoFactors,
  assertNoPendingChange,
} from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { isPersonal } from './queries/team-written.ts'
import { findRunCampaign, type RunCampaign } from './queries/team.ts'
import { hasAct } from './rules/kinds.ts'
import { canAct, type TeamPart, type RunningAct } from './rules/acts.ts'

/**
 * Returns the fundraiser if the viewer has this permission. Without any role it is not found (404, security-3); with
 * another role it is forbidden (403). Roles are read for each call, so that a revoked permission ends at once. Members
 * of a closed charity can only read, for 90 days (content-34). While a change of the charity's ownership waits, no one
 * exports for the charity (accounts-15).
 */
export async function campaignRunBy(
  ports: Pick<Ports, 'db' | 'clock'> & Partial<TwoFactorPolicy>,
  viewer: Viewer,
  campaignId: bigint,
  act: RunningAct,
  how: 'reading' | 'exporting' | 'changing' = act === 'look' || act === 'figures' || act === 'donors'
    ? 'reading'
    : 'changing',
): Promise<RunCampaign & { parts: readonly TeamPart[] }> {
  const account = accountOf(viewer)
  const { accountId } = account
  const campaign = await findRunCampaign(ports.db, campaignId, accountId)
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  if (!hasAct(campaign.kind, act)) throw new Problem('not-found', 'campaign-not-found')
  const charityRole = await memberRoleIn(ports.db, accountId, campaign.organizationId)
  const parts: TeamPart[] = [
    ...(campaign.teamRole ? [campaign.teamRole] : []),
    ...(charityRole ? [`charity-${charityRole}` as const] : []),
  ]
  if (parts.length === 0) throw new Problem('not-found', 'campaign-not-found')
  if (!canAct(parts, act)) throw new Problem('authorization', 'not-allowed')
  if (charityRole)
    await assertNotClosed(ports, campaign.organizationId, {
      isReading: how !== 'changing',
      notFound: 'campaign-not-found',
    })
  if (how === 'exporting' && (charityRole || !(await isPersonal(ports.db, campaign.id))))
    await assertNoPendingChange(ports.db, campaign.organizationId)
  const isOfTeam = campaign.teamRole !== null && canAct([campaign.teamRole], act)
  if (charityRole && !isOfTeam)
    await assertTwoFactors(ports, account, { organizationId: campaign.organizationId, role: charityRole })
  return { ...campaign, parts }
}
