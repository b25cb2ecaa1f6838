import '#web/features/money/giving/styles/donation.css'
import '#web/features/recurring/subscriptions/plan.css'
import '#web/features/recurring/subscriptions/plan-calendar.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { isUuid } from '#shared/ids.ts'
import { DonationDays } from '#web/features/recurring/subscriptions/donation-number.tsx'
import { BankNotice, isPending } from '#web/features/recurring/subscriptions/bank-notice.tsx'
import { ChargeLines, PaidFields } from '#web/features/recurring/subscriptions/wizard/charge-lines.tsx'
import { ExpiredLink } from '#web/features/recurring/subscriptions/dead-plan-link.tsx'
import {
  formatCause,
  dayOfInstant,
  formatPlanDay,
  formatPlanMoney,
} from '#web/features/recurring/subscriptions/plan-text.ts'
import { api } from '#web/lib/api.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/scheduled-authenticate'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'recurring/managing',
  'recurring/plan-links',
  'recurring/faults',
  'money/cards',
  'platform/faults',
]

/**
 * The page where a donor completes 3-D Secure for one donation. The `gift` parameter names the donation, or the payment
 * after the bank's redirect. Loading the page charges nothing; the button does.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const token = query.get('token') ?? ''
  const donationParam = query.get('gift') ?? ''
  try {
    const payment = isUuid(donationParam)
      ? await api('POST /v4/subscription-links/payments', { token, intentId: donationParam })
      : null
    return {
      donation: await api('GET /v4/subscription-links/donations', { token, key: payment?.key ?? donationParam }),
      payment,
      token,
    }
  } catch (error) {
    if (isProblem(error) && error.status < 500)
      return data({ donation: null, payment: null, token: '' }, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const token = postedText(form, 'token', 400)
  try {
    const { intentId } = await api('POST /v4/subscription-links/pay', {
      token,
      key: postedText(form, 'key', 40),
      quoteHash: postedText(form, 'quoteHash', 64),
    })
    return redirect(`/scheduled-giving/authenticate?token=${encodeURIComponent(token)}&gift=${intentId}`, 303)
  } catch (error) {
    // A donation that may have been paid must not be offered again: the page for an unavailable database says so.
    if (isProblem(error) && error.code === 'database-unavailable') throw error
    const { message, status } = refusalOf(error)
    return data({ message }, { status })
  }
}

type Data = Route.ComponentProps['loaderData']
type Donation = NonNullable<Data['donation']>

function stateOf(donation: Donation, payment: Data['payment']): keyof typeof texts {
  if (payment?.status === 'paid' || donation.status === 'SUCCEEDED') return 'paid'
  // Also without a payment in the URL: a donation in progress that doesn't wait for the donor is being charged or has
  // an unknown outcome.
  if (isPending(payment) || (donation.status === 'PROCESSING' && donation.actionDeadline === null && payment === null))
    return 'confirming'
  if (!donation.canBePaid && !payment) return 'over'
  if (donation.status === 'PROCESSING') return 'open'
  return donation.triedAgainOn === null ? 'failed' : 'retried'
}

/** Title and text of the page for each state of the donation. */
const texts = {
  paid: ['managing.auth-paid', 'managing.auth-paid-text'],
  confirming: ['managing.auth-confirming', 'managing.processing'],
  open: ['managing.auth-title', 'managing.auth-lead'],
  failed: ['managing.auth-pay-title', 'managing.auth-pay-lead'],
  retried: ['managing.auth-pay-title', 'managing.auth-again-lead'],
  over: ['managing.auth-expired', 'managing.auth-expired-text'],
} as const

export default function ScheduledAuthenticate({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { donation, payment, token } = loaderData
  if (!donation) return <ExpiredLink />
  const { charge } = donation
  const state = stateOf(donation, payment)
  const [title, text] = texts[state]
  const isPaid = state === 'paid'
  const isOpen = donation.canBePaid && payment?.status !== 'challenge' && !isPaid && state !== 'confirming'
  const again = donation.triedAgainOn ? formatPlanDay(donation.triedAgainOn, locale) : ''
  return (
    <div className="page narrow-page stack-lg">
      <title>{t(title)}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{t(title)}</h1>
        {state === 'confirming' && payment ? null : <p className="quiet">{t(text, { again })}</p>}
      </div>
      {actionData ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      {payment && !isPaid && !actionData ? (
        <BankNotice
          payment={payment}
          ask={() => api('POST /v4/subscription-links/payments', { token, intentId: payment.intentId })}
        />
      ) : null}
      <article className="card card-in plan-card">
        <DonationDays programme={donation.programme} donation={donation} />
        {charge ? (
          <>
            {charge.donations.length > 1 ? <p>{t('managing.confirmation-batch')}</p> : null}
            <ChargeLines charge={charge} programme={donation.programme} currency={donation.currency} />
          </>
        ) : (
          <p className="plan-amount">
            <Amount minor={donation.gift} currency={donation.currency} fractions="always" />{' '}
            <span className="quiet small">{donation.currency}</span>
          </p>
        )}
        <p>{formatCause(t, locale, donation.causes)}</p>
        {isOpen ? <PayForm donation={donation} token={token} /> : null}
        {donation.actionDeadline && !isPaid ? (
          <p className="quiet small">
            {t('managing.auth-until', { date: dayOfInstant(donation.actionDeadline, donation.timeZone, locale) })}
          </p>
        ) : null}
      </article>
      <p>
        <a href={loginUrlFor(`/account/giving/${donation.id}`)}>{t('managing.link-log-in')}</a>
      </p>
    </div>
  )
}

/** The button that charges the donation; without a quote there is nothing to pay. */
function PayForm({ donation, token }: { readonly donation: Donation; readonly token: string }) {
  const t = useText()
  const locale = useLocale()
  const { charge } = donation
  if (!charge) return <p className="notice">{t('managing.pay-none')}</p>
  return (
    <form
      method="post"
      action={`/scheduled-giving/authenticate?token=${encodeURIComponent(token)}&gift=${encodeURIComponent(donation.key)}`}
      className="stack"
    >
      <input type="hidden" name="token" value={token} />
      <PaidFields gift={donation.key} charge={charge} />
      <Button type="submit" isWide>
        {t(donation.status === 'PROCESSING' ? 'managing.auth-go' : 'managing.pay-now', {
          amount: formatPlanMoney(charge.total, donation.currency, locale, 'always'),
        })}
      </Button>
    </form>
  )
}
