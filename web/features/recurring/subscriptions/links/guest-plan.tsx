import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardName } from '#web/features/money/cards/card-text.ts'
import { MoneyField } from '../edit-parts.tsx'
import { formatPlanDay, isResumable } from '../plan-text.ts'

/** A plan as shown to the holder of an emailed link. */
export type LinkedPlan = OutputOf<ProductContract, 'GET /v4/subscription-links'>

type Faults = Readonly<Record<string, string>>

/** Card and email of a guest's plan, as terms of a description list. */
export function GuestDetails({ plan }: { readonly plan: LinkedPlan }) {
  const t = useText()
  return (
    <>
      {plan.card ? (
        <div>
          <dt>{t('plan-links.card')}</dt>
          <dd>{cardName(t, plan.card)}</dd>
        </div>
      ) : null}
      {plan.email ? (
        <div>
          <dt>{t('plan-links.email')}</dt>
          <dd>
            <bdi>{plan.email}</bdi>
          </dd>
        </div>
      ) : null}
    </>
  )
}

/** Amount and tip of each donation. */
export function AmountForm({
  plan,
  token,
  fields,
  save,
}: {
  readonly plan: LinkedPlan
  readonly token: string
  readonly fields: Faults
  readonly save: string
}) {
  const t = useText()
  const product = useFrame()?.productName ?? ''
  const currency = plan.donationAmountCurrency
  return (
    <form method="post" className="stack" noValidate>
      <input type="hidden" name="token" value={token} />
      <MoneyField
        id="donationAmount"
        label={t('managing.amount-each')}
        minor={plan.donationAmount}
        currency={currency}
        error={fields.donationAmount}
      />
      <MoneyField
        id="tipAmount"
        label={t('managing.amount-tip', { product })}
        minor={plan.tipAmount}
        currency={currency}
        error={fields.tipAmount}
      />
      <div>
        <Button type="submit" look="quiet" name="intent" value="amount">
          {save}
        </Button>
      </div>
    </form>
  )
}

/** Actions that any emailed link allows: resume, renew the agreement, lower the amount, or request a link for more. */
export function GuestActs({
  plan,
  token,
  fields,
}: {
  readonly plan: LinkedPlan
  readonly token: string
  readonly fields: Faults
}) {
  const t = useText()
  const locale = useLocale()
  const email = `\u2068${plan.email}\u2069`
  const isPaused = plan.state === 'paused'
  const isUnagreed = isPaused && plan.reason === 'consent'
  const resume = plan.reason === 'email-unconfirmed' ? 'plan-links.confirm' : 'managing.resume'
  return (
    <>
      {isPaused && (isUnagreed || isResumable(plan)) ? (
        <form method="post" className="stack">
          <input type="hidden" name="token" value={token} />
          {isUnagreed ? (
            <p className="quiet">{t('plan-links.agree-text', { day: formatPlanDay(plan.agreedUntil, locale) })}</p>
          ) : null}
          <div>
            <Button type="submit" name="intent" value={isUnagreed ? 'agree' : 'resume'}>
              {t(isUnagreed ? 'plan-links.agree' : resume)}
            </Button>
          </div>
        </form>
      ) : null}
      {plan.programme === null ? (
        <section className="stack" aria-labelledby="amount">
          <h2 id="amount">{t('plan-links.amount-title')}</h2>
          <p className="quiet">{t('plan-links.amount-text')}</p>
          <AmountForm plan={plan} token={token} fields={fields} save={t('managing.save')} />
        </section>
      ) : null}
      <section className="stack" aria-labelledby="more">
        <h2 id="more">{t('plan-links.more-title')}</h2>
        <p className="quiet">{t('plan-links.more-text', { email })}</p>
        <form method="post">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" look="quiet" name="intent" value="request">
            {t('plan-links.more-send')}
          </Button>
        </form>
      </section>
    </>
  )
}
