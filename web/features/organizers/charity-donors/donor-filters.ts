import { type Segment, segments } from '#modules/organizers/charity-donors/rules/segments.ts'

/** The filters in the address of a charity's donors; those that aren't set are absent. */
export type DonorListFilters = { readonly search?: string; readonly segment?: Segment; readonly tag?: string }

/** Reads the filters of an address; unknown values are left out. */
export function readDonorFilters(query: URLSearchParams): DonorListFilters {
  const search = (query.get('search') ?? '').trim().slice(0, 80)
  const segment = segments.find((known) => known === query.get('segment'))
  const tag = (query.get('tag') ?? '').slice(0, 40)
  return { ...(search ? { search } : {}), ...(segment ? { segment } : {}), ...(tag ? { tag } : {}) }
}
