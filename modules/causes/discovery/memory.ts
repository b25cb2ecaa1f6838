import type { Ports } from '#shared/ports.ts'

const keptMs = 60_000
/** Maximum age of a value that is returned while it is recomputed. */
const staleMs = 600_000
type Known<Counted> = { readonly at: number; readonly counted: Promise<Counted> }

/**
 * Caches a count over all fundraisers. It is computed at most once a minute, and only the first request, or one after
 * ten quiet minutes, waits for it. `name` is used in log messages.
 */
export function cacheCount<Counted>(
  name: string,
  count: (ports: Ports, now: Date) => Promise<Counted>,
): (ports: Ports) => Promise<Counted> {
  /** One cache per database: an application has one, and each test has its own. */
  const memories = new WeakMap<object, Known<Counted>>()
  return (ports) => {
    const now = ports.clock()
    const known = memories.get(ports.db)
    const age = known ? now.getTime() - known.at : Infinity
    if (known && age >= 0 && age < keptMs) return known.counted
    const fresh = count(ports, now)
    const isStale = known !== undefined && age >= 0 && age < staleMs
    memories.set(ports.db, { at: now.getTime(), counted: isStale ? known.counted : fresh })
    fresh.then(
      (counted) => memories.set(ports.db, { at: now.getTime(), counted: Promise.resolve(counted) }),
      (error: unknown) => {
        if (!isStale) memories.delete(ports.db)
        else ports.log.warn({ error, name }, 'a count of fundraisers could not be refreshed')
      },
    )
    return isStale ? known.counted : fresh
  }
}
