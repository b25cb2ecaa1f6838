import { renderContext } from '#server/pages/render-context.ts'
import { LedgerHead } from '#web/features/money/public-ledger/ledger-head.tsx'
import { shownHead } from '#web/routes/public/ledger/shown-head.ts'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { useText } from '#web/lib/text.tsx'
import { shownTrail, TrailParts } from '#web/routes/account/donations/trail-parts.tsx'
import type { Route } from './+types/receipt-trail'
import { trailNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = trailNamespaces

/** The page of the link beside a receipt, which needs no login: its token opens the receipt and these trails. */
export async function loader({ context, params: { receiptId }, request }: Route.LoaderArgs) {
  const { api, hasPayouts, locale } = context.get(renderContext)
  if (!hasPayouts) throw new Response(null, { status: 404 })
  const token = new URL(request.url).searchParams.get('token')?.slice(0, 400)
  const input = { receiptId, ...(token ? { token } : {}) }
  const { trails } = await findOr404(() => api('GET /v4/receipts/:receiptId/trails', input))
  const { donations } = trails.some(({ zakat }) => zakat > 0)
    ? await api('GET /v4/receipts/:receiptId/zakat-distributions', input)
    : { donations: [] }
  return {
    head: await shownHead(api, locale),
    trails: trails.map((trail) => {
      const zakat = donations.find(({ donationId }) => donationId === trail.donationId)
      return shownTrail(trail, trail.zakat > 0 && zakat ? zakat : null, locale)
    }),
    receiptUrl: `/v4/receipts/${receiptId}/document?${new URLSearchParams({ format: 'html', ...(token ? { token } : {}) })}`,
  }
}

/** The trails of a receipt's donations, for guests, too (payouts-15). */
export default function ReceiptTrail({ loaderData: { head, trails, receiptUrl } }: Route.ComponentProps) {
  const t = useText()
  const title = t('trail.title')
  return (
    <div className="page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className="donation-trail-links">
        <a href={receiptUrl}>{t('trail.receipt')}</a>
      </p>
      <h1>{title}</h1>
      {trails.map((shown) => (
        <section key={shown.trail.donationId} className="stack-lg" aria-label={shown.trail.campaign}>
          <TrailParts shown={shown} />
        </section>
      ))}
      <LedgerHead head={head} />
    </div>
  )
}
