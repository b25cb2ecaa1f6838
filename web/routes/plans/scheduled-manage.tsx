import '../../styles/money/gift.css'
import '../../styles/recurring/plan.css'
import '../../styles/recurring/plan-calendar.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { DeadLink } from '../../features/recurring/agreement/dead-plan-link.tsx'
import { NextGift, PlanAmount, PlanReason, PlanState } from '../../features/recurring/agreement/plan-card.tsx'
import { causeWords, planName } from '../../features/recurring/agreement/plan-words.ts'
import { logInAddress } from '../../lib/log-in.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/posted.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ResultNotice } from '../../ui/result-notice.tsx'
import type { Route } from './+types/scheduled-manage'

const done = ['skip', 'pause', 'cancel'] as const

/**
 * Opened by a link in a mail, without logging in. Loading the page changes nothing, since mail programs open links
 * (recurring-11).
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const token = query.get('token') ?? ''
  try {
    const plan = await api('GET /v4/subscription-links', { token })
    return {
      plan,
      token,
      isCancelAsked: query.get('cancel') === 'yes',
      done: done.find((each) => each === query.get('done')) ?? null,
    }
  } catch (error) {
    if (isProblem(error) && error.status < 500)
      return data({ plan: null, token: '', isCancelAsked: false, done: null }, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const token = postedText(form, 'token', 400)
  const intent = postedText(form, 'intent', 10)
  try {
    if (intent === 'cancel') await api('POST /v4/subscription-links/cancel', { token })
    else if (intent === 'pause')
      await api('POST /v4/subscription-links/pause', { token, until: postedText(form, 'until', 10) || null })
    else if (intent === 'skip')
      await api('POST /v4/subscription-links/skip', { token, key: postedText(form, 'key', 40) })
    else throw data(null, { status: 400 })
    return redirect(`/scheduled-giving/manage?token=${encodeURIComponent(token)}&done=${intent}`, 303)
  } catch (error) {
    if (error instanceof Response) throw error
    const { message, fields, status } = refusalOf(error)
    return data({ message, fields }, { status })
  }
}

export default function ScheduledManage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { plan, token, isCancelAsked } = loaderData
  if (!plan) return <DeadLink />
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
      <ResultNotice
        problem={actionData?.message}
        done={loaderData.done ? t(`managing.done-${loaderData.done}`) : undefined}
      />
      <article className="card card-in plan-card">
        <div className="row-apart">
          <h2>{planName(t, plan)}</h2>
          <PlanState plan={plan} />
        </div>
        <PlanAmount plan={plan} />
        <p className="quiet">{causeWords(t, locale, plan.causes)}</p>
        <PlanReason plan={plan} />
        {isOver ? null : (
          <dl className="plan-facts">
            <div>
              <dt>{t('managing.next')}</dt>
              <dd>
                <NextGift plan={plan} />
              </dd>
            </div>
          </dl>
        )}
        {plan.next?.mayBeSkipped ? (
          <form method="post">
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="key" value={plan.next.key} />
            <Button type="submit" look="quiet" name="intent" value="skip">
              {t('managing.link-skip')}
            </Button>
          </form>
        ) : null}
      </article>
      {plan.state === 'active' ? (
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
      <p>
        <a href={logInAddress(`/account/giving/${plan.id}`)}>{t('managing.link-log-in')}</a>
      </p>
    </div>
  )
}
