import { findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { decideSubmission, submissionDetails } from '#modules/organizers/fundraising/index.ts'
import type { SubjectKind } from '../subject.ts'
import { textsOfCampaign } from './report.ts'

/** A fundraiser submitted for publication; `subjectId` is the submission's id. */
export const fundraiserSubject: SubjectKind = {
  async describe(db, subjectId, ports) {
    const fundraiser = await submissionDetails(db, subjectId, ports.clock())
    const campaign = fundraiser && (await findReviewedCampaign(db, BigInt(fundraiser.draft.campaignId)))
    if (!campaign) return undefined
    const { coverUrl, content } = fundraiser.draft
    return {
      title: campaign.name,
      language: campaign.language,
      href: campaign.status === 0 ? null : `/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      texts: textsOfCampaign(campaign),
      fundraiser,
      besides: [
        JSON.stringify([coverUrl, content.gallery, content.goal, content.endDate, content.impacts]),
        ...fundraiser.levels.map((level) => `${level.id} ${level.version}`),
      ],
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
