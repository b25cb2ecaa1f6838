import { redirect } from 'react-router'
import { loadPage } from '#web/kit/load-page.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import type { Route } from './+types/batch-file'

/** Redirects to the file of a batch, which needs a recent proof of identity, or first to the page that asks for it. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const id = encodeURIComponent(params.batchId)
    const { mustReauthenticate } = await api('GET /v4/me/email', {})
    return redirect(
      mustReauthenticate
        ? reauthenticationUrlFor(`/staff/payouts/batches/${id}/file`)
        : `/v4/staff/payout-batches/${id}/file`,
      303,
    )
  })
