import { hourMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { addViews } from './queries/visits.ts'

const visitorsMax = 50_000

/** Fingerprints counted in this hour, stored nowhere else; one set per database. */
const counted = new WeakMap<object, { hour: number; seen: Set<string> }>()

/**
 * Whether this process sees a visitor for the first time in this hour. Beyond the limit, visitors are not counted,
 * which only lowers the figure.
 */
function isNew(ports: Ports, fingerprint: string, hour: number): boolean {
  let memory = counted.get(ports.db)
  if (!memory || memory.hour !== hour) counted.set(ports.db, (memory = { hour, seen: new Set() }))
  if (memory.seen.has(fingerprint) || memory.seen.size >= visitorsMax) return false
  memory.seen.add(fingerprint)
  return true
}

/** Counts a page view: no robots, and each visitor once an hour (content-20). Concurrent views share one commit. */
export async function countView(
  ports: Ports,
  campaignId: bigint,
  context: Pick<RequestContext, 'ip' | 'userAgent'>,
): Promise<void> {
  if (context.userAgent === '' || isbot(context.userAgent)) return
  const now = ports.clock()
  const fingerprint = createHash('sha256').update(`${campaignId}|${context.ip}|${context.userAgent}`).digest('base64')
  if (!isNew(ports, fingerprint, Math.floor(now.getTime() / hourMs))) return
  await ports.batch('campaigns.view', { campaignId, day: now.toISOString().slice(0, 10) }, async (views) => {
    await ports.write((tx) => addViews(tx, views))
    return views
  })
}
