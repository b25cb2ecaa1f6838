import { useText } from '#web/lib/text.tsx'
import { NextDonation, PlanReason, RepairBanner } from './plan-card.tsx'
import { type PlanInList, planName } from './plan-text.ts'

type Plans = { readonly plans: readonly PlanInList[] }

/** Returns whether a plan needs action by the donor. */
export const hasPlanTask = (plan: PlanInList): boolean => Boolean(plan.failed) || plan.state === 'needs-card'

/** Problems that the donor can solve: a donation to pay, or a card to choose. */
export function PlansNeedingAction({ plans }: Plans) {
  const t = useText()
  return plans.map((plan) => {
    if (plan.failed) return <RepairBanner key={plan.id} plan={plan} level={2} isNamed />
    if (plan.state !== 'needs-card') return null
    return (
      <section key={plan.id} className="notice notice-problem stack plan-repair" aria-labelledby={`card-${plan.id}`}>
        <h2 id={`card-${plan.id}`}>{t('managing.state-needs-card')}</h2>
        <p className="strong">
          <a href={`/account/giving/${plan.id}`}>{planName(t, plan)}</a>
        </p>
        <PlanReason plan={plan} />
        <p>
          <a className="button button-primary" href={`/account/giving/${plan.id}?edit=card#edit`}>
            {t('managing.other-card')}
          </a>
        </p>
      </section>
    )
  })
}

/** The earliest scheduled donation of all plans; without plans, how to start one. */
export function NextScheduled({ plans }: Plans) {
  const t = useText()
  const first = plans
    .flatMap((plan) => (plan.state === 'active' && plan.next ? [{ plan, dueAt: plan.next.dueAt }] : []))
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))
    .at(0)?.plan
  return (
    <section className="card card-in account-tile" aria-labelledby="next-gift">
      <h2 id="next-gift">{t('account.next-gift')}</h2>
      {first ? (
        <>
          <p className="strong">
            <a href={`/account/giving/${first.id}`}>{planName(t, first)}</a>
          </p>
          <NextDonation plan={first} />
        </>
      ) : (
        <p className="quiet">{t(plans.length > 0 ? 'account.no-next' : 'account.no-plan')}</p>
      )}
      <p className="account-tile-act">
        {plans.length > 0 ? (
          <a href="/account/giving">{t('account.all-plans')}</a>
        ) : (
          <a href="/scheduled-giving">{t('account.begin-plan')}</a>
        )}
      </p>
    </section>
  )
}
