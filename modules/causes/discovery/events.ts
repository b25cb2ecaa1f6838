import { required } from '#shared/collections.ts'
import { findParent, publicBelow, getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import { hourMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import { findEventsEndingFrom, type Event, findEvent, findList, itemsOf, type List } from './queries/lists.ts'
import { type DiscoveryPorts, showCardsById } from './show-cards.ts'
import type { ShownCampaign } from './views.ts'

/** Returns an event with its public fundraisers. */
export async function getEvent(
  ports: DiscoveryPorts,
  by: Parameters<typeof findEvent>[1],
): Promise<{ event: Event; shown: ShownCampaign[] }> {
  const event = await findEvent(ports.db, by)
  if (!event) throw new Problem('not-found', 'event-not-found')
  return { event, shown: await showCardsById(ports, await itemsOf(ports.db, event.listId), 'event') }
}

/** Returns a public campaign with its supporters' pages, in the format of an event: from its start to its end. */
export async function supportersWith(ports: DiscoveryPorts, campaignId: bigint) {
  const { id, name, slug, timeZone, endsAt } = await getPublicCampaign(ports, campaignId)
  const parent = required(await findParent(ports.db, id), 'campaign')
  const day = (instant: Date) => localDateIn(timeZone, instant)
  return {
    event: { slug, title: name, startsOn: day(parent.createdAt), endsOn: endsAt ? day(endsAt) : '' },
    shown: await showCardsById(ports, await publicBelow(ports.db, id), 'event'),
  }
}

const shownMax = 12

/** Returns current and future events. An event ends when its last day has ended everywhere on earth. */
export const listCurrentEvents = (ports: DiscoveryPorts) =>
  findEventsEndingFrom(ports.db, {
    from: localDateIn('UTC', new Date(ports.clock().getTime() - 12 * hourMs)),
    limit: shownMax,
  })

/** Returns a curated list with its public fundraisers. */
export async function listWith(ports: DiscoveryPorts, listId: bigint): Promise<{ list: List; shown: ShownCampaign[] }> {
  const list = await findList(ports.db, listId)
  if (!list) throw new Problem('not-found', 'list-not-found')
  return { list, shown: await showCardsById(ports, await itemsOf(ports.db, listId), 'list') }
}
