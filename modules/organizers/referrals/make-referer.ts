import { one, required } from '#shared/collections.ts'
import { getCampaignForGift, refuseDonation } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { findPlan, mayBeReferred, type Plan } from '#modules/recurring/plans/index.ts'
import { Problem } from '#shared/problem.ts'
import type { RefererView } from './contract.ts'
import type { ReferralPorts } from './ports.ts'
import { countReferers, findReferer, saveReferer } from './queries.ts'
import { bytesForCode, codeFrom } from './rules/code.ts'
import { planIdsOf } from './rules/plan-ids.ts'
import { refererViews } from './views.ts'

/** More than one person tells others of; a script that makes codes for everything ends here. */
const refererMax = 200

/**
 * A code of somebody's own, drawn by us: it says nothing of them, and nobody can take one that looks like another's.
 * Whoever has one for this fundraiser keeps it, for it stands in links that are out; giving plans are added to it.
 */
export async function makeReferer(
  ports: ReferralPorts,
  viewer: AccountViewer,
  asked: { readonly campaignId: string; readonly givingPlanId?: string | undefined },
): Promise<RefererView> {
  const campaignId = BigInt(asked.campaignId) || null
  const planIds = planIdsOf(asked.givingPlanId) ?? []
  if (campaignId === null && planIds.length === 0) throw new Problem('validation', 'nothing-to-refer')
  if (campaignId !== null) await refuseClosed(ports, campaignId)
  for (const id of planIds) await refusePlan(ports, await findPlan(ports, id), campaignId)
  const of = { accountId: viewer.accountId, campaignId }
  if (!(await findReferer(ports, of)) && (await countReferers(ports.db, viewer.accountId)) >= refererMax)
    throw new Problem('conflict', 'too-many-referral-links', { params: { max: refererMax } })
  await ports.write((tx) =>
    saveReferer(tx, { ...of, id: ports.newId(), code: drawCode(ports), planIds, at: ports.clock() }),
  )
  return one(await refererViews(ports, [required(await findReferer(ports, of))]))
}

async function refuseClosed(ports: ReferralPorts, campaignId: bigint): Promise<void> {
  const campaign = await getCampaignForGift(ports, campaignId)
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  refuseDonation(campaign, ports.clock())
}

/**
 * A plan of another fundraiser is none of this code's; Dhul Hijjah has links only while the operator's switch is on
 * (contract-5).
 */
async function refusePlan(ports: ReferralPorts, plan: Plan | undefined, campaignId: bigint | null): Promise<void> {
  if (
    !plan?.isEnabled ||
    (plan.campaignId !== null && plan.campaignId !== campaignId) ||
    !(await mayBeReferred(ports, plan))
  )
    throw new Problem('not-found', 'plan-not-found')
}

function drawCode(ports: ReferralPorts): string {
  for (;;) {
    const code = codeFrom(Buffer.from(ports.newToken(bytesForCode), 'base64url'))
    if (code) return code
  }
}
