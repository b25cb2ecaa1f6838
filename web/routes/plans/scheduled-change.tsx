import '#web/features/money/giving/styles/checkout.css'
import '#web/features/recurring/subscriptions/plan.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { isProblem } from '#shared/problem.ts'
import { ChangeCard } from '#web/features/recurring/subscriptions/links/change-card.tsx'
import { FindPlans } from '#web/features/recurring/subscriptions/links/find-plans.tsx'
import { AmountForm, GuestDetails } from '#web/features/recurring/subscriptions/links/guest-plan.tsx'
import { PlanAmount, PlanReason, PlanState } from '#web/features/recurring/subscriptions/plan-card.tsx'
import { formatCause, planName } from '#web/features/recurring/subscriptions/plan-text.ts'
import { postedChange } from '#web/features/recurring/subscriptions/posted-change.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { ResultNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/scheduled-change'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'recurring/managing',
  'recurring/plan-links',
  'recurring/faults',
  'money/cards',
  'money/saved-cards',
  'money/giving',
  'platform/faults',
]

const managePage = (token: string, done: string): string =>
  `/scheduled-giving/manage?token=${encodeURIComponent(token)}&done=${done}`

/** The page of a link that was emailed for one change (recurring-24). Opening it changes nothing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, payments, locale } = context.get(renderContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    const plan = await api('GET /v4/subscription-links', { token })
    const back = plan.manageToken === null ? null : managePage(plan.manageToken, 'card')
    return { plan, token, payments, mandate: mandateText(locale), back }
  } catch (error) {
    if (isProblem(error) && error.status < 500)
      return data({ plan: null, token: '', payments, mandate: '', back: null }, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const form = await postedForm(request)
  const token = postedText(form, 'token', 400)
  const intent = postedText(form, 'intent', 10)
  try {
    if (intent === 'email') {
      const { email } = await api('POST /v4/subscription-links/email', { token, email: postedText(form, 'email', 254) })
      return redirect(`/scheduled-giving/manage?sent=${encodeURIComponent(email)}&done=email`, 303)
    }
    if (intent === 'erase') {
      await api('POST /v4/subscription-links/erase', { token })
      return redirect('/scheduled-giving/manage?done=erase', 303)
    }
    if (intent !== 'amount') throw new Response(null, { status: 400 })
    const plan = await api('GET /v4/subscription-links', { token })
    const posted = postedChange(form, 'amount', plan)
    if ('unreadable' in posted) {
      const faults = Object.fromEntries(posted.unreadable.map((name) => [name, { code: 'amount-invalid' }]))
      return data({ message: undefined, fields: sentencesOf(faults) }, { status: 400 })
    }
    const { donationAmount = 0, tipAmount = 0 } = posted.change
    await api('POST /v4/subscription-links/amount', { token, donationAmount, tipAmount })
    return redirect(managePage(plan.manageToken ?? token, 'amount'), 303)
  } catch (error) {
    if (error instanceof Response) throw error
    const { message, fields, status } = refusalOf(error)
    return data({ message, fields }, { status })
  }
}

export default function ScheduledChange({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { plan, token, payments, mandate, back } = loaderData
  if (!plan || back === null) return <FindPlans isDead done={null} />
  const fields: Readonly<Record<string, string>> = actionData?.fields ?? {}
  const isAny = plan.may === 'change'
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('plan-links.change-title')}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{t('plan-links.change-title')}</h1>
        <p className="quiet">{t(isAny ? 'plan-links.change-lead' : 'plan-links.card-lead')}</p>
      </div>
      <ResultNotice problem={actionData?.message} done={undefined} />
      <article className="card card-in plan-card">
        <div className="row-apart">
          <h2>{planName(t, plan)}</h2>
          <PlanState plan={plan} />
        </div>
        <PlanAmount plan={plan} />
        <p className="quiet">{formatCause(t, locale, plan.causes)}</p>
        <PlanReason plan={plan} />
        <dl className="plan-facts">
          <GuestDetails plan={plan} />
        </dl>
      </article>
      {isAny && plan.programme === null ? (
        <section className="stack" aria-labelledby="amount">
          <h2 id="amount">{t('plan-links.new-amount')}</h2>
          <AmountForm plan={plan} token={token} fields={fields} save={t('plan-links.new-amount-save')} />
        </section>
      ) : null}
      <section className="stack" aria-labelledby="card">
        <h2 id="card">{t('plan-links.new-card')}</h2>
        <p className="quiet">{t('plan-links.new-card-text')}</p>
        <ChangeCard payments={payments} token={token} mandate={mandate} saved={back} />
      </section>
      {isAny ? (
        <section className="stack" aria-labelledby="mailbox">
          <h2 id="mailbox">{t('plan-links.new-email')}</h2>
          <p className="quiet">{t('plan-links.new-email-text')}</p>
          <form method="post" className="stack" noValidate>
            <input type="hidden" name="token" value={token} />
            <TextInput
              id="email"
              type="email"
              autoComplete="email"
              dir="ltr"
              maxLength={254}
              label={t('plan-links.email')}
              error={fields.email}
            />
            <div>
              <Button type="submit" look="quiet" name="intent" value="email">
                {t('plan-links.new-email-save')}
              </Button>
            </div>
          </form>
        </section>
      ) : null}
      {isAny ? (
        <section className="stack" aria-labelledby="erase">
          <h2 id="erase">{t('plan-links.erase-title')}</h2>
          <p className="quiet">{t('plan-links.erase-text')}</p>
          <details>
            <summary>{t('plan-links.erase-open')}</summary>
            <form method="post" className="notice notice-problem stack">
              <input type="hidden" name="token" value={token} />
              <p className="strong">{t('plan-links.erase-question')}</p>
              <div>
                <Button type="submit" look="danger" name="intent" value="erase">
                  {t('plan-links.erase-yes')}
                </Button>
              </div>
            </form>
          </details>
        </section>
      ) : null}
      <p>
        <a href={`/scheduled-giving/manage?token=${encodeURIComponent(plan.manageToken ?? '')}`}>
          {t('plan-links.back')}
        </a>
      </p>
    </div>
  )
}
