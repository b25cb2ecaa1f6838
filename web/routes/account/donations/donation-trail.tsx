import { isProblem } from '#shared/problem.ts'
import { LedgerHead } from '#web/features/money/public-ledger/ledger-head.tsx'
import { shownHead } from '#web/routes/public/ledger/shown-head.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { shownTrail, TrailParts } from './trail-parts.tsx'
import type { Route } from './+types/donation-trail'
import { trailNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = trailNamespaces

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts, locale, params: { donationId } }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const trail = await api('GET /v4/account/donations/:donationId/trail', { donationId })
    const zakat =
      trail.zakat > 0
        ? await api('GET /v4/account/donations/:donationId/zakat-distribution', { donationId }).catch(nullIfNotFound)
        : null
    return { donationId, head: await shownHead(api, locale), ...shownTrail(trail, zakat, locale) }
  })

function nullIfNotFound(error: unknown): null {
  if (isProblem(error) && error.class === 'not-found') return null
  throw error
}

/** The trail of a donation: what happened to its money, up to the charity's account (payouts-15). */
export default function DonationTrailPage({ loaderData: { donationId, head, ...shown } }: Route.ComponentProps) {
  const t = useText()
  const title = t('trail.title')
  return (
    <>
      <title>{title}</title>
      <p className="donation-trail-links">
        <a href={`/account/donations/${donationId}`}>{t('trail.back')}</a>
      </p>
      <h1>{title}</h1>
      <TrailParts shown={shown} zakatUrl={`/account/donations/${donationId}/zakat`} />
      <LedgerHead head={head} />
    </>
  )
}
