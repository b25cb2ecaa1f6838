import '#web/features/money/giving/styles/checkout.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/platform/identity/login.css'
import '#web/features/money/receipts/document.css'
import '#web/features/money/baskets/basket.css'
import { useState } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { BasketThanks } from '#web/features/money/baskets/basket-thanks.tsx'
import { LazyTaxAddress } from '#web/features/money/receipts/tax-addresses/lazy-tax-address.tsx'
import { DonationReceipts } from '#web/features/money/receipts/donation-receipts.tsx'
import type { Route } from './+types/basket-thank-you'
import { thanksNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/basket-page', ...thanksNamespaces]

export function loader({ context }: Route.LoaderArgs) {
  const { origin, hasPayouts } = context.get(renderContext)
  return { origin, hasPayouts }
}

export default function BasketThankYouPage({ loaderData }: Route.ComponentProps) {
  const [revision, setRevision] = useState(0)
  return (
    <div className="page narrow-page">
      <meta name="robots" content="noindex" />
      <BasketThanks
        origin={loaderData.origin}
        receipts={({ intentId, token }, email) => (
          <DonationReceipts
            intentId={intentId}
            token={token}
            email={email}
            revision={revision}
            hasTrails={loaderData.hasPayouts}
          />
        )}
        taxAddress={({ token }) => <LazyTaxAddress token={token} onAdded={() => setRevision((before) => before + 1)} />}
      />
    </div>
  )
}
