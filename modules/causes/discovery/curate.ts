import { record } from '#modules/platform/audit/index.ts'
import {
  type ListedKind,
  chosenCampaigns,
  findCampaigns,
  assertNotOwnCharity,
} from '#modules/causes/campaigns/index.ts'
import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { markUsed } from '#modules/platform/media/index.ts'
import { picturesIn } from '#modules/platform/media/rules/address.ts'
import { mergeOrReject } from '#shared/input/merge-changes.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { featuredIn, lockAdSpot, replaceFeatured } from './queries/featured.ts'
import {
  allItemsOf,
  deleteEvent,
  deleteList,
  findEvent,
  findOwnList,
  insertList,
  lockEventSlug,
  lockOwnList,
  renameList,
  replaceAdVariants,
  replaceItems,
  upsertEvent,
} from './queries/lists.ts'

type Saved = { readonly title: string; readonly campaignIds: readonly string[] }

/** Records a staff action in the audit log (security-9). */
const recordAct = (
  tx: Tx,
  ports: Ports,
  { viewer, context }: AccountRequest,
  act: string,
  object: string,
  details: Record<string, unknown>,
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act,
    object,
    at: ports.clock(),
    ip: context.ip,
    details,
  })

async function known(db: Db, campaignIds: readonly string[]): Promise<bigint[]> {
  const ids = [...new Set(campaignIds)].map(BigInt)
  if ((await findCampaigns(db, ids)).length < ids.length) throw new Problem('not-found', 'campaign-not-found')
  return ids
}

/** Throws if the account would add or remove a campaign of its own charity (accounts-16). */
const assertNotOwnPlacement = (
  tx: Tx,
  { viewer }: AccountRequest,
  before: readonly bigint[],
  after: readonly bigint[],
): Promise<void> => {
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))]
  return assertNotOwnCharity(tx, viewer.accountId, { campaignIds: changed })
}

/** Texts of a list for merging. Its order is one text, because two orders can't both be kept. */
const listTexts = (title: string, ids: readonly (string | bigint)[]) => ({ title, campaignIds: ids.join(' ') })
const idsInOrder = (order: string): string[] => order.split(' ').filter(Boolean)

/**
 * Creates a list, or updates the one with the id; returns its id. Throws `edited-meanwhile` (409) if someone else changed
 * the same since `loaded` (content-47).
 */
export function saveList(
  ports: Ports,
  by: AccountRequest,
  { listId, loaded, ...input }: Saved & { readonly listId?: string; readonly loaded?: Saved | undefined },
): Promise<bigint> {
  return ports.write(async (tx) => {
    const instant = ports.clock()
    const before = listId === undefined ? undefined : await lockOwnList(tx, BigInt(listId))
    if (listId !== undefined && !before) throw new Problem('not-found', 'list-not-found')
    const items = before ? await allItemsOf(tx, before.id) : []
    const { title, campaignIds } = mergeOrReject(
      listTexts(input.title, input.campaignIds),
      {
        loaded: before && loaded && listTexts(loaded.title, loaded.campaignIds),
        saved: listTexts(before?.title ?? '', items),
      },
      ['campaignIds'],
    )
    const ids = await known(tx, idsInOrder(campaignIds))
    const id = before?.id ?? (await insertList(tx, title, instant))
    if (before) await renameList(tx, id, title, instant)
    await assertNotOwnPlacement(tx, by, items, ids)
    await replaceItems(tx, id, ids)
    await recordAct(tx, ports, by, 'discovery.list-saved', `list:${id}`, { title, campaigns: ids.map(String) })
    return id
  })
}

/** Deletes a list; an event's list can't be deleted. */
export function removeList(ports: Ports, by: AccountRequest, listId: string): Promise<void> {
  return ports.write(async (tx) => {
    const list = await findOwnList(tx, BigInt(listId))
    if (!list) throw new Problem('not-found', 'list-not-found')
    await assertNotOwnPlacement(tx, by, await allItemsOf(tx, list.id), [])
    await deleteList(tx, list.id)
    await recordAct(tx, ports, by, 'discovery.list-removed', `list:${list.id}`, { title: list.title })
  })
}

export type SavedEvent = Saved & {
  readonly titleAr: string | null
  readonly about: string
  readonly aboutAr: string | null
  readonly startsOn: string
  readonly endsOn: string
}

/** Texts of an event for merging. */
const eventTexts = ({ titleAr, about, aboutAr, startsOn, endsOn, title, campaignIds }: SavedEvent) => ({
  ...listTexts(title, campaignIds),
  titleAr: titleAr ?? '',
  about,
  aboutAr: aboutAr ?? '',
  startsOn,
  endsOn,
})

/**
 * Creates an event or updates the one with the slug; its fundraisers are its own list. Throws `edited-meanwhile` (409) if
 * someone else changed the same since `loaded` (content-47). `isNew`: only if no event has this slug yet.
 */
