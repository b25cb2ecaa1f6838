import { lazy, Suspense } from 'react'
import { useText } from '#web/lib/text.tsx'

const PlanMailbox = lazy(() => import('./plan-mailbox.tsx').then((module) => ({ default: module.PlanMailbox })))

const NextDonation = lazy(() => import('./next-donation.tsx').then((module) => ({ default: module.NextDonation })))

/**
 * The next donation of a new plan, and how to manage it: by the links in a guest's emails, which load after the thank-you page, or in the account.
 */
export function LazyPlanMailbox({
  isGuest,
  ...record
}: {
  readonly intentId: string
  readonly token: string
  readonly isGuest: boolean
}) {
  const t = useText()
  return (
    <Suspense fallback={null}>
      <NextDonation {...record} />
      {isGuest ? (
        <PlanMailbox {...record} />
      ) : (
        <section className="card card-in stack" aria-labelledby="plan-started">
          <h2 id="plan-started">{t('plan-thanks.account-title')}</h2>
          <p>
            {t('plan-thanks.account')} <a href="/account/giving">{t('plan-thanks.account-link')}</a>
          </p>
        </section>
      )}
    </Suspense>
  )
}
