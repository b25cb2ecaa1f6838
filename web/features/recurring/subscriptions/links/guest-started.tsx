import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { shortPlanDay, timeIn } from '../calendar/plan-days.ts'
import { zoneCity } from '#shared/zones.ts'
import { formatChargeParts, formatPlanRange } from '../plan-text.ts'
import { hasNumberedDays } from '../wizard/programme.ts'
import { MailboxForm } from './plan-mailbox.tsx'

export type StartedPlanData = OutputOf<ProductContract, 'GET /v4/subscription-links/started'>

/** Shown after a guest started a plan: its first donation, and the address of the mail that manages it (recurring-30). */
export function PlanStarted({ started, token }: { readonly started: StartedPlanData; readonly token: string }) {
  const t = useText()
  const locale = useLocale()
  const { plan, email } = started
  const parts = formatChargeParts(t, locale, plan)
  const isOver = plan.state === 'cancelled' || plan.state === 'ended'
  const title = t(isOver ? 'plan-thanks.ended' : 'plan-thanks.confirmed')
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="checkout-thanks">
        <h1>{title}</h1>
        {isOver ? null : <p>{t('plan-thanks.not-charged')}</p>}
      </div>
      <dl className="lines card card-in">
        {plan.next ? (
          <>
            <dt>{t('plan-thanks.first')}</dt>
            <dd>
              <span className="strong">{shortPlanDay(plan.next.on, locale, true)}</span>
              <span className="wizard-hijri quiet">{plan.next.onHijri}</span>
              <span className="wizard-hijri quiet small">
                <bdi>{timeIn(plan.next.dueAt, plan.timeZone)}</bdi> · <bdi>{zoneCity(plan.timeZone)}</bdi>
              </span>
            </dd>
          </>
        ) : null}
        <dt>{t(hasNumberedDays(plan.programme) ? 'plan-thanks.all' : 'plan-thanks.each')}</dt>
        <dd>
          <span className="strong">{formatPlanRange(t, locale, plan, 'total')}</span>
          {parts ? <span className="wizard-hijri quiet small">{parts}</span> : null}
        </dd>
      </dl>
      {isOver ? null : (
        <MailboxForm
          first={email}
          change={(typed) => api('POST /v4/subscription-links/started/email', { token, email: typed })}
        />
      )}
    </div>
  )
}
