import '#web/features/money/giving/styles/checkout.css'
import '#web/features/money/giving/styles/checkout-phone.css'
import '#web/features/money/giving/styles/fold.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/money/cards/saved-card.css'
import { lazy, Suspense } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import { CheckoutForm } from '#web/features/money/giving/checkout-form.tsx'
import { useHasPendingPayment } from '#web/features/money/giving/use-pending-payment.ts'
import { useGivenBefore } from '#web/features/money/giving/returning/history-mark.ts'
import { judgePosted, loadCheckout } from './checkout-data.ts'
import { useText } from '#web/lib/text.tsx'
import { TitleInText } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/checkout'
import { checkoutNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = checkoutNamespaces

/** Lazy, because it is needed only if the bank redirects to a browser without the payment's state. */
const ReturnedDonation = lazy(() =>
  import('#web/features/money/giving/returned-donation.tsx').then((module) => ({
    default: module.ReturnedDonation,
  })),
)

/** Lazy, because it is needed only after Back from the thank-you page. */
const GivenBefore = lazy(() =>
  import('../../../features/money/giving/returning/given-before.tsx').then((module) => ({
    default: module.GivenBefore,
  })),
)

/** Lazy, because most donations are one-time. */
const PlanMandate = lazy(() =>
  import('#web/features/recurring/subscriptions/checkout-plan.tsx').then((module) => ({ default: module.PlanMandate })),
)

/** Loaded for hosted pages only. */
const CheckoutBand = lazy(() =>
  import('#web/features/organizers/hosted-pages/checkout-band.tsx').then((module) => ({
    default: module.CheckoutBand,
  })),
)

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadCheckout(context.get(renderContext), request, params.slug)

export const action = async (args: Route.ActionArgs) =>
  judgePosted(args.context.get(renderContext), args.request, await loader(args))

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { closed, notOrdered: refusal, today, returned, hosted, ...checkout } = loaderData
  // A payment that started in this tab takes precedence: the form fetches its outcome, even if the fundraiser has
  // closed.
  const hasPendingPayment = useHasPendingPayment(checkout.campaign.slug)
  const [given, clearGiven] = useGivenBefore()
  if (given !== undefined && !hasPendingPayment)
    return (
      <Suspense fallback={null}>
        <GivenBefore
          intentId={given}
          thanksUrl={`/thankyou/${encodeURIComponent(checkout.campaign.slug)}`}
          onAgain={clearGiven}
        />
      </Suspense>
    )
  if (returned && !hasPendingPayment) {
    const again = `/v4/checkout/${encodeURIComponent(checkout.campaign.slug)}`
    return (
      <Suspense fallback={null}>
        <ReturnedDonation returned={returned} title={checkout.campaign.title} again={again} />
      </Suspense>
    )
  }
  if (closed && !hasPendingPayment) {
    const [title, text] =
      closed === 'give.not-verified' ? [checkout.campaign.title, t(closed)] : [t(closed), t('give.ended-text')]
    return (
      <div className="page empty">
        <title>{title}</title>
        <h1 dir="auto">{title}</h1>
        <p className="quiet">{text}</p>
        <p>
          <a className="button button-primary" href="/v4/discover">
            {t('give.see-others')}
          </a>
        </p>
      </div>
    )
  }
  if (refusal && !hasPendingPayment) {
    const title = t(`give.qurbani-${refusal.reason}`, { year: String(refusal.year) })
    return (
      <div className="page empty">
        <title>{title}</title>
        <h1>{title}</h1>
        <p>
          <a className="button button-primary" href="/v4/qurbani">
            {t('give.qurbani-others')}
          </a>
        </p>
        <p>
          <a className="button button-quiet" href={`/v4/checkout/${encodeURIComponent(checkout.campaign.slug)}`}>
            {t('give.qurbani-donate')}
          </a>
        </p>
      </div>
    )
  }
  return (
    <div className={hosted ? 'page hosted-page' : 'page'} style={hosted?.theme}>
      <meta name="robots" content="noindex" />
      {hosted ? (
        <Suspense fallback={null}>
          <CheckoutBand {...hosted} />
        </Suspense>
      ) : null}
      <h1 className="checkout-head" dir="auto">
        <TitleInText text={(campaign) => t('give.title', { campaign })} title={checkout.campaign.title} />
      </h1>
      <CheckoutForm
        checkout={{
          ...checkout,
          initial: actionData?.form ?? checkout.initial,
          addressData: actionData?.addressData ?? checkout.addressData,
          posted: actionData ? { errors: actionData.errors, isComplete: actionData.isComplete } : null,
        }}
        mandate={(every, { total, tip }) => (
          <Suspense fallback={null}>
            <PlanMandate every={every} campaign={checkout.campaign} total={total} tip={tip} today={today} />
          </Suspense>
        )}
        beside={(form) =>
          form.donationType || form.frequency !== 'once' || checkout.checkoutData.methods?.card === false ? null : (
            <AddToBasket
              slug={checkout.campaign.slug}
              campaignId={checkout.checkoutData.campaignId}
              source={checkout.source}
              code={checkout.code}
              isWide
              start={() => ({ amount: form.amount, levelId: form.levelId, quantity: form.quantity })}
            />
          )
        }
      />
    </div>
  )
}
