import { matchForStaff, recordFinding } from '#modules/organizers/charities/index.ts'
import type { SubjectKind } from '../subject.ts'

/**
 * A name of a charity that is similar to one on a screening list; `subjectId` is the match's id. A reviewer and an
 * admin decide (content-26).
 */
export const matchSubject: SubjectKind = {
  async describe(db, subjectId, ports) {
    const found = await matchForStaff(ports, db, subjectId)
    if (!found) return undefined
    const { charity, match } = found
    return {
      title: charity.name,
      language: 'en',
      href: charity.verifiedUntil === null ? null : `/organizations/${charity.slug}`,
      texts: {},
      match: found,
      besides: [match.state, match.firstFinding ?? '', match.firstReviewedById ?? ''],
    }
  },
  async decide(ports, tx, { subjectId, decision, reason, reviewerId, at }) {
    const outcome = await recordFinding(ports, tx, {
      matchId: subjectId,
      finding: decision === 'same-person' ? 'same' : 'other',
      reason,
      reviewerId,
      at,
    })
    return outcome === 'wait' ? 'waits' : undefined
  },
}
