import '../../styles/gifts.css'
import '../../styles/regular.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { isUuid } from '#shared/ids.ts'
import { GiftDays } from '../../features/recurring/agreement/gift-number.tsx'
import { BankNotice, isPending } from '../../features/recurring/agreement/bank-notice.tsx'
import { ChargeLines, PaidFields } from '../../features/recurring/agreement/wizard/charge-lines.tsx'
import { DeadLink } from '../../features/recurring/agreement/dead-plan-link.tsx'
import { causeWords, dayOfInstant, moneyWords } from '../../features/recurring/agreement/plan-words.ts'
import { api } from '../../lib/api.ts'
import { logInAddress } from '../../lib/log-in.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/posted.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/scheduled-authenticate'

/**
 * Where a donor shows their bank who they are for one gift. `gift` names it; when the bank leads back it is the payment
 * it was asked about instead. Looking charges nothing; the button does.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const token = query.get('token') ?? ''
  const asked = query.get('gift') ?? ''
  try {
    const payment = isUuid(asked) ? await api('POST /v4/subscription-links/payments', { token, intentId: asked }) : null
    return {
      gift: await api('GET /v4/subscription-links/gifts', { token, key: payment?.key ?? asked }),
      payment,
      token,
    }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data({ gift: null, payment: null, token: '' }, { status: 404 })
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
    // What may have been paid is not offered once more: the page of an unavailable database says so.
    if (isProblem(error) && error.code === 'database-away') throw error
    const { message, status } = refusalOf(error)
    return data({ message }, { status })
  }
}

export default function ScheduledAuthenticate({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { gift, payment, token } = loaderData
  if (!gift) return <DeadLink />
  const { charge } = gift
  const isPaid = payment?.status === 'paid' || gift.status === 'SUCCEEDED'
  // Also without a payment in the address: a gift in progress that does not wait for its donor is being collected, or
  // its outcome is unknown.
  const isConfirming =
    !isPaid && (isPending(payment) || (gift.status === 'PROCESSING' && gift.waitsUntil === null && payment === null))
  const isOpen = gift.mayBePaid && payment?.status !== 'challenge' && !isConfirming
  const title = t(
    isPaid
      ? 'managing.auth-paid'
      : isConfirming
        ? 'managing.auth-confirming'
        : gift.mayBePaid || payment
          ? 'managing.auth-title'
          : 'managing.auth-over',
  )
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        {isConfirming && payment ? null : (
          <p className="quiet">
            {t(
              isPaid
                ? 'managing.auth-paid-text'
                : isConfirming
                  ? 'managing.processing'
                  : gift.mayBePaid || payment
                    ? 'managing.auth-lead'
                    : 'managing.auth-over-text',
            )}
          </p>
        )}
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
        <GiftDays programme={gift.programme} gift={gift} />
        {charge ? (
          <>
            {charge.gifts.length > 1 ? <p>{t('managing.waits-together')}</p> : null}
            <ChargeLines charge={charge} programme={gift.programme} currency={gift.currency} />
          </>
        ) : (
          <p className="plan-amount">
            <Amount minor={gift.gift} currency={gift.currency} fractions="always" />{' '}
            <span className="quiet small">{gift.currency}</span>
          </p>
        )}
        <p>{causeWords(t, locale, gift.causes)}</p>
        {isOpen && !isPaid && !charge ? <p className="notice">{t('managing.pay-none')}</p> : null}
        {isOpen && !isPaid && charge ? (
          <form
            method="post"
            action={`/scheduled-giving/authenticate?token=${encodeURIComponent(token)}&gift=${encodeURIComponent(gift.key)}`}
            className="stack"
          >
            <input type="hidden" name="token" value={token} />
            <PaidFields gift={gift.key} charge={charge} />
            <Button type="submit" isWide>
              {t('managing.auth-go', { amount: moneyWords(charge.total, gift.currency, locale, 'always') })}
            </Button>
          </form>
        ) : null}
        {gift.waitsUntil && !isPaid ? (
          <p className="quiet small">
            {t('managing.auth-until', { date: dayOfInstant(gift.waitsUntil, gift.timeZone, locale) })}
          </p>
        ) : null}
      </article>
      <p>
        <a href={logInAddress(`/account/giving/${gift.id}`)}>{t('managing.link-log-in')}</a>
      </p>
    </div>
  )
}
