import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { cleanRichText, findEdited, lockEdited, updateEdited } from '#modules/causes/campaigns/index-editing.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { findPictures, markUsed } from '#modules/platform/media/index.ts'
import { picturesIn } from '#modules/platform/media/rules/address.ts'
import { isUuid } from '#shared/ids.ts'
import { normaliseDigits } from '#shared/digits.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { charityOf, columnsOf, contentOf, factsOf, type OpenDraft } from './draft-view.ts'
import { draftView } from './views.ts'
import { findDraft, putDraft } from './queries/drafts.ts'
import { lastSubmission } from './queries/submissions.ts'
import { type DraftContent, draftLimits, missingOf, wrongOf } from './rules/draft.ts'
import { stateOf } from './rules/states.ts'

/** Returns the draft of a fundraiser that the viewer can edit (permission `edit`). */
export async function openDraft(ports: Ports, viewer: Viewer, campaignId: bigint): Promise<OpenDraft> {
  const { id } = await campaignRunBy(ports, viewer, campaignId, 'edit')
  return readDraft(ports.db, id, ports.clock())
}

/** The same for other permissions. */
export async function readDraft(db: Db, campaignId: bigint, now: Date): Promise<OpenDraft> {
  const campaign = await findEdited(db, campaignId)
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  const { organizationName, timeZone } = await charityOf(db, campaign.organizationId)
  const [draft, submission] = [await findDraft(db, campaignId), await lastSubmission(db, campaignId)]
  const isInReview = submission !== undefined && submission.decidedAt === null
  const content = draft && (!draft.published || campaign.status === 0) ? draft.content : contentOf(campaign, timeZone)
  const facts = factsOf(content, { currency: campaign.currency, timeZone, now })
  return {
    campaign,
    organizationName,
    timeZone,
    version: draft?.version ?? 0,
    content,
    changedAt: draft?.changedAt ?? null,
    published: draft?.published ?? true,
    state: stateOf(campaign.status, isInReview),
    submission,
    missing: missingOf(content, facts),
    wrong: wrongOf(content, facts),
  }
}

/**
 * Saves a draft, valid or not. `version` is the one it was based on: if it has changed (another tab or person), nothing
 * is saved and `draft-changed` (409) has the current content. A draft's valid parts apply to the fundraiser at once;
 * those of a published one wait for `publishDraft`.
 */
export async function saveDraft(
  ports: Ports,
  viewer: AccountViewer,
  of: { readonly campaignId: bigint; readonly version: number; readonly content: Partial<DraftContent> },
): Promise<OpenDraft> {
  const { id } = await campaignRunBy(ports, viewer, of.campaignId, 'edit')
  const now = ports.clock()
  const changed = await ports.write(async (tx) => {
    const campaign = await lockEdited(tx, id)
    if (!campaign) throw new Problem('not-found', 'campaign-not-found')
    const open = await readDraft(tx, id, now)
    if (open.state === 'review') throw new Problem('conflict', 'fundraiser-in-review')
    if (open.version !== of.version) return false
    const content = tidied({ ...open.content, ...of.content })
    await refuseOthersPicture(tx, content.coverId, [campaign.coverId, open.content.coverId], viewer.accountId)
    await markUsed(tx, [...(content.coverId ? [content.coverId] : []), ...picturesIn(content.story)], now)
    const published = campaign.status === 0
    await putDraft(tx, {
      campaignId: id,
      version: open.version + 1,
      content,
      changedBy: viewer.accountId,
      at: now,
      published,
    })
    if (published) await updateEdited(tx, id, { ...columnsOf(content, campaign, open.timeZone), changed_at: now })
    return true
  })
  const current = await readDraft(ports.db, id, now)
  if (!changed) throw new Problem('conflict', 'draft-changed', { more: { draft: draftView(current) } })
  return current
}

/** Normalizes content for storage: sanitized, within limits, digits converted. */
function tidied(content: DraftContent): DraftContent {
  const story = cleanRichText(content.story)
  if (story.length > draftLimits.story)
    throw new Problem('validation', 'invalid-input', {
      fields: { story: { code: 'text-too-long', params: { max: draftLimits.story } } },
    })
  return {
    ...content,
    story,
    goal: normaliseDigits(content.goal.trim()),
    minimumGift: normaliseDigits(content.minimumGift.trim()),
  }
}

/** A cover must be uploaded by the viewer or already belong to the fundraiser. */
async function refuseOthersPicture(
  db: Db,
  coverId: string,
  own: readonly (string | null)[],
  accountId: string,
): Promise<void> {
  if (coverId === '' || own.includes(coverId)) return
  const [picture] = isUuid(coverId) ? await findPictures(db, [coverId]) : []
  if (picture?.accountId !== accountId)
    throw new Problem('validation', 'invalid-input', { fields: { coverId: { code: 'picture-not-found' } } })
}
