import '../../../styles/money/checkout.css'
import '../../../styles/platform/address.css'
import '../../../styles/platform/login.css'
import '../../../styles/money/document.css'
import '../../../styles/money/basket.css'
import { useState } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { BasketThanks } from '../../../features/money/baskets/basket-thanks.tsx'
import { LazyTaxAddress } from '../../../features/money/tax-addresses/lazy-tax-address.tsx'
import { DonationReceipts } from '../../../features/money/receipts/donation-receipts.tsx'
import type { Route } from './+types/basket-thank-you'

export const loader = ({ context }: Route.LoaderArgs) => ({ origin: context.get(renderContext).origin })

export default function BasketThankYouPage({ loaderData }: Route.ComponentProps) {
  const [revision, setRevision] = useState(0)
  return (
    <div className="page narrow-page">
      <meta name="robots" content="noindex" />
      <BasketThanks
        origin={loaderData.origin}
        receipts={({ intentId, token }, email) => (
          <DonationReceipts intentId={intentId} token={token} email={email} revision={revision} />
        )}
        taxAddress={({ token }) => <LazyTaxAddress token={token} onAdded={() => setRevision((before) => before + 1)} />}
      />
    </div>
  )
}
