import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from './ports.ts'
import { type Case, insertNote, lockCase } from './queries/cases.ts'
import { kindsOfViewer } from './queue.ts'

/** Locks and returns a case that the viewer works on; throws 404 for others. */
export async function lockVisibleCase(tx: Tx, viewer: AccountViewer, caseId: string): Promise<Case> {
  const kinds = kindsOfViewer(viewer)
  const item = kinds.length > 0 ? await lockCase(tx, caseId, kinds) : undefined
  if (!item) throw new Problem('not-found', 'case-not-found')
  return item
}

/** Locks and returns a case that the viewer may decide: one that isn't about their own charity (accounts-16). */
export async function lockCaseToDecide(tx: Tx, viewer: AccountViewer, caseId: string): Promise<Case> {
  const item = await lockVisibleCase(tx, viewer, caseId)
  await assertNotOwnCharity(tx, viewer.accountId, { campaignIds: [item.campaignId] })
  return item
}

/** Records an action in the case's timeline, in the transaction of that action. */
export const recordCaseAction = (
  ports: Pick<ModerationPorts, 'clock'>,
  viewer: AccountViewer,
  context: RequestContext,
  caseId: string,
  act: string,
  details: object = {},
) => ({
  actor: { kind: 'account' as const, id: viewer.accountId },
  act: `moderation.${act}`,
  object: `case:${caseId}`,
  at: ports.clock(),
  ip: context.ip,
  details: { ...details },
})

/** Adds a note for colleagues; possible for decided cases too. */
export async function addNote(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { caseId: string; text: string },
): Promise<void> {
  const body = input.text.trim()
  if (body === '') throw new Problem('validation', 'invalid-input', { fields: { text: { code: 'note-empty' } } })
  await ports.write(async (tx) => {
    const item = await lockVisibleCase(tx, viewer, input.caseId)
    const id = ports.newId()
    await insertNote(tx, { id, caseId: item.id, authorId: viewer.accountId, body, at: ports.clock() })
    await record(tx, recordCaseAction(ports, viewer, context, item.id, 'note-added', { note: id }))
  })
}
