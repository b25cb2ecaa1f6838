import { describeOwnershipChange, decideOwnershipChange } from '#modules/organizers/fundraising/index.ts'
import type { SubjectKind } from '../subject.ts'

/**
 * A change of a charity's ownership that waits for staff; `subjectId` is the change's id. Two staff members decide
 * (accounts-15).
 */
export const ownershipSubject: SubjectKind = {
  async describe(db, subjectId) {
    const found = await describeOwnershipChange(db, subjectId)
    if (!found) return undefined
    const { charity, texts, proposal, proposedById } = found
    return {
      title: charity.name,
      language: 'en',
      href: charity.verifiedUntil === null ? null : `/organizations/${charity.slug}`,
      texts: { ...texts, ...(proposal ? { proposal: proposal === 'apply' ? 'apply' : 'refuse-change' } : {}) },
      besides: [proposedById ?? ''],
    }
  },
  async decide(ports, tx, { subjectId, decision, letterText: message, reviewerId }) {
    const outcome = await decideOwnershipChange(ports, tx, {
      changeId: subjectId,
      decision: decision === 'apply' ? 'apply' : 'refuse',
      message,
      reviewerId,
    })
    return outcome === 'waits' ? 'waits' : undefined
  },
}
