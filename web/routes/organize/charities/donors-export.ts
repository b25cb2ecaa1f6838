import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { queryOf } from '#web/features/organizers/charity-donors/donation-filters.ts'
import { readDonorFilters } from '#web/features/organizers/charity-donors/donor-filters.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import { throwAccessError } from '#web/lib/access.ts'
import type { Route } from './+types/donors-export'

const filtersOf = (request: Request) => readDonorFilters(new URL(request.url).searchParams)

/** An export is a POST; a GET, such as after proving one's identity, redirects to the page with its button. */
export const loader = ({ params, request }: Route.LoaderArgs) =>
  redirect(`/organize/charities/${params.organizationId}/donors${queryOf(filtersOf(request))}`)

/** Exports the donors that match the filters in the address. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  return downloadText(
    await api('POST /v4/organizations/:organizationId/donors/export', {
      organizationId: params.organizationId,
      ...filtersOf(request),
    }).catch((error: unknown) => throwAccessError(error, request)),
  )
}
