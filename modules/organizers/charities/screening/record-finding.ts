import { type AccountViewer, lockStaffMember } from '#modules/platform/identity/index.ts'
import { latestRequest, decideMatch, lockMatch, saveFirstFinding } from '#modules/causes/organizations/index.ts'
import { refuseOwnCharity } from '#modules/causes/campaigns/index.ts'
import { type MatchKind, judgeMatch } from '#modules/causes/organizations/rules/screening.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { recordAct } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { applyDecision } from '../review/decide-request.ts'
import { saveVerificationDecision } from '../review/save-verification.ts'

/**
 * Records a staff member's opinion on a match: the same person or another. A reviewer and an admin must agree
 * (content-26). If it is the same, the charity is rejected, and new donations and payouts stop. Returns whether the
 * match is decided.
 */
export async function recordFinding(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly organizationId: bigint
    readonly matchId: string
    readonly finding: MatchKind
    readonly reason: string
  },
): Promise<'decided' | 'wait'> {
  const reason = input.reason.trim()
  if (reason === '')
    throw new Problem('validation', 'invalid-input', { fields: { reason: { code: 'reason-missing' } } })
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const match = await lockMatch(tx, input.matchId)
    if (match?.organizationId !== input.organizationId) throw new Problem('not-found', 'match-not-found')
    if (match.state !== 'open') throw new Problem('conflict', 'case-decided')
    await refuseOwnCharity(tx, viewer.accountId, { organizationIds: [input.organizationId] })
    const first =
      match.firstFinding && match.firstReviewedById
        ? {
            finding: match.firstFinding,
            byId: match.firstReviewedById,
            isAdmin: Boolean((await lockStaffMember(tx, match.firstReviewedById))?.roles.includes('admin')),
          }
        : null
    const outcome = judgeMatch({
      first,
      finding: input.finding,
      byId: viewer.accountId,
      isAdmin: viewer.roles.includes('admin'),
      approvals: ports.staffApprovals,
    })
    const opinion = { finding: input.finding, byId: viewer.accountId, reason }
    if (outcome === 'conflict') throw new Problem('conflict', 'match-disagreement')
    if (outcome === 'wait') await saveFirstFinding(tx, match.id, opinion)
    else await decideMatch(tx, match.id, { ...opinion, at: instant })
    const details = { match: match.id, finding: input.finding, reason, decided: outcome === 'decided' }
    await recordAct(tx, {
      viewer,
      context,
      organizationId: input.organizationId,
      act: 'match-judged',
      at: instant,
      details,
    })
    if (outcome === 'decided' && input.finding === 'same') {
      const request = await latestRequest(tx, input.organizationId)
      if (request?.state === 'open')
        await applyDecision(ports, tx, {
          request,
          decision: 'reject',
          message: '',
          reviewerId: viewer.accountId,
          at: instant,
        })
      else
        await saveVerificationDecision(ports, tx, input.organizationId, { decision: 'reject', kind: 'first' }, instant)
    }
    return outcome
  })
}
