import { hourMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { addViews, type View } from './queries/visits.ts'
import { deviceOf, sourceOfView } from './rules/view-origin.ts'

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

/**
 * Counts a page view with its source and device: no robots, and each visitor once an hour (content-20, content-45).
 * Concurrent views share one commit. `query` and `from`: the query of the page's URL, and the URL that led to it.
 */
export async function countView(
  ports: Ports & { readonly origin: string },
  campaignId: bigint,
  view: Pick<RequestContext, 'ip' | 'userAgent'> & { readonly query: string; readonly from: string },
): Promise<void> {
  if (view.userAgent === '' || isbot(view.userAgent)) return
  const now = ports.clock()
  const fingerprint = createHash('sha256').update(`${campaignId}|${view.ip}|${view.userAgent}`).digest('base64')
  if (!isNew(ports, fingerprint, Math.floor(now.getTime() / hourMs))) return
  const newView: View = {
    campaignId,
    day: now.toISOString().slice(0, 10),
    source: sourceOfView({ query: view.query, from: view.from, host: new URL(ports.origin).hostname }),
    device: deviceOf(view.userAgent),
  }
  await ports.batch('campaigns.view', newView, async (views) => {
    await ports.write((tx) => addViews(tx, views))
    return views
  })
}
