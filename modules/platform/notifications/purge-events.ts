import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { deleteVisitEvents } from './queries.ts'

const keptDays = 90

/** Deletes first-party events after 90 days. Run daily; returns how many were deleted. */
export const purgeVisitEvents = (ports: Ports): Promise<number> =>
  ports.write((tx) => deleteVisitEvents(tx, new Date(ports.clock().getTime() - keptDays * dayMs)))
