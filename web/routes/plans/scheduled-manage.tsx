import { isolate } from '#shared/text.ts'
import '#web/features/money/giving/styles/donation.css'
import '#web/features/recurring/subscriptions/plan.css'
import '#web/features/recurring/subscriptions/plan-calendar.css'
import { data, redirect } from 'react-router'
import { type RenderContext, renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { FindPlans } from '#web/features/recurring/subscriptions/links/find-plans.tsx'
import { GuestActs, GuestDetails } from '#web/features/recurring/subscriptions/links/guest-plan.tsx'
import {
  ChargingNotice,
  FailedDonation,
  NextDonation,
  PlanAmount,
  PlanReason,
  PlanState,
} from '#web/features/recurring/subscriptions/plan-card.tsx'
import { formatCause, planName } from '#web/features/recurring/subscriptions/plan-text.ts'
import { postedChange } from '#web/features/recurring/subscriptions/posted-change.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { ResultNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/scheduled-manage'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'recurring/managing',
  'recurring/plan-links',
  'recurring/faults',
  'money/cards',
  'platform/faults',
]

const done = ['skip', 'pause', 'cancel'] as const
const guestsDone = ['resume', 'agree', 'amount', 'card', 'erase'] as const

const nothing = { plan: null, token: '', isCancelAsked: false }

/**
 * Manages a plan by an emailed link, without logging in. Loading the page changes nothing, because email programs open
 * links by themselves (recurring-11). Without a link, donors can request one.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const token = query.get('token')
  const about = { done: query.get('done'), sent: query.get('sent')?.slice(0, 254) ?? null }
  if (token === null) return { ...nothing, ...about, isDead: false }
  try {
    const plan = await api('GET /v4/subscription-links', { token })
    return { plan, token, isCancelAsked: query.get('cancel') === 'yes', ...about, isDead: false }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data({ ...nothing, ...about, isDead: true }, { status: 404 })
    throw error
  }
}

/** Performs the button's action. Returns the result that the page shows. */
async function act(api: RenderContext['api'], form: FormData, token: string): Promise<string> {
  const intent = postedText(form, 'intent', 10)
  switch (intent) {
    case 'cancel':
      await api('POST /v4/subscription-links/cancel', { token })
      break
    case 'pause':
      await api('POST /v4/subscription-links/pause', { token, until: postedText(form, 'until', 10) || null })
      break
    case 'skip':
      await api('POST /v4/subscription-links/skip', { token, key: postedText(form, 'key', 40) })
      break
    case 'resume':
      await api('POST /v4/subscription-links/resume', { token })
      break
    case 'agree':
      await api('POST /v4/subscription-links/agree', { token })
      break
    case 'request': {
      const { email } = await api('POST /v4/subscription-links/change-links', { token })
      return `sent&sent=${encodeURIComponent(email)}`
    }
    case 'amount': {
      const posted = postedChange(form, 'amount', await api('GET /v4/subscription-links', { token }))
      if ('unreadable' in posted) throw new Unreadable(posted.unreadable)
      const { donationAmount = 0, tipAmount = 0 } = posted.change
      await api('POST /v4/subscription-links/amount', { token, donationAmount, tipAmount })
      break
    }
    default:
      throw new Response(null, { status: 400 })
  }
  return intent
}

class Unreadable extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super('an amount could not be read')
    this.names = names
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const form = await postedForm(request)
  const token = postedText(form, 'token', 400)
  try {
    if (postedText(form, 'intent', 10) === 'find') {
      await api('POST /v4/subscription-links/requests', { email: postedText(form, 'email', 254) })
      return redirect('/scheduled-giving/manage?done=find', 303)
    }
    return redirect(
      `/scheduled-giving/manage?token=${encodeURIComponent(token)}&done=${await act(api, form, token)}`,
      303,
    )
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof Unreadable) {
      const faults = Object.fromEntries(error.names.map((name) => [name, { code: 'amount-invalid' }]))
      return data({ message: undefined, fields: sentencesOf(faults) }, { status: 400 })
    }
    const { message, fields, status } = refusalOf(error)
    return data({ message, fields }, { status })
  }
}

