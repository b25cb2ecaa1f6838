import '#web/features/money/giving/styles/checkout.css'
import '#web/features/recurring/subscriptions/wizard.css'
import '#web/features/recurring/subscriptions/cause.css'
import '#web/features/recurring/subscriptions/night.css'
import '#web/features/recurring/subscriptions/programme.css'
import { useEffect } from 'react'
import { type RenderContext, renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { PlanStarted } from '#web/features/recurring/subscriptions/links/guest-started.tsx'
import { shortPlanDay, timeIn } from '#web/features/recurring/subscriptions/calendar/plan-days.ts'
import { zoneCity } from '#shared/zones.ts'
import { formatChargeParts, formatPlanRange } from '#web/features/recurring/subscriptions/plan-text.ts'
import { hasNumberedDays } from '#web/features/recurring/subscriptions/wizard/programme.ts'
import { ProgrammeCards } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { programmesOf } from './programmes.ts'
import { trackPurchase } from '#web/lib/analytics.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/scheduled-giving-thank-you'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'recurring/plan-wizard',
  'recurring/plan-thanks',
  'recurring/faults',
  'recurring/programmes',
  'recurring/managing',
  'platform/faults',
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (token !== null) return readStarted(frame, token)
  requireSignIn(frame.viewer, request)
  try {
    const [{ occurrences: _, ...subscription }, offers] = await Promise.all([
      frame.api('GET /v4/subscriptions/:subscriptionId', {
        subscriptionId: (url.searchParams.get('plan') ?? '').slice(0, 40),
      }),
      programmesOf(frame),
    ])
    return { kind: 'account' as const, subscription, offers: offers.filter(({ signedUp }) => !signedUp) }
  } catch (error) {
    if (isProblem(error)) throw new Response(null, { status: 404 })
    throw error
  }
}

async function readStarted({ api }: RenderContext, token: string) {
  try {
    return {
      kind: 'guest' as const,
      started: await api('GET /v4/subscription-links/started', { token: token.slice(0, 400) }),
      token,
    }
  } catch (error) {
    if (isProblem(error)) throw new Response(null, { status: 404 })
    throw error
  }
}

export default function PlanThanksPage({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === 'guest' ? <PlanStarted {...loaderData} /> : <PlanThanks {...loaderData} />
}

/** Confirms that the plan was created: date of the first donation in both calendars, and a link to the plan. */
function PlanThanks({
  subscription,
  offers,
}: Extract<Route.ComponentProps['loaderData'], { readonly kind: 'account' }>) {
  const t = useText()
  const locale = useLocale()
  const email = useFrame()?.viewer.email ?? ''
  const first = subscription.next
  useEffect(() => {
    const { id, donationAmount, donationAmountCurrency, isZakat } = subscription
    trackPurchase({ id, transactionId: id, currency: donationAmountCurrency, donationMinor: donationAmount, isZakat })
  }, [subscription])
  const parts = formatChargeParts(t, locale, subscription)
  return (
    <div className="page stack-lg">
      <title>{t('wizard.thanks')}</title>
      <meta name="robots" content="noindex" />
      <div className="narrow-page wizard-thanks stack-lg">
        <div className="checkout-thanks">
          <h1>{t('wizard.thanks')}</h1>
          <p>{t(subscription.state === 'paused' ? 'wizard.thanks-paused' : 'wizard.thanks-lead')}</p>
        </div>
        <dl className="lines card card-in">
          {first ? (
            <>
              <dt>{t('wizard.thanks-first')}</dt>
              <dd>
                <span className="strong">{shortPlanDay(first.on, locale, true)}</span>
                <span className="wizard-hijri quiet">
                  {first.number !== null && subscription.programme === 'Ramadan30Nights'
                    ? `${t('wizard.night', { number: String(first.number) })} · `
                    : ''}
                  {first.onHijri}
                </span>
                <span className="wizard-hijri quiet small">
                  <bdi>{timeIn(first.dueAt, subscription.timeZone)}</bdi> · <bdi>{zoneCity(subscription.timeZone)}</bdi>
                </span>
              </dd>
            </>
          ) : null}
          <dt>{t(hasNumberedDays(subscription.programme) ? 'wizard.thanks-all' : 'wizard.thanks-each')}</dt>
          <dd>
            <span className="strong">{formatPlanRange(t, locale, subscription, 'total')}</span>
            {parts ? <span className="wizard-hijri quiet small">{parts}</span> : null}
          </dd>
        </dl>
        <p>{t('wizard.thanks-mail', { email: `\u2068${email}\u2069` })}</p>
        <p>
          <a className="button button-primary button-wide" href={`/account/giving/${subscription.id}`}>
            {t('wizard.thanks-see')}
          </a>
        </p>
      </div>
      {offers.length > 0 ? (
        <section className="stack" aria-labelledby="others">
          <h2 id="others">{t('wizard.thanks-other')}</h2>
          <ProgrammeCards offers={offers} source="plan-thanks" />
        </section>
      ) : null}
    </div>
  )
}
