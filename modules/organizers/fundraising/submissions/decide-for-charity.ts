import { record } from '#modules/platform/audit/index.ts'
import { lockEdited } from '#modules/causes/campaigns/index.ts'
import { queueMails } from '#modules/platform/notifications/index.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { charityDays, type FundraisingPorts } from '../ports.ts'
import { acceptSubmission, closeSubmission, findAwaitingCharity, listAwaitingCharity } from '../queries/submissions.ts'
import { mailsOf } from './decide-submission.ts'

/** A charity's decision on a fundraiser that someone else started for it. */
type CharityDecision = {
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
async function decideForCharity(ports: FundraisingPorts, input: CharityDecision): Promise<void> {
  const reason = input.reason.trim()
  const fault = input.decision === 'refuse' ? faultOf(reason) : undefined
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { reason: fault } })
  const request = await findAwaitingCharity(ports.db, input)
  if (!request) throw new Problem('not-found', 'submission-not-found')
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockEdited(tx, request.campaignId)
    const decided =
      input.decision === 'accept'
        ? await acceptSubmission(tx, request.id)
        : await closeSubmission(tx, { id: request.id, decision: 'refused', by: input.accountId, reason, at: instant })
    if (!decided) throw new Problem('conflict', 'submission-decided')
    for (const object of [`campaign:${request.campaignId}`, `organization:${input.organizationId}`])
      await record(tx, {
        actor: { kind: 'account', id: input.accountId },
        act: `fundraising.charity-${input.decision === 'accept' ? 'accepted' : 'refused'}`,
        object,
        at: instant,
        ip: input.ip,
        details: { submissionId: request.id, campaignId: String(request.campaignId), reason },
      })
    if (input.decision === 'refuse') await queueMails(tx, await mailsOf(ports, tx, decided), instant)
  })
}

function faultOf(reason: string): Fault | undefined {
  if (reason === '') return { code: 'reason-missing' }
  return reason.length > reasonMax ? { code: 'text-too-long', params: { max: reasonMax } } : undefined
}

/** Fundraisers that wait for their charity: the list, the decision, and the days after which staff decide without it. */
export const fundraiserRequests = { list: listAwaitingCharity, decide: decideForCharity, days: charityDays } as const
