import { record } from '#modules/platform/audit/index.ts'
import { resumeHeldCampaign } from '#modules/causes/campaigns/index-review.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from './ports.ts'
import { recordCaseAction, caseToWorkOn } from './work-on-case.ts'

/** Resumes a fundraiser that this case paused. Only staff can do so. */
export async function resumeFundraiser(
  ports: ModerationPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  of: { readonly caseId: string },
): Promise<void> {
  await ports.write(async (tx) => {
    const found = await caseToWorkOn(tx, viewer, of.caseId)
    if (found.decision !== 'pause' || !(await resumeHeldCampaign(tx, found.campaignId, ports.clock())))
      throw new Problem('conflict', 'state-not-allowed')
    await record(
      tx,
      recordCaseAction(ports, viewer, facts, found.id, 'fundraiser-resumed', { campaignId: String(found.campaignId) }),
    )
  })
}
