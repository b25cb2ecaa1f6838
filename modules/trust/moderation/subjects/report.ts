import {
  findReviewedCampaign,
  type ReviewedCampaign,
  pauseCampaign,
  plainTextOf,
} from '#modules/causes/campaigns/index.ts'
import type { SubjectKind } from '../subject.ts'

/** Returns a page's texts, to compare with those at the time of a report. */
export const textsOfCampaign = ({ name, tagline, story }: ReviewedCampaign) => ({
  name,
  tagline,
  story: plainTextOf(story),
})

/** A reported fundraiser; `subjectId` is the fundraiser's id. */
export const reportSubject: SubjectKind = {
  async describe(db, subjectId) {
    const campaign = await findReviewedCampaign(db, BigInt(subjectId))
    if (!campaign) return undefined
    return {
      title: campaign.name,
      language: campaign.language,
      href: campaign.status === 0 ? null : `/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      texts: textsOfCampaign(campaign),
    }
  },
  async decide(_ports, tx, { campaignId, decision, at }) {
    if (decision === 'pause') await pauseCampaign(tx, campaignId, at)
  },
}
