import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { deleteSavedFilter, listSavedFilters, upsertSavedFilter } from '../queries/saved-filters.ts'
import { type FilteredList, readSavedFilter, savedMax } from '../rules/saved-filters.ts'

/** Saves the filters and columns of a list under a name for the team; the same name again replaces them. */
export async function saveFilter(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: {
    readonly organizationId: bigint
    readonly list: FilteredList
    readonly name: string
    readonly query: string
  },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors')
  const read = readSavedFilter(request.list, request)
  if ('faults' in read) throw new Problem('validation', 'invalid-input', { fields: read.faults })
  const saved = await listSavedFilters(ports.db, charity.id, request.list)
  if (saved.length >= savedMax && !saved.some(({ name }) => name === read.filter.name))
    throw new Problem('conflict', 'too-many-filters', { params: { max: savedMax } })
  await ports.write((tx) =>
    upsertSavedFilter(tx, {
      id: ports.newId(),
      organizationId: charity.id,
      list: request.list,
      ...read.filter,
      by: viewer.accountId,
      at: ports.clock(),
    }),
  )
}

/** Removes a saved filter for the whole team. */
export async function removeFilter(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: { readonly organizationId: bigint; readonly filterId: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors')
  const isDeleted = await ports.write((tx) => deleteSavedFilter(tx, charity.id, request.filterId))
  if (!isDeleted) throw new Problem('not-found', 'not-found')
}
