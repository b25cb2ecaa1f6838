import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, lockEdited, replaceGallery, updateEdited } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { columnsOf, contentOf, type OpenDraft } from './draft-view.ts'
import { readDraft } from './edit-draft.ts'
import { insertRevision, saveNextDraft } from './queries/drafts.ts'
import { changesOf, type DraftContent, reviewedFields } from './rules/draft.ts'

/**
 * Publishes the changes of a public fundraiser. Saves the texts before and after as a revision, which staff review if
 * title, story, goal or a picture changed.
 */
export async function publishDraft(
  ports: Ports,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  ids: { readonly campaignId: bigint; readonly version: number },
): Promise<OpenDraft> {
  const { id } = await campaignRunBy(ports, viewer, ids.campaignId, 'edit')
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const campaign = await lockEdited(tx, id)
    if (!campaign) throw new Problem('not-found', 'campaign-not-found')
    if (campaign.status === 0) throw new Problem('conflict', 'state-not-allowed')
    const open = await readDraft(tx, id, instant)
    if (open.version !== ids.version) throw new Problem('conflict', 'draft-changed')
    if (open.published) return
    const published = contentOf(campaign, open.timeZone)
    const { before, after } = changesOf(published, open.content)
    const fields = faultsOfChanges(open.missing, after)
    if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
    await updateEdited(tx, id, { ...columnsOf(open.content, campaign, open.timeZone), changed_at: instant })
    await replaceGallery(tx, id, open.content.gallery)
    await saveNextDraft(tx, {
      campaignId: id,
      version: open.version + 1,
      content: open.content,
      changedBy: viewer.accountId,
      at: instant,
      published: true,
    })
    const reviewed = reviewedFields.filter((field) => field in after)
    if (reviewed.length > 0)
      await insertRevision(tx, {
        id: ports.newId(),
        campaignId: id,
        authorId: viewer.accountId,
        at: instant,
        before,
        after,
      })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.edited',
      object: `campaign:${id}`,
      at: instant,
      ip: context.ip,
      details: { fields: Object.keys(after) },
    })
  })
  return readDraft(ports.db, id, instant)
}

/**
 * Returns the faults of changed fields only, because an older fundraiser may lack newer requirements. A new picture
 * needs a new description.
 */
const faultsOfChanges = (
  missing: Readonly<Partial<Record<string, Fault>>>,
  after: Partial<DraftContent>,
): Record<string, Fault> => {
  const isChanged = (field: string) => field in after || (field === 'coverAlt' && 'coverId' in after)
  return Object.fromEntries(
    Object.entries(missing).flatMap(([field, fault]) => (fault && isChanged(field) ? [[field, fault]] : [])),
  )
}
