import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { queryOf, readDonationFilters } from '#web/features/organizers/charity-donors/donation-filters.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import { throwAccessError } from '#web/lib/access.ts'
import type { Route } from './+types/donations-export'

const filtersOf = (request: Request) => readDonationFilters(new URL(request.url).searchParams)

/** An export is a POST; a GET, such as after proving one's identity, redirects to the page with its button. */
export const loader = ({ params, request }: Route.LoaderArgs) =>
  redirect(`/organize/charities/${params.organizationId}/donations${queryOf(filtersOf(request))}`)

/** Exports the donations that match the filters in the address. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  return downloadText(
    await api('POST /v4/organizations/:organizationId/donations/export', {
      organizationId: params.organizationId,
      ...filtersOf(request),
    }).catch((error: unknown) => throwAccessError(error, request)),
  )
}
