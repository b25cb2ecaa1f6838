import { findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { decideSubmission, findSubmission } from '#modules/organizers/fundraising/index.ts'
import type { SubjectKind } from '../subject.ts'
import { textsOfCampaign } from './report.ts'

/** A fundraiser submitted for publication; `subjectId` is the submission's id. */
export const fundraiserSubject: SubjectKind = {
  async describe(db, subjectId) {
    const submission = await findSubmission(db, subjectId)
    const campaign = submission && (await findReviewedCampaign(db, submission.campaignId))
    if (!campaign) return undefined
    return {
      title: campaign.name,
      language: campaign.language,
      href: campaign.status === 0 ? null : `/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      texts: textsOfCampaign(campaign),
    }
  },
  async settle(ports, _viewer, { ip }, { subjectId, decision, letterText, reviewerId }) {
    await decideSubmission(ports, reviewerId, {
      submissionId: subjectId,
      decision: decision === 'publish' ? 'approved' : 'rejected',
      reason: letterText,
      ip,
    })
  },
}
