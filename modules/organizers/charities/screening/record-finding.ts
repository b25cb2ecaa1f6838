import { lockStaffMember } from '#modules/platform/identity/index.ts'
import { latestRequest, decideMatch, lockMatch, saveFirstFinding } from '#modules/causes/organizations/index.ts'
import { type MatchKind, judgeMatch } from '#modules/causes/organizations/rules/screening.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
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
  tx: Tx,
  input: {
    readonly matchId: string
    readonly finding: MatchKind
    readonly reason: string
    readonly reviewerId: string
    readonly at: Date
  },
): Promise<'decided' | 'wait'> {
  const { matchId, finding, reason, reviewerId, at } = input
  const match = await lockMatch(tx, matchId)
  if (match?.state !== 'open') throw new Problem('conflict', 'case-decided')
  const { organizationId } = match
  const isAdmin = async (accountId: string) => Boolean((await lockStaffMember(tx, accountId))?.roles.includes('admin'))
  const first =
    match.firstFinding && match.firstReviewedById
      ? {
          finding: match.firstFinding,
          byId: match.firstReviewedById,
          isAdmin: await isAdmin(match.firstReviewedById),
        }
      : null
  const outcome = judgeMatch({
    first,
    finding,
    byId: reviewerId,
    isAdmin: await isAdmin(reviewerId),
    approvals: ports.staffApprovals,
  })
  if (outcome === 'conflict') throw new Problem('conflict', 'match-disagreement')
  const opinion = { finding, byId: reviewerId, reason }
  if (outcome === 'wait') await saveFirstFinding(tx, match.id, opinion)
  else await decideMatch(tx, match.id, { ...opinion, at })
  await record(tx, {
    actor: { kind: 'account', id: reviewerId },
    act: 'charities.match-judged',
    object: `organization:${organizationId}`,
    at,
    details: { match: match.id, finding, reason, decided: outcome === 'decided' },
  })
  if (outcome === 'decided' && finding === 'same') {
    const request = await latestRequest(tx, organizationId)
    if (request?.state === 'open')
      await applyDecision(ports, tx, { request, decision: 'reject', message: '', reviewerId, at })
    else await saveVerificationDecision(ports, tx, organizationId, { decision: 'reject', kind: 'first' }, at)
  }
  return outcome
}
