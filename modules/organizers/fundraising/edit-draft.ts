import {
  campaignRunBy,
  campaignTotals,
  cleanRichText,
  findEdited,
  lockEdited,
  replaceGallery,
  updateEdited,
} from '#modules/causes/campaigns/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { findPictures, markUsed } from '#modules/platform/media/index.ts'
import { picturesIn } from '#modules/platform/media/rules/address.ts'
import { isUuid } from '#shared/ids.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { charityOf, columnsOf, contentOf, draftValuesOf, type OpenDraft } from './draft-view.ts'
import { draftView } from './views.ts'
import { findDraft, saveNextDraft } from './queries/drafts.ts'
import { lastSubmission } from './queries/submissions.ts'
import { type DraftContent, draftLimits, findMissingFields, findFaults } from './rules/draft.ts'
import { stateOf } from './rules/states.ts'
import { normalizeImpacts } from './rules/typed-impacts.ts'

/** Returns the draft of a fundraiser that the viewer can edit (permission `edit`). */
export async function openDraft(ports: Ports, viewer: Viewer, campaignId: bigint): Promise<OpenDraft> {
  const { id } = await campaignRunBy(ports, viewer, campaignId, 'edit', 'reading')
  return readDraft(ports.db, id, ports.clock())
}

/** Returns the draft of a fundraiser; the caller has checked the permission. */
export async function readDraft(db: Db, campaignId: bigint, now: Date): Promise<OpenDraft> {
  const campaign = await findEdited(db, campaignId)
  // A hosted page is edited by its own module.
  if (!campaign || campaign.kind === 'hosted-page') throw new Problem('not-found', 'campaign-not-found')
  const { organizationName, timeZone } = await charityOf(db, campaign.organizationId)
  const [draft, submission] = [await findDraft(db, campaignId), await lastSubmission(db, campaignId)]
  const [total] = await campaignTotals(db, [campaignId])
  const isInReview = submission !== undefined && submission.decidedAt === null
  const current = contentOf(campaign, timeZone)
  // A draft that was saved before a field existed lacks it.
  const content = draft && (!draft.published || campaign.status === 0) ? { ...current, ...draft.content } : current
  const draftData = draftValuesOf(content, { currency: campaign.currency, timeZone, now })
  return {
    campaign,
    organizationName,
    timeZone,
    version: draft?.version ?? 0,
    content,
    raised: total?.raised ?? 0n,
    changedAt: draft?.changedAt ?? null,
    published: draft?.published ?? true,
    state: stateOf(campaign.status, isInReview),
    submission,
    missing: findMissingFields(content, draftData),
    wrong: findFaults(content, draftData),
  }
}

/**
 * Saves a draft, valid or not. `version` is the version that the change is based on. If the draft has changed since, in
 * another tab or by another person, nothing is saved and `draft-changed` (409) has the current content. Valid parts of
 * an unpublished draft apply to the fundraiser at once; changes of a published one wait for `publishDraft`.
 */
export async function saveDraft(
  ports: Ports,
  viewer: AccountViewer,
  input: { readonly campaignId: bigint; readonly version: number; readonly content: Partial<DraftContent> },
): Promise<OpenDraft> {
  const { id } = await campaignRunBy(ports, viewer, input.campaignId, 'edit')
  const now = ports.clock()
  const changed = await ports.write(async (tx) => {
    const campaign = await lockEdited(tx, id)
    if (!campaign) throw new Problem('not-found', 'campaign-not-found')
    const open = await readDraft(tx, id, now)
    if (open.state === 'review') throw new Problem('conflict', 'fundraiser-in-review')
    if (open.version !== input.version) return false
    const content = normalizeContent({ ...open.content, ...input.content })
    const own = picturesOf(open.content).concat(picturesOf(contentOf(campaign, open.timeZone)))
    await assertOwnPictures(tx, content, own, viewer.accountId)
    await markUsed(tx, [...picturesOf(content), ...picturesIn(content.story)], now)
    const published = campaign.status === 0
    await saveNextDraft(tx, {
      campaignId: id,
      version: open.version + 1,
      content,
      changedBy: viewer.accountId,
      at: now,
      published,
    })
    if (published) {
      await updateEdited(tx, id, { ...columnsOf(content, campaign, open.timeZone), changed_at: now })
      await replaceGallery(tx, id, content.gallery)
    }
    return true
  })
  const current = await readDraft(ports.db, id, now)
  if (!changed) throw new Problem('conflict', 'draft-changed', { more: { draft: draftView(current) } })
  return current
}

/** Normalizes content for storage: sanitized, within limits, digits converted. */
function normalizeContent(content: DraftContent): DraftContent {
  const story = cleanRichText(content.story)
  if (story.length > draftLimits.story)
    throw new Problem('validation', 'invalid-input', {
      fields: { story: { code: 'text-too-long', params: { max: draftLimits.story } } },
    })
  return {
    ...content,
    story,
    endDate: normalizeDigits(content.endDate).trim(),
    goal: normalizeDigits(content.goal.trim()),
    minimumDonation: normalizeDigits(content.minimumDonation.trim()),
    impacts: normalizeImpacts(content.impacts),
  }
}

const picturesOf = ({ coverId, gallery }: Pick<DraftContent, 'coverId' | 'gallery'>): string[] =>
  [coverId, ...gallery.map(({ id }) => id)].filter((id) => id !== '')

/**
 * Checks that cover and gallery were uploaded by the viewer or already belong to the fundraiser, and that no picture
 * appears twice.
 */
async function assertOwnPictures(
  db: Db,
  { coverId, gallery }: DraftContent,
  own: readonly string[],
  accountId: string,
): Promise<void> {
  const newPictures = picturesOf({ coverId, gallery }).filter((id) => !own.includes(id))
  const uploaded = await findPictures(db, newPictures.filter(isUuid))
  const isTheirs = (id: string) => uploaded.some((picture) => picture.id === id && picture.accountId === accountId)
  const refused = newPictures.find((id) => !isTheirs(id))
  const field = refused !== undefined && refused === coverId ? 'coverId' : 'gallery'
  const isRepeated = new Set(gallery.map(({ id }) => id)).size < gallery.length
  if (refused !== undefined || isRepeated)
    throw new Problem('validation', 'invalid-input', { fields: { [field]: { code: 'picture-not-found' } } })
}
