import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import { throwAccessError } from '#web/lib/access.ts'
import type { Route } from './+types/gift-aid-file'

/** A download is a POST; a GET, such as after proving one's identity, redirects to the claim with its buttons. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/organize/charities/${params.organizationId}/gift-aid/claims/${params.claimId}`)

/** Downloads one of a claim's files for HMRC's spreadsheet. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const { organizationId, claimId } = params
  return downloadText(
    await api('POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/files/:part', {
      organizationId,
      claimId,
      part: params.part,
    }).catch((error: unknown) => throwAccessError(error, request)),
  )
}