export function saveEvent(
  ports: Ports,
  by: AccountRequest,
  {
    slug,
    isNew,
    loaded,
    ...typed
  }: SavedEvent & { readonly slug: string; readonly isNew: boolean; readonly loaded?: SavedEvent | undefined },
): Promise<bigint> {
  return ports.write(async (tx) => {
    await lockEventSlug(tx, slug)
    const instant = ports.clock()
    const before = await findEvent(tx, { slug })
    if (isNew && before) throw new Problem('conflict', 'event-taken', { fields: { slug: { code: 'event-taken' } } })
    if (loaded && !before) throw new Problem('not-found', 'event-not-found')
    const items = before ? await allItemsOf(tx, before.listId) : []
    const merged = before
      ? mergeOrReject(
          eventTexts(typed),
          {
            loaded: loaded && eventTexts(loaded),
            saved: eventTexts({ ...before, campaignIds: items.map(String) }),
          },
          ['campaignIds'],
        )
      : eventTexts(typed)
    const { campaignIds, ...texts } = merged
    if (texts.endsOn < texts.startsOn)
      throw new Problem('validation', 'invalid-input', { fields: { endsOn: { code: 'event-ends-first' } } })
    const ids = await known(tx, idsInOrder(campaignIds))
    const listId = before?.listId ?? (await insertList(tx, texts.title, instant))
    if (before) await renameList(tx, listId, texts.title, instant)
    await assertNotOwnPlacement(tx, by, items, ids)
    await replaceItems(tx, listId, ids)
    const id = await upsertEvent(tx, {
      ...texts,
      slug,
      listId,
      titleAr: texts.titleAr || null,
      aboutAr: texts.aboutAr || null,
    })
    await recordAct(tx, ports, by, 'discovery.event-saved', `event:${id}`, { slug, campaigns: ids.map(String) })
    return id
  })
}

/** Deletes an event with its list. */
export function removeEvent(ports: Ports, by: AccountRequest, slug: string): Promise<void> {
  return ports.write(async (tx) => {
    await lockEventSlug(tx, slug)
    const event = await findEvent(tx, { slug })
    if (!event) throw new Problem('not-found', 'event-not-found')
    await assertNotOwnPlacement(tx, by, await allItemsOf(tx, event.listId), [])
    await deleteEvent(tx, event.id)
    await deleteList(tx, event.listId)
    await recordAct(tx, ports, by, 'discovery.event-removed', `event:${event.id}`, { slug, title: event.title })
  })
}

/**
 * Sets the featured fundraisers, or charities by their general funds, of one ad spot in this order. Throws
 * `edited-meanwhile` (409) if someone else changed the order since `loaded` (content-47).
 */
export function saveFeatured(
  ports: Ports,
  by: AccountRequest,
  input: {
    readonly adSpotType: string
    readonly kind: ListedKind
    readonly campaignIds: readonly string[]
    readonly loaded?: readonly string[] | undefined
  },
): Promise<void> {
  const { adSpotType: adSpot, kind } = input
  return ports.write(async (tx) => {
    await lockAdSpot(tx, adSpot)
    const ids = [...new Set(input.campaignIds)].map(BigInt)
    const chosen = await chosenCampaigns(tx, ids)
    if (chosen.length < ids.length || chosen.some((chosenCampaign) => chosenCampaign.kind !== kind))
      throw new Problem('not-found', kind === 'fundraiser' ? 'campaign-not-found' : 'charity-not-found')
    const before = await featuredIn(tx, adSpot, kind)
    mergeOrReject(
      { campaignIds: ids.join(' ') },
      {
        loaded: input.loaded && { campaignIds: input.loaded.join(' ') },
        saved: { campaignIds: before.join(' ') },
      },
      ['campaignIds'],
    )
    if (before.join() === ids.join()) return
    await assertNotOwnPlacement(tx, by, before, ids)
    await replaceFeatured(tx, { adSpot, kind, ids })
    await recordAct(tx, ports, by, 'discovery.featured-saved', `ad-spot:${adSpot}`, {
      kind,
      before: before.map(String),
      after: ids.map(String),
    })
  })
}

/** Replaces the ad variants of a fundraiser in one ad spot. */
export function saveAdVariants(
  ports: Ports,
  by: AccountRequest,
  input: {
    readonly campaignId: string
    readonly adSpotType: string
    readonly variants: readonly { readonly creativeType: 'image' | 'video'; readonly creativeUrl: string }[]
  },
): Promise<void> {
  return ports.write(async (tx) => {
    const [campaignId] = await known(tx, [input.campaignId])
    await assertNotOwnCharity(tx, by.viewer.accountId, { campaignIds: [BigInt(input.campaignId)] })
    await replaceAdVariants(tx, { campaignId: campaignId!, adSpot: input.adSpotType, variants: input.variants })
    await markUsed(
      tx,
      [...new Set(input.variants.flatMap(({ creativeUrl }) => picturesIn(creativeUrl)))],
      ports.clock(),
    )
    await recordAct(tx, ports, by, 'discovery.ad-variants-saved', `campaign:${campaignId}`, {
      adSpot: input.adSpotType,
      variants: input.variants,
    })
  })
}
