import { type EditedCampaign, findEdited, plainTextOf } from '#modules/causes/campaigns/index-editing.ts'
import { pauseCampaign } from '#modules/causes/campaigns/index-review.ts'
import { type Edit, findRevision } from '#modules/organizers/fundraising/index.ts'
import { wholeText } from '#modules/organizers/fundraising/rules/draft.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { GalleryPicture } from '#modules/causes/campaigns/rules/gallery.ts'
import type { SubjectKind } from '../subject.ts'

type Said = {
  readonly title: string
  readonly story: string
  readonly goal: string
  readonly coverId: string
  readonly coverAlt: string
  readonly gallery: readonly GalleryPicture[]
}

const describePicture = ({ id, alt }: GalleryPicture): string => `${pictureUrl(id)} ${alt}`

/** Returns the texts that an edit changed. */
export const textsOfEdit = (response: Partial<Said>): Record<string, string> => ({
  ...(response.title === undefined ? {} : { name: response.title }),
  ...(response.goal === undefined ? {} : { goal: response.goal }),
  ...(response.coverId === undefined ? {} : { picture: response.coverId === '' ? '' : pictureUrl(response.coverId) }),
  ...(response.coverAlt === undefined ? {} : { cover: response.coverAlt }),
  ...(response.gallery === undefined ? {} : { gallery: response.gallery.map(describePicture).join('\n') }),
  ...(response.story === undefined ? {} : { story: plainTextOf(response.story) }),
})

const standing = (campaign: EditedCampaign): Said => ({
  title: campaign.name,
  story: campaign.story,
  goal: campaign.goal === null ? '' : wholeText(campaign.goal, campaign.currency),
  coverId: campaign.coverId ?? '',
  coverAlt: campaign.coverAlt,
  gallery: campaign.gallery,
})

/**
 * An edit of a verified fundraiser; `subjectId` is the edit's id. Compares the texts before it with the current ones.
 */
export const editSubject: SubjectKind = {
  async describe(db, subjectId) {
    const edit: Edit | undefined = await findRevision(db, subjectId)
    const campaign = edit && (await findEdited(db, edit.campaignId))
    if (!campaign) return undefined
    const now = standing(campaign)
    const changed = Object.keys(edit.after).filter((field): field is keyof Said => field in now)
    return {
      title: campaign.name,
      language: campaign.language,
      href: campaign.status === 0 ? null : `/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      texts: textsOfEdit(Object.fromEntries(changed.map((field) => [field, now[field]]))),
    }
  },
  async decide(_ports, tx, { campaignId, decision, at }) {
    if (decision === 'pause') await pauseCampaign(tx, campaignId, at)
  },
}
