import { record } from '#modules/platform/audit/index.ts'
import { type ListedKind, chosenCampaigns, findCampaigns, refuseOwnCharity } from '#modules/causes/campaigns/index.ts'
import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { markUsed } from '#modules/platform/media/index.ts'
import { picturesIn } from '#modules/platform/media/rules/address.ts'
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
const refuseOwnPlacement = (
  tx: Tx,
  { viewer }: AccountRequest,
  before: readonly bigint[],
  after: readonly bigint[],
): Promise<void> => {
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))]
  return refuseOwnCharity(tx, viewer.accountId, { campaignIds: changed })
}

/** Creates a list, or updates the one with the id; returns its id. */
export function saveList(
  ports: Ports,
  by: AccountRequest,
  saved: Saved & { readonly listId?: string },
): Promise<bigint> {
  return ports.write(async (tx) => {
    const ids = await known(tx, saved.campaignIds)
    const instant = ports.clock()
    const listId = saved.listId === undefined ? await insertList(tx, saved.title, instant) : BigInt(saved.listId)
    if (saved.listId !== undefined && !(await renameList(tx, listId, saved.title, instant)))
      throw new Problem('not-found', 'list-not-found')
    await refuseOwnPlacement(tx, by, await allItemsOf(tx, listId), ids)
    await replaceItems(tx, listId, ids)
    await recordAct(tx, ports, by, 'discovery.list-saved', `list:${listId}`, {
      title: saved.title,
      campaigns: saved.campaignIds,
    })
    return listId
  })
}

/** Deletes a list; an event's list can't be deleted. */
export function removeList(ports: Ports, by: AccountRequest, listId: string): Promise<void> {
  return ports.write(async (tx) => {
    const list = await findOwnList(tx, BigInt(listId))
    if (!list) throw new Problem('not-found', 'list-not-found')
    await refuseOwnPlacement(tx, by, await allItemsOf(tx, list.id), [])
    await deleteList(tx, list.id)
    await recordAct(tx, ports, by, 'discovery.list-removed', `list:${list.id}`, { title: list.title })
  })
}

export type SavedEvent = Saved & {
  readonly slug: string
  readonly titleAr: string | null
  readonly about: string
  readonly aboutAr: string | null
  readonly startsOn: string
  readonly endsOn: string
  /** Only if no event has this slug yet. */
  readonly isNew: boolean
}

/** Creates an event or updates the one with the slug; its fundraisers are its own list. */
export function saveEvent(ports: Ports, by: AccountRequest, { isNew, ...event }: SavedEvent): Promise<bigint> {
  if (event.endsOn < event.startsOn)
    throw new Problem('validation', 'invalid-input', { fields: { endsOn: { code: 'event-ends-first' } } })
  return ports.write(async (tx) => {
    await lockEventSlug(tx, event.slug)
    const ids = await known(tx, event.campaignIds)
    const instant = ports.clock()
    const before = await findEvent(tx, { slug: event.slug })
    if (isNew && before) throw new Problem('conflict', 'event-taken', { fields: { slug: { code: 'event-taken' } } })
    const listId = before?.listId ?? (await insertList(tx, event.title, instant))
    if (before) await renameList(tx, listId, event.title, instant)
    await refuseOwnPlacement(tx, by, await allItemsOf(tx, listId), ids)
    await replaceItems(tx, listId, ids)
    const id = await upsertEvent(tx, { ...event, listId })
    await recordAct(tx, ports, by, 'discovery.event-saved', `event:${id}`, {
      slug: event.slug,
      campaigns: event.campaignIds,
    })
    return id
  })
}

/** Deletes an event with its list. */
export function removeEvent(ports: Ports, by: AccountRequest, slug: string): Promise<void> {
  return ports.write(async (tx) => {
    await lockEventSlug(tx, slug)
    const event = await findEvent(tx, { slug })
    if (!event) throw new Problem('not-found', 'event-not-found')
    await refuseOwnPlacement(tx, by, await allItemsOf(tx, event.listId), [])
    await deleteEvent(tx, event.id)
    await deleteList(tx, event.listId)
    await recordAct(tx, ports, by, 'discovery.event-removed', `event:${event.id}`, { slug, title: event.title })
  })
}

/** Sets the featured fundraisers, or charities by their general funds, of one ad spot in this order. */
export function saveFeatured(
  ports: Ports,
  by: AccountRequest,
  input: { readonly adSpotType: string; readonly kind: ListedKind; readonly campaignIds: readonly string[] },
): Promise<void> {
  const { adSpotType: adSpot, kind } = input
  return ports.write(async (tx) => {
    await lockAdSpot(tx, adSpot)
    const ids = [...new Set(input.campaignIds)].map(BigInt)
    const chosen = await chosenCampaigns(tx, ids)
    if (chosen.length < ids.length || chosen.some((chosenCampaign) => chosenCampaign.kind !== kind))
      throw new Problem('not-found', kind === 'fundraiser' ? 'campaign-not-found' : 'charity-not-found')
    const before = await featuredIn(tx, adSpot, kind)
    if (before.join() === ids.join()) return
    await refuseOwnPlacement(tx, by, before, ids)
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
    await refuseOwnCharity(tx, by.viewer.accountId, { campaignIds: [BigInt(input.campaignId)] })
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
