import { type EditedCampaign, findEdited, plainTextOf, pauseCampaign } from '#modules/causes/campaigns/index.ts'
import { type Edit, findRevision } from '#modules/organizers/fundraising/index.ts'
import { wholeAmountText } from '#modules/organizers/fundraising/rules/draft.ts'
import type { TypedImpact } from '#modules/organizers/fundraising/rules/typed-impacts.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { GalleryPicture } from '#modules/causes/campaigns/rules/gallery.ts'
import type { SubjectKind } from '../subject.ts'

type EditTexts = {
  readonly title: string
  readonly story: string
  readonly goal: string
  readonly coverId: string
  readonly coverAlt: string
  readonly gallery: readonly GalleryPicture[]
  readonly impacts: readonly TypedImpact[]
}

const describePicture = ({ id, alt }: GalleryPicture): string => `${pictureUrl(id)} ${alt}`

/** Returns the texts that an edit changed. */
export const textsOfEdit = (texts: Partial<EditTexts>): Record<string, string> => ({
  ...(texts.title === undefined ? {} : { name: texts.title }),
  ...(texts.goal === undefined ? {} : { goal: texts.goal }),
  ...(texts.coverId === undefined ? {} : { picture: texts.coverId === '' ? '' : pictureUrl(texts.coverId) }),
  ...(texts.coverAlt === undefined ? {} : { cover: texts.coverAlt }),
  ...(texts.gallery === undefined ? {} : { gallery: texts.gallery.map(describePicture).join('\n') }),
  ...(texts.impacts === undefined
    ? {}
    : { impacts: texts.impacts.map(({ amount, text }) => `${amount}: ${text}`).join('\n') }),
  ...(texts.story === undefined ? {} : { story: plainTextOf(texts.story) }),
})

const currentTexts = (campaign: EditedCampaign): EditTexts => ({
  title: campaign.name,
  story: campaign.story,
  goal: campaign.goal === null ? '' : wholeAmountText(campaign.goal, campaign.currency),
  coverId: campaign.coverId ?? '',
  coverAlt: campaign.coverAlt,
  gallery: campaign.gallery,
  impacts: campaign.impacts.map(({ amount, text }) => ({
    amount: wholeAmountText(BigInt(amount), campaign.currency),
    text,
  })),
})

/**
 * An edit of a verified fundraiser; `subjectId` is the edit's id. Compares the texts before it with the current ones.
 */
export const editSubject: SubjectKind = {
  async describe(db, subjectId) {
    const edit: Edit | undefined = await findRevision(db, subjectId)
    const campaign = edit && (await findEdited(db, edit.campaignId))
    if (!campaign) return undefined
    const now = currentTexts(campaign)
    const changed = Object.keys(edit.after).filter((field): field is keyof EditTexts => field in now)
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
