import { listOrganizations } from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import { tally } from './queries/collections.ts'

export type Choices = {
  readonly countries: { code: string; count: number }[]
  readonly categories: { code: string; count: number }[]
  readonly charities: { slug: string; name: string; nameAr: string | null; count: number }[]
}

const keptMs = 60_000
/** So old they may be while they are counted anew. */
const staleMs = 600_000
/** More than these are found by their name, not in a list. */
const charitiesMax = 60
type Memory = { readonly at: number; readonly choices: Promise<Choices> }
/** One memory per database: an application has one, a test has its own. */
const memories = new WeakMap<object, Memory>()

/**
 * What there is to filter by, with how many fundraisers it has. Every one of them is counted, so at most once a minute,
 * and nobody waits for it but whoever comes first or after ten quiet minutes.
 */
export function choices(ports: Ports): Promise<Choices> {
  const now = ports.clock()
  const known = memories.get(ports.db)
  const age = known ? now.getTime() - known.at : Infinity
  if (known && age >= 0 && age < keptMs) return known.choices
  const read = readChoices(ports, now)
  const isStale = known !== undefined && age >= 0 && age < staleMs
  memories.set(ports.db, { at: now.getTime(), choices: isStale ? known.choices : read })
  read.then(
    (fresh) => memories.set(ports.db, { at: now.getTime(), choices: Promise.resolve(fresh) }),
    (error: unknown) => {
      if (!isStale) memories.delete(ports.db)
      else ports.log.warn({ error }, 'what there is to filter by could not be counted anew')
    },
  )
  return isStale ? known.choices : read
}

async function readChoices(ports: Ports, now: Date): Promise<Choices> {
  const tallies = await tally(ports, now)
  const of = (kind: (typeof tallies)[number]['kind']) =>
    tallies.filter((each) => each.kind === kind).map(({ code, count }) => ({ code, count }))
  const organizations = await listOrganizations(ports.db, charitiesMax + 1)
  const counts = new Map(of('charity').map(({ code, count }) => [code, count]))
  return {
    countries: of('country').sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    categories: of('category').sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    charities:
      organizations.length > charitiesMax
        ? []
        : organizations.flatMap(({ slug, name, nameAr }) => {
            const count = counts.get(slug)
            return count ? [{ slug, name, nameAr, count }] : []
          }),
  }
}
