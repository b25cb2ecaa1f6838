import { record } from '#modules/platform/audit/index.ts'
import { lockEdited } from '#modules/causes/campaigns/index.ts'
import { queueMails } from '#modules/platform/notifications/index.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { FundraisingPorts } from '../ports.ts'
import { acceptSubmission, closeSubmission, findAsked } from '../queries/submissions.ts'
import { mailsOf } from './decide-submission.ts'

/** A charity's decision on a fundraiser that someone else started for it. */
export type CharityDecision = {
  readonly organizationId: bigint
  readonly submissionId: string
  readonly decision: 'accept' | 'refuse'
  /** For the organizer; required for a refusal. */
  readonly reason: string
  readonly accountId: string
  readonly ip: string
}

const reasonMax = 500

/**
 * Accepts or refuses a fundraiser for its charity (content-4). Accepted, it waits for staff; refused, it is a draft again,
 * and its organizers are mailed the reason. Refused once staff have decided, or after a second decision. The caller has
 * checked the member's role.
 */
export async function decideForCharity(ports: FundraisingPorts, input: CharityDecision): Promise<void> {
  const reason = input.reason.trim()
  const fault = input.decision === 'refuse' ? faultOf(reason) : undefined
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { reason: fault } })
  const asked = await findAsked(ports.db, input)
  if (!asked) throw new Problem('not-found', 'submission-not-found')
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockEdited(tx, asked.campaignId)
    const decided =
      input.decision === 'accept'
        ? await acceptSubmission(tx, asked.id)
        : await closeSubmission(tx, { id: asked.id, decision: 'refused', by: input.accountId, reason, at: instant })
    if (!decided) throw new Problem('conflict', 'submission-decided')
    for (const object of [`campaign:${asked.campaignId}`, `organization:${input.organizationId}`])
      await record(tx, {
        actor: { kind: 'account', id: input.accountId },
        act: `fundraising.charity-${input.decision === 'accept' ? 'accepted' : 'refused'}`,
        object,
        at: instant,
        ip: input.ip,
        details: { submissionId: asked.id, campaignId: String(asked.campaignId), reason },
      })
    if (input.decision === 'refuse') await queueMails(tx, await mailsOf(ports, tx, decided), instant)
  })
}

function faultOf(reason: string): Fault | undefined {
  if (reason === '') return { code: 'reason-missing' }
  return reason.length > reasonMax ? { code: 'text-too-long', params: { max: reasonMax } } : undefined
}
