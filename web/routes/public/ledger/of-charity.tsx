import { renderContext } from '#server/pages/render-context.ts'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { compare, ComparedTotals } from './compared.tsx'
import type { Route } from './+types/of-charity'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/public-ledger']

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api, hasPayouts, locale } = context.get(renderContext)
  if (!hasPayouts) throw new Response(null, { status: 404 })
  return findOr404(async () =>
    compare(
      await api('GET /v4/organizations/by-subdomain/:subdomain/payout-totals', params),
      await api('GET /v4/organizations/by-subdomain/:subdomain/published-totals', params),
      locale,
    ),
  )
}

/** The money of a charity now, beside what is published of it. */
export default function CharityLedger({ loaderData }: Route.ComponentProps) {
  return <ComparedTotals compared={loaderData} />
}
