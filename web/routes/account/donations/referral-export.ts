import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import { requireSignIn } from '#web/lib/access.ts'
import type { Route } from './+types/referral-export'

/** Returns the file for browsers without JavaScript. On an error, redirects to the page, which shows the status. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  const plan = new URL(request.url).searchParams.get('plan')
  try {
    return downloadText(
      await api('GET /v4/referers/:campaignId/referrals/download/csv', {
        campaignId: params.campaignId,
        ...(plan ? { givingPlanId: plan } : {}),
      }),
    )
  } catch (error) {
    if (!isProblem(error)) throw error
    const query = new URLSearchParams({ ...(plan ? { plan } : {}), csv: String(error.status) }).toString()
    return redirect(`/account/referrals/${encodeURIComponent(params.campaignId)}?${query}`)
  }
}
