import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, lockStaffMember } from '#modules/platform/identity/index.ts'
import { queueMails } from '#modules/platform/notifications/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { assignmentMail } from './assignment-mail.ts'
import type { ModerationPorts } from './ports.ts'
import { assignCase } from './queries/cases.ts'
import { kindsOf } from './rules/work.ts'
import { recordCaseAction, lockVisibleCase } from './work-on-case.ts'

/**
 * Assigns a case to the viewer (`me`), to no one, or by account id to a colleague who works on such cases. The timeline
 * shows a reassignment. A colleague gets one mail for each assignment; repeating an assignment has no effect.
 */
export async function assign(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { caseId: string; to: string },
): Promise<void> {
  if (input.to === '')
    throw new Problem('validation', 'invalid-input', { fields: { to: { code: 'colleague-missing' } } })
  const named = input.to === 'unassigned' ? null : input.to
  const to = input.to === 'me' ? viewer.accountId : named
  const isAssignedToOther = to !== null && to !== viewer.accountId
  await ports.write(async (tx) => {
    // The account is locked before the case, as in all code that changes both, to avoid deadlocks.
    const colleague = isAssignedToOther ? await lockStaffMember(tx, to) : undefined
    const item = await lockVisibleCase(tx, viewer, input.caseId)
    if (item.state === 'decided') throw new Problem('conflict', 'case-decided')
    if (isAssignedToOther && !(colleague && kindsOf(colleague.roles).includes(item.kind)))
      throw new Problem('validation', 'invalid-input', { fields: { to: { code: 'colleague-not-found' } } })
    if (item.assigneeId === to) return
    await assignCase(tx, item.id, to)
    const actName = isAssignedToOther ? 'case-assigned' : 'case-claimed'
    const act = to === null ? 'case-unassigned' : actName
    await record(tx, recordCaseAction(ports, viewer, context, item.id, act, { before: item.assigneeId, after: to }))
    if (isAssignedToOther)
      await queueMails(tx, await assignmentMail(ports, tx, item, { byId: viewer.accountId, toId: to }), ports.clock())
  })
}
