import { dateTimeFormat } from '#shared/formats.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { shortPlanDay, timeIn } from '../calendar/plan-days.ts'
import { zoneCity } from '#shared/zones.ts'
import { formatChargeParts, formatPlanRange } from '../plan-text.ts'
import { hasNumberedDays } from '../wizard/programme.ts'
import { MailboxForm } from './plan-mailbox.tsx'

export type StartedPlanData = OutputOf<ProductContract, 'GET /v4/subscription-links/started'>

/**
 * Shown after a guest started a plan: the link to open, its deadline, and the address it was sent to (recurring-30).
 */
export function PlanStarted({
  started,
  token,
  isSent,
}: {
  readonly started: StartedPlanData
  readonly token: string
  readonly isSent: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const { plan, email, before } = started
  const parts = formatChargeParts(t, locale, plan)
  const isWaiting = plan.reason === 'email-unconfirmed' && plan.state === 'paused'
  const isOver = plan.state === 'cancelled' || plan.state === 'ended'
  const time = before
    ? `\u2068${shortPlanDay(dayOf(before, plan.timeZone), locale, true)} ${timeIn(before, plan.timeZone)} (${zoneCity(plan.timeZone)})\u2069`
    : ''
  const waiting = before ? t('plan-thanks.open', { before: time }) : t('plan-thanks.open-any')
  const after = isOver ? 'plan-thanks.ended' : 'plan-thanks.confirmed'
  const title = t(isWaiting ? 'plan-thanks.check' : after)
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="checkout-thanks">
        <h1>{title}</h1>
        {isWaiting ? <p className="strong">{waiting}</p> : null}
        {isWaiting ? <p>{t('plan-thanks.started', { email: `\u2068${email}\u2069` })}</p> : null}
        {isWaiting || isOver ? null : <p>{t('plan-thanks.confirmed-text')}</p>}
      </div>
      {isWaiting ? (
        <form method="post" className="stack">
          <input type="hidden" name="token" value={token} />
          <div>
            <Button type="submit" look="quiet">
              {t('plan-thanks.resend')}
            </Button>
          </div>
          <p role="status">{isSent ? t('plan-thanks.sent') : ''}</p>
        </form>
      ) : null}
      <dl className="lines card card-in">
        <dt>{t(hasNumberedDays(plan.programme) ? 'plan-thanks.all' : 'plan-thanks.each')}</dt>
        <dd>
          <span className="strong">{formatPlanRange(t, locale, plan, 'total')}</span>
          {parts ? <span className="wizard-hijri quiet small">{parts}</span> : null}
        </dd>
      </dl>
      {isWaiting ? (
        <MailboxForm
          first={email}
          change={(typed) => api('POST /v4/subscription-links/started/email', { token, email: typed })}
        />
      ) : null}
    </div>
  )
}

/** Returns the civil date of an instant in a time zone, as `2026-11-27`. */
const dayOf = (instant: string, timeZone: string): string =>
  dateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(instant))
