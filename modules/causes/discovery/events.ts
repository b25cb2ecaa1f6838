import { hourMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import { comingEvents, type Event, findEvent, findList, itemsOf, type List } from './queries/lists.ts'
import { type DiscoveryPorts, showNamed } from './show-cards.ts'
import type { Shown } from './views.ts'

/** An event with the fundraisers of it that are public. */
export async function eventWith(
  ports: DiscoveryPorts,
  by: Parameters<typeof findEvent>[1],
): Promise<{ event: Event; shown: Shown[] }> {
  const event = await findEvent(ports.db, by)
  if (!event) throw new Problem('not-found', 'event-not-found')
  return { event, shown: await showNamed(ports, await itemsOf(ports.db, event.listId), 'event') }
}

const shownMax = 12

/** Events that go on or are to come. One is over when its last day is, everywhere on earth. */
export const eventsNow = (ports: DiscoveryPorts) =>
  comingEvents(ports.db, {
    from: localDateIn('UTC', new Date(ports.clock().getTime() - 12 * hourMs)),
    limit: shownMax,
  })

/** A list that the operator put together, with the fundraisers of it that are public. */
export async function listWith(ports: DiscoveryPorts, listId: bigint): Promise<{ list: List; shown: Shown[] }> {
  const list = await findList(ports.db, listId)
  if (!list) throw new Problem('not-found', 'list-not-found')
  return { list, shown: await showNamed(ports, await itemsOf(ports.db, listId), 'list') }
}
