import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { deleteVisitEvents } from './queries.ts'

const keptDays = 90

/** First-party events are kept for 90 days. Run daily; answers how many were forgotten. */
export const purgeVisitEvents = (ports: Ports): Promise<number> =>
  ports.write((tx) => deleteVisitEvents(tx, new Date(ports.clock().getTime() - keptDays * dayMs)))
