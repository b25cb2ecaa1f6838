import { NextDonation } from '#web/features/recurring/subscriptions/plan-card.tsx'
import { isResumable, type Plan } from '#web/features/recurring/subscriptions/plan-text.ts'
import { CancelForm, PauseForm } from '#web/features/recurring/subscriptions/pause-forms.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

/** Whether the plan's page has a form to pause or resume it. */
const canPause = (plan: Plan): boolean => plan.state !== 'needs-card' && isResumable(plan)

/** Shows the plan's next donation and its total so far. */
export function PlanSummary({ plan }: { readonly plan: Plan }) {
  const t = useText()
  return (
    <>
      <dl className="plan-facts card card-in">
        {plan.status !== 'active' ? null : (
          <div>
            <dt>{t('managing.next')}</dt>
            <dd>
              <NextDonation plan={plan} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('managing.given')}</dt>
          <dd className="plan-given">
            <Amount minor={plan.given.amount} currency={plan.donationAmountCurrency} />
            <span className="quiet small">{t('managing.given-count', { count: plan.given.count })}</span>
          </dd>
        </div>
      </dl>
      {plan.status === 'active' ? (
        <p className="plan-links">
          <a href="#details">{t('managing.details')}</a>
          {canPause(plan) ? (
            <a href="#pause">{t(plan.state === 'active' ? 'managing.pause' : 'managing.resume')}</a>
          ) : null}
          <a href="#cancel">{t('managing.end-title')}</a>
        </p>
      ) : null}
    </>
  )
}

/** Forms to pause, resume and cancel a plan that hasn't ended. */
export function PauseAndCancel({
  plan,
  fields,
  typed,
  isCancelAsked,
}: {
  readonly plan: Plan
  readonly isCancelAsked: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <>
      {canPause(plan) ? (
        <section className="stack" aria-labelledby="pause">
          <h2 id="pause">{t(plan.state === 'active' ? 'managing.pause' : 'managing.resume')}</h2>
          <PauseForm plan={plan} fields={fields} typed={typed} />
        </section>
      ) : null}
      <section className="stack" aria-labelledby="cancel">
        <h2 id="cancel">{t('managing.end-title')}</h2>
        <CancelForm plan={plan} isAsked={isCancelAsked} />
      </section>
    </>
  )
}
