import { one, required } from '#shared/collections.ts'
import { getCampaignForDonation, assertAcceptsDonations } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { findPlan, canCountForReferral, type Plan } from '#modules/recurring/plans/index.ts'
import { Problem } from '#shared/problem.ts'
import type { RefererView } from './contract.ts'
import type { ReferralPorts } from './ports.ts'
import { countReferers, findReferer, saveReferer } from './referer-queries.ts'
import { bytesForCode, codeFrom } from './rules/new-code.ts'
import { planIdsOf } from './rules/plan-ids.ts'
import { refererViews } from './views.ts'

/** Maximum of codes for each account; stops scripts that create codes. */
const refererMax = 200

/**
 * Creates a random referral code, which reveals nothing and can't imitate another. An existing code for this fundraiser
 * is kept, because its links are in use; giving plans are added to it.
 */
export async function makeReferer(
  ports: ReferralPorts,
  viewer: AccountViewer,
  request: { readonly campaignId: string; readonly givingPlanId?: string | undefined },
): Promise<RefererView> {
  const campaignId = BigInt(request.campaignId) || null
  const planIds = planIdsOf(request.givingPlanId) ?? []
  if (campaignId === null && planIds.length === 0) throw new Problem('validation', 'nothing-to-refer')
  if (campaignId !== null) await assertNotClosed(ports, campaignId)
  for (const id of planIds) await assertPlanAllowed(ports, await findPlan(ports, id), campaignId)
  const ids = { accountId: viewer.accountId, campaignId }
  if (!(await findReferer(ports, ids)) && (await countReferers(ports.db, viewer.accountId)) >= refererMax)
    throw new Problem('conflict', 'too-many-referral-links', { params: { max: refererMax } })
  await ports.write((tx) =>
    saveReferer(tx, { ...ids, id: ports.newId(), code: generateCode(ports), planIds, at: ports.clock() }),
  )
  return one(await refererViews(ports, [required(await findReferer(ports, ids))]))
}

async function assertNotClosed(ports: ReferralPorts, campaignId: bigint): Promise<void> {
  const campaign = await getCampaignForDonation(ports, campaignId)
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  assertAcceptsDonations(campaign, ports.clock())
}

/**
 * Throws for plans of another fundraiser, and for Dhul Hijjah unless the operator has enabled its links (contract-5).
 */
async function assertPlanAllowed(
  ports: ReferralPorts,
  plan: Plan | undefined,
  campaignId: bigint | null,
): Promise<void> {
  if (
    !plan?.isEnabled ||
    (plan.campaignId !== null && plan.campaignId !== campaignId) ||
    !(await canCountForReferral(ports, plan))
  )
    throw new Problem('not-found', 'plan-not-found')
}

function generateCode(ports: ReferralPorts): string {
  for (;;) {
    const code = codeFrom(Buffer.from(ports.newToken(bytesForCode), 'base64url'))
    if (code) return code
  }
}
