import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { throwAccessError } from '#web/lib/access.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import type { Route } from './+types/claims-export'

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/organize/${params.campaignId}/claims`)

/** Exports all claims that match the page's filters. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const form = await postedForm(request)
  const level = postedText(form, 'level', 20)
  const state = (['open', 'sent'] as const).find((option) => option === form.get('state')) ?? ('all' as const)
  const filter = { campaignId: params.campaignId, ...(level ? { level } : {}), state }
  return downloadText(
    await api('POST /v4/campaigns/:campaignId/claims/export', filter).catch((error: unknown) =>
      throwAccessError(error, request),
    ),
  )
}