/** Returns the success message. */
function useDone({ done: name, sent }: { readonly done: string | null; readonly sent: string | null }) {
  const t = useText()
  if (sent !== null && (name === 'sent' || name === 'email'))
    return t(name === 'email' ? 'plan-links.done-email' : 'plan-links.sent', { email: isolate(sent) })
  if (name === 'find') return t('plan-links.find-sent')
  const own = done.find((option) => option === name)
  if (own) return t(`managing.done-${own}`)
  const guests = guestsDone.find((option) => option === name)
  return guests ? t(`plan-links.done-${guests}`) : undefined
}

export default function ScheduledManage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { plan, token, isCancelAsked, isDead } = loaderData
  const doneText = useDone(loaderData)
  if (!plan) return <FindPlans isDead={isDead} done={doneText ?? null} />
  const isOver = plan.state === 'cancelled' || plan.state === 'ended'
  const fields: Readonly<Record<string, string>> = actionData?.fields ?? {}
  const here = `/scheduled-giving/manage?token=${encodeURIComponent(token)}`
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('managing.link-title')}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{t('managing.link-title')}</h1>
        <p className="quiet">{t('managing.link-lead')}</p>
      </div>
      <ResultNotice problem={actionData?.message} done={doneText} />
      <ChargingNotice plan={plan} />
      <FailedDonation
        plan={plan}
        level={2}
        pay={(_, text) => (
          <a
            className="button button-primary"
            href={`/scheduled-giving/authenticate?token=${encodeURIComponent(token)}&gift=${encodeURIComponent(plan.failed?.key ?? '')}`}
          >
            {text}
          </a>
        )}
        otherCard={null}
      />
      <article className="card card-in plan-card">
        <div className="row-apart">
          <h2>{planName(t, plan)}</h2>
          <PlanState plan={plan} />
        </div>
        <PlanAmount plan={plan} />
        <p className="quiet">{formatCause(t, locale, plan.causes)}</p>
        <PlanReason plan={plan} />
        {isOver ? null : (
          <dl className="plan-facts">
            <div>
              <dt>{t('managing.next')}</dt>
              <dd>
                <NextDonation plan={plan} />
              </dd>
            </div>
            {plan.isGuest ? <GuestDetails plan={plan} /> : null}
          </dl>
        )}
        {plan.next?.canBeSkipped && plan.may !== 'look' ? (
          <form method="post">
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="key" value={plan.next.key} />
            <Button type="submit" look="quiet" name="intent" value="skip">
              {t('managing.link-skip')}
            </Button>
          </form>
        ) : null}
      </article>
      {plan.may === 'look' ? <p className="notice">{t('plan-links.moved')}</p> : null}
      {plan.isGuest && !isOver ? <GuestActs plan={plan} token={token} fields={fields} /> : null}
      {plan.state === 'active' && plan.may !== 'look' ? (
        <section className="stack" aria-labelledby="pause">
          <h2 id="pause">{t('managing.pause')}</h2>
          <form method="post" className="stack" noValidate>
            <input type="hidden" name="token" value={token} />
            <p className="quiet">{t('managing.pause-text')}</p>
            <TextInput
              id="until"
              type="date"
              dir="ltr"
              label={t('managing.pause-until')}
              hint={t('managing.pause-hint')}
              error={fields.until}
            />
            <Button type="submit" look="quiet" name="intent" value="pause">
              {t('managing.pause')}
            </Button>
          </form>
        </section>
      ) : null}
      {isOver ? null : (
        <section className="stack" aria-labelledby="cancel">
          <h2 id="cancel">{t('managing.end-title')}</h2>
          {isCancelAsked ? (
            <form method="post" action={here} className="notice notice-problem stack">
              <p className="strong">{t('managing.end-question')}</p>
              <p>{t('managing.end-text')}</p>
              <input type="hidden" name="token" value={token} />
              <div className="button-row">
                <a className="button button-quiet" href={here}>
                  {t('managing.end-no')}
                </a>
                <Button type="submit" look="danger" name="intent" value="cancel">
                  {t('managing.end-yes')}
                </Button>
              </div>
            </form>
          ) : (
            <>
              <p className="quiet">{t('managing.end-text')}</p>
              <a className="button button-quiet" href={`${here}&cancel=yes#cancel`}>
                {t('managing.end-open')}
              </a>
            </>
          )}
        </section>
      )}
      {plan.isGuest ? null : (
        <p>
          <a href={loginUrlFor(`/account/giving/${plan.id}`)}>{t('managing.link-log-in')}</a>
        </p>
      )}
    </div>
  )
}
