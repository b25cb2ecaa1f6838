import '../../../styles/money/checkout.css'
import '../../../styles/platform/login.css'
import '../../../styles/money/document.css'
import { renderContext } from '#server/pages/render-context.ts'
import { ThankYou } from '../../../features/money/giving/thank-you.tsx'
import { GiftReceipts } from '../../../features/money/receipts/gift-receipts.tsx'
import type { Route } from './+types/thank-you'

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  slug: params.slug,
  origin: context.get(renderContext).origin,
})

export default function ThankYouPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page narrow-page">
      <meta name="robots" content="noindex" />
      <ThankYou
        slug={loaderData.slug}
        origin={loaderData.origin}
        receipts={({ intentId, token }, email) => <GiftReceipts intentId={intentId} token={token} email={email} />}
      />
    </div>
  )
}
