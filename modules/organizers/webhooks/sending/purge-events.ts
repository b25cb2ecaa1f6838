import type { Ports } from '#shared/ports.ts'
import { dayMs } from '#shared/time.ts'
import { deleteEventsBefore } from '../queries/sending.ts'

/** Days after which an event is deleted with its deliveries. */
const eventDays = 30
const batch = 5000

/** Deletes events older than 30 days with their deliveries and responses (webhooks-7). */
export async function purgeEvents(ports: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const before = new Date(ports.clock().getTime() - eventDays * dayMs)
  while ((await deleteEventsBefore(ports.db, before, batch)) === batch);
}
