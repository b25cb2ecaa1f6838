import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { throwAccessError } from '#web/lib/access.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import type { Route } from './+types/donations-export'

/** An export is a POST; a GET redirects to the page with its button. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/organize/${params.campaignId}/donations`)

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  return downloadText(
    await api('POST /v4/campaigns/:campaignId/donations/export', { campaignId: params.campaignId }).catch(
      (error: unknown) => throwAccessError(error, request),
    ),
  )
}
