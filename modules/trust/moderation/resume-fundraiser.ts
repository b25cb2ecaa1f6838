import { record } from '#modules/platform/audit/index.ts'
import { resumeCampaignPausedByStaff } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from './ports.ts'
import { recordCaseAction, lockCaseToDecide } from './work-on-case.ts'

/** Resumes a fundraiser that this case paused; only staff can. */
export async function resumeFundraiser(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly caseId: string },
): Promise<void> {
  await ports.write(async (tx) => {
    const item = await lockCaseToDecide(tx, viewer, ids.caseId)
    if (item.decision !== 'pause' || !(await resumeCampaignPausedByStaff(tx, item.campaignId, ports.clock())))
      throw new Problem('conflict', 'state-not-allowed')
    await record(
      tx,
      recordCaseAction(ports, viewer, context, item.id, 'fundraiser-resumed', {
        campaignId: String(item.campaignId),
      }),
    )
  })
}
