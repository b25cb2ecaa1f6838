import '#web/features/money/giving/styles/donation.css'
import '#web/features/recurring/subscriptions/plan.css'
import '#web/features/recurring/subscriptions/plan-calendar.css'
import { renderContext } from '#server/pages/render-context.ts'
import { PlanCard } from '#web/features/recurring/subscriptions/plan-card.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/giving'

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirectToLogin('/account/giving')
  return api('GET /v4/users/:userId/subscriptions', { userId: viewer.id })
}

/** All of a donor's plans: active ones first, then ended ones. */
export default function AccountGiving({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { subscriptions } = loaderData
  const plans = [
    ...subscriptions.filter(({ status }) => status === 'active'),
    ...subscriptions.filter(({ status }) => status !== 'active'),
  ]
  return (
    <>
      <title>{t('managing.title')}</title>
      <div className="stack">
        <h1>{t('managing.title')}</h1>
        <p className="quiet">{t('managing.lead')}</p>
      </div>
      {plans.length === 0 ? (
        <EmptyState title={t('managing.empty')}>
          <p className="quiet">{t('managing.empty-text')}</p>
          <p>
            <a className="button button-primary" href="/scheduled-giving/friday-givers/choose-causes">
              {t('managing.begin')}
            </a>
          </p>
        </EmptyState>
      ) : (
        <ul className="plan-list">
          {plans.map((plan) => (
            <li key={plan.id}>
              <PlanCard plan={plan} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
