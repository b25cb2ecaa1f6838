import { listOrganizations } from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import { cacheCount } from './memory.ts'
import { countOpenFundraisers } from './queries/collections.ts'

export type FilterChoices = {
  readonly countries: { code: string; count: number }[]
  readonly categories: { code: string; count: number }[]
  readonly charities: { slug: string; name: string; nameAr: string | null; count: number }[]
}

/** Above this number charities are searched by name instead of listed. */
const charitiesMax = 60

/** Returns the available filter values with their counts. */
export const choices = cacheCount('what there is to filter by', readChoices)

async function readChoices(ports: Ports, now: Date): Promise<FilterChoices> {
  const tallies = await countOpenFundraisers(ports, now)
  const ofKind = (kind: (typeof tallies)[number]['kind']) =>
    tallies.filter((tally) => tally.kind === kind).map(({ code, count }) => ({ code, count }))
  const organizations = await listOrganizations(ports.db, charitiesMax + 1)
  const counts = new Map(ofKind('charity').map(({ code, count }) => [code, count]))
  return {
    countries: ofKind('country').sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    categories: ofKind('category').sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    charities:
      organizations.length > charitiesMax
        ? []
        : organizations.flatMap(({ slug, name, nameAr }) => {
            const count = counts.get(slug)
            return count ? [{ slug, name, nameAr, count }] : []
          }),
  }
}
