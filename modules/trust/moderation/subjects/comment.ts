import { findCommentById, hideCommentByStaff, lockComment, approveComment } from '#modules/organizers/comments/index.ts'
import { findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import type { SubjectKind } from '../subject.ts'

/** Words of support that are held for review or were reported; `subjectId` is the comment's id. */
export const commentSubject: SubjectKind = {
  async describe(db, subjectId) {
    const comment = await findCommentById(db, subjectId)
    const campaign = comment && (await findReviewedCampaign(db, comment.campaignId))
    if (!campaign) return undefined
    return {
      title: campaign.name,
      language: campaign.language,
      href: campaign.status === 0 ? null : `/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      texts: { words: comment.body, author: [comment.displayName, comment.displayPlace].filter(Boolean).join(', ') },
    }
  },
  hold: (tx, { subjectId }) => lockComment(tx, subjectId),
  async decide(_ports, tx, { subjectId, decision, reason, at }) {
    if (decision === 'hide') await hideCommentByStaff(tx, { commentId: subjectId, reason, at })
    // Held words are public now; words that their organizer has hidden since are still hidden.
    else await approveComment(tx, { commentId: subjectId })
  },
}
