import '#web/features/money/giving/styles/checkout.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/platform/identity/login.css'
import '#web/features/money/receipts/document.css'
import { useState } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { ThankYou } from '#web/features/money/giving/thank-you.tsx'
import { LazyTaxAddress } from '#web/features/money/receipts/tax-addresses/lazy-tax-address.tsx'
import { LazyPlanMailbox } from '#web/features/recurring/subscriptions/links/lazy-plan-mailbox.tsx'
import { DonationReceipts } from '#web/features/money/receipts/donation-receipts.tsx'
import { plansOffered } from '#web/routes/plans/offered.ts'
import type { Route } from './+types/thank-you'
import { thanksNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [...thanksNamespaces, 'money/bank-debit']

/** Loads the fundraiser's public data; the browser loads the donation with its token. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { origin, hasPayouts } = frame
  try {
    const { id, imageUrl, open } = await frame.api('GET /v4/campaign-pages/:slug', { slug })
    const isMonthlyOffered = open && (await plansOffered(frame, id)).some(({ frequency }) => frequency === 'month')
    return {
      slug,
      origin,
      hasPayouts,
      imageUrl,
      monthlyUrl: isMonthlyOffered ? `/v4/checkout/${encodeURIComponent(slug)}?frequencyType=month` : null,
    }
  } catch (error) {
    if (!isProblem(error)) frame.logError(error, 'the fundraiser of a thank-you page could not be loaded')
    return { slug, origin, hasPayouts, imageUrl: null, monthlyUrl: null }
  }
}

export default function ThankYouPage({ loaderData: { hasPayouts, ...campaign } }: Route.ComponentProps) {
  const [revision, setRevision] = useState(0)
  return (
    <div className="page narrow-page">
      <meta name="robots" content="noindex" />
      <ThankYou
        {...campaign}
        receipts={({ intentId, token }, email) => (
          <DonationReceipts
            intentId={intentId}
            token={token}
            email={email}
            revision={revision}
            hasTrails={hasPayouts}
          />
        )}
        planMailbox={(record) => <LazyPlanMailbox {...record} />}
        taxAddress={({ token }) => <LazyTaxAddress token={token} onAdded={() => setRevision((before) => before + 1)} />}
      />
    </div>
  )
}
