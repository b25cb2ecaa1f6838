import { record } from '#modules/platform/audit/index.ts'
import { approveComment, showCommentByStaff } from '#modules/organizers/comments/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from './ports.ts'
import { checkSeen } from './content-fingerprint.ts'
import { recordCaseAction, lockCaseToDecide } from './work-on-case.ts'

/** Shows words of support that this case hid; the decided case doesn't change. */
export async function restoreWords(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly caseId: string; readonly seen: string },
): Promise<void> {
  await ports.write(async (tx) => {
    const item = await lockCaseToDecide(tx, viewer, input.caseId)
    const comment = { commentId: item.subjectId }
    if (item.kind !== 'comment' || item.decision !== 'hide') throw new Problem('conflict', 'state-not-allowed')
    await checkSeen(ports, tx, item, input.seen)
    if (!(await showCommentByStaff(tx, comment))) throw new Problem('conflict', 'state-not-allowed')
    // The words were held for review, which is done now.
    await approveComment(tx, comment)
    await record(
      tx,
      recordCaseAction(ports, viewer, context, item.id, 'words-restored', {
        comment: item.subjectId,
        campaignId: String(item.campaignId),
      }),
    )
  })
}
