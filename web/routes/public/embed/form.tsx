import '#web/features/money/giving/styles/checkout.css'
import '#web/features/money/giving/styles/checkout-phone.css'
import '#web/features/money/giving/styles/fold.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/money/receipts/document.css'
import { lazy, Suspense } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { isPreview } from '#shared/pages/embedded-form.ts'
import { EmbeddedForm } from '#web/features/money/giving/embed/embedded-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { judgePosted, loadCheckout } from '../checkout/checkout-data.ts'
import type { Route } from './+types/form'
import { checkoutNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [...checkoutNamespaces, 'money/thank-you', 'money/embed', 'money/documents']

/** Lazy, because most donations are one-time. */
const PlanMandate = lazy(() =>
  import('#web/features/recurring/subscriptions/checkout-plan.tsx').then((module) => ({ default: module.PlanMandate })),
)
const DonationReceipts = lazy(() =>
  import('#web/features/money/receipts/donation-receipts.tsx').then((module) => ({
    default: module.DonationReceipts,
  })),
)

/** The form for iframes on charities' websites. Always a guest's, since no cookie is read (security-17). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  return {
    ...(await loadCheckout(frame, request, params.slug, { isEmbedded: true })),
    isPreview: isPreview(new URL(request.url).search),
    hasPayouts: frame.hasPayouts,
  }
}

export const action = async (args: Route.ActionArgs) =>
  judgePosted(args.context.get(renderContext), args.request, await loader(args))

export default function EmbedFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { closed, notOrdered, today, returned: _, isPreview: isPreviewed, hasPayouts, ...checkout } = loaderData
  return (
    <EmbeddedForm
      checkout={{
        ...checkout,
        initial: actionData?.form ?? checkout.initial,
        addressData: actionData?.addressData ?? checkout.addressData,
        posted: actionData ? { errors: actionData.errors, isComplete: actionData.isComplete } : null,
      }}
      closed={closedTexts()}
      isPreview={isPreviewed}
      mandate={(every, { total, tip }) => (
        <Suspense fallback={null}>
          <PlanMandate every={every} campaign={checkout.campaign} total={total} tip={tip} today={today} />
        </Suspense>
      )}
      receipts={({ intentId, token }, email) => (
        <Suspense fallback={null}>
          <DonationReceipts intentId={intentId} token={token} email={email} revision={0} hasTrails={hasPayouts} />
        </Suspense>
      )}
    />
  )

  function closedTexts(): readonly [string, string] | null {
    if (closed === 'give.not-verified') return [checkout.campaign.title, t(closed)]
    if (closed) return [t(closed), t('give.ended-text')]
    if (!notOrdered) return null
    return [checkout.campaign.title, t(`give.qurbani-${notOrdered.reason}`, { year: String(notOrdered.year) })]
  }
}

/** The error page in a frame: without links to pages that can't be shown there. */
export function ErrorBoundary() {
  const t = useText()
  return (
    <div className="page checkout-embedded empty">
      <title>{t('embed.missing')}</title>
      <p>{t('embed.missing')}</p>
    </div>
  )
}
