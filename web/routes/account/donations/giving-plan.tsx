import '#web/features/money/cards/saved-card.css'
import '#web/features/money/giving/styles/donation.css'
import '#web/features/recurring/subscriptions/plan.css'
import '#web/features/recurring/subscriptions/plan-calendar.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { isUuid } from '#shared/ids.ts'
import { isProblem } from '#shared/problem.ts'
import { BankNotice, isPending } from '#web/features/recurring/subscriptions/bank-notice.tsx'
import { EditForm } from '#web/features/recurring/subscriptions/edit-form.tsx'
import { DonationCalendar } from '#web/features/recurring/subscriptions/calendar/donation-calendar.tsx'
import { DonationRows } from '#web/features/recurring/subscriptions/donation-rows.tsx'
import { isMonth, monthOf } from '#web/features/recurring/subscriptions/calendar/month.ts'
import {
  ChargingNotice,
  PlanAmount,
  PlanReason,
  PlanState,
  RepairBanner,
} from '#web/features/recurring/subscriptions/plan-card.tsx'
import { PlanDetails } from '#web/features/recurring/subscriptions/plan-details.tsx'
import {
  formatCause,
  dayOfInstant,
  formatPlanDay,
  formatPlanMonth,
  planName,
} from '#web/features/recurring/subscriptions/plan-text.ts'
import {
  type Editable,
  isEditable,
  postedChange,
  typedFields,
} from '#web/features/recurring/subscriptions/posted-change.ts'
import { AgreeForm } from '#web/features/recurring/subscriptions/pause-forms.tsx'
import { api } from '#web/lib/api.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { hijriDaysOf } from '#web/routes/plans/months.ts'
import type { Route } from './+types/giving-plan'
import { choicesOf, canRenewConsent, hasYearlyConsent, monthToShow } from './giving-plan-data.ts'
import { PauseAndCancel, PlanSummary } from './giving-plan-parts.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['recurring/plan-wizard']

const done = ['paid', 'skip', 'take', 'pause', 'resume', 'change', 'cancel', 'agree'] as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  requireSignIn(frame.viewer, request)
  const { subscriptionId } = params
  const query = url.searchParams
  try {
    // The bank redirects here with the payment, and emails link here with the donation.
    const gift = query.get('gift') ?? ''
    const intentId = isUuid(gift) ? gift : null
    const payment =
      intentId === null
        ? null
        : await frame.api('POST /v4/subscriptions/:subscriptionId/payments/:intentId', {
            subscriptionId,
            intentId,
          })
    if (payment?.status === 'paid') throw redirect(`/account/giving/${subscriptionId}?done=paid`)
    const plan = await frame.api('GET /v4/subscriptions/:subscriptionId', { subscriptionId })
    const editing = plan.status === 'active' && isEditable(query.get('edit')) ? (query.get('edit') as Editable) : null
    const monthParam = query.get('month')
    const month = isMonth(monthParam) ? monthParam : monthToShow(plan, gift, frame.now())
    return {
      plan,
      payment,
      editing,
      choices: await choicesOf(frame, plan, editing, query),
      month,
      hijri: await hijriDaysOf(frame, plan.calendar, month),
      isCancelAsked: query.get('cancel') === 'yes' && plan.status === 'active',
      isCardAdded: query.get('added') === 'yes',
      done: done.find((option) => option === query.get('done')) ?? null,
      mandate: mandateText(frame.locale),
      agreedWords: plan.agreedWords ?? mandateText(frame.locale),
      canRenewConsent: canRenewConsent(plan, frame.now()),
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

/** Plain forms; each redirects back here, or shows its errors next to the fields. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf, viewer } = context.get(renderContext)
  const { subscriptionId } = params
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const what = postedText(form, 'what', 10)
  const ids = { subscriptionId, version: Number(postedText(form, 'version', 9)) || 1 }
  const key = postedText(form, 'key', 40)
  const month = postedText(form, 'month', 7)
  const here = `/account/giving/${encodeURIComponent(subscriptionId)}`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const back = (to: string) => redirect(`${here}?done=${intent}${isMonth(month) ? `&month=${month}` : ''}${to}`, 303)
  try {
    switch (intent) {
      case 'pay': {
        const { status, intentId } = await api('POST /v4/subscriptions/:subscriptionId/donations/:key/pay', {
          subscriptionId,
          key,
          quoteHash: postedText(form, 'quoteHash', 64),
        })
        return redirect(status === 'paid' ? `${here}?done=paid` : `${here}?gift=${intentId}`, 303)
      }
      case 'skip':
        await api('POST /v4/subscriptions/:subscriptionId/donations/:key/skip', { ...ids, key })
        return back('#calendar')
      case 'take':
        await api('POST /v4/subscriptions/:subscriptionId/donations/:key/take', { ...ids, key })
        return back('#calendar')
      case 'pause':
        await api('POST /v4/subscriptions/:subscriptionId/pause', {
          ...ids,
          until: postedText(form, 'until', 10) || null,
        })
        return back('')
      case 'resume':
        await api('POST /v4/subscriptions/:subscriptionId/resume', ids)
        return back('')
      case 'agree':
        await api('POST /v4/subscriptions/:subscriptionId/agree', { subscriptionId })
        return back('')
      case 'cancel':
        await api('POST /v4/subscriptions/:subscriptionId/cancel', ids)
        return back('')
      case 'change': {
        if (!isEditable(what)) break
        const posted = postedChange(form, what, await api('GET /v4/subscriptions/:subscriptionId', { subscriptionId }))
        if ('unreadable' in posted) {
          const fields = sentencesOf(
            Object.fromEntries(posted.unreadable.map((name) => [name, { code: 'amount-invalid' }])),
          )
          return data({ message: Object.values(fields)[0] ?? '', fields, typed: typedFields(form) }, { status: 422 })
        }
        await api('PATCH /v4/subscriptions/:subscriptionId', { ...ids, ...posted.change })
        return back('')
      }
    }
    throw data(null, { status: 400 })
  } catch (error) {
    // A payment that may have succeeded isn't offered again: the page for an unavailable database says so.
    if (error instanceof Response || !isProblem(error) || error.code === 'database-unavailable') throw error
    if (error.class === 'not-found') throw data(null, { status: 404 })
    const { message, fields: refused, status } = refusalOf(error)
    // On this page, `calendar` is the calendar of donations.
    const { calendar: moon, ...others } = refused
    const fields = moon ? { ...others, moon } : others
    // If the plan was changed elsewhere, the page shows its current state.
    return data({ message, fields, typed: Object.keys(fields).length > 0 ? typedFields(form) : {} }, { status })
  }
}

export default function AccountGivingOne({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { plan, payment, editing, choices, month, hijri, isCancelAsked, isCardAdded, mandate } = loaderData
  const fields: Readonly<Record<string, string>> = actionData?.fields ?? {}
  const name = planName(t, plan)
  const isOver = plan.status !== 'active'
  const donations = plan.occurrences.filter(({ on }) => monthOf(on) === month)
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title: name }) : name}</title>
      <p>
        <a href="/account/giving">{t('managing.back')}</a>
      </p>
      <div className="plan-top">
        <div className="row-apart">
          <h1>{name}</h1>
          <PlanState plan={plan} />
        </div>
        <PlanAmount plan={plan} />
        <p className="quiet">{formatCause(t, locale, plan.causes)}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={actionData ? toFormErrors(actionData, editing ? 'edit' : 'details') : []}
      />
      {loaderData.done && !actionData ? (
        <p className="notice" role="status">
          {t(`managing.done-${loaderData.done}`)}
        </p>
      ) : null}
      {isCardAdded && editing === 'card' ? (
        <p className="notice" role="status">
          {t('managing.card-added')}
        </p>
      ) : null}
      {payment && payment.status !== 'paid' ? (
        <BankNotice
          payment={payment}
          ask={() =>
            api('POST /v4/subscriptions/:subscriptionId/payments/:intentId', {
              subscriptionId: plan.id,
              intentId: payment.intentId,
            })
          }
        />
      ) : null}
      <ChargingNotice plan={plan} />
      {payment?.status === 'challenge' || isPending(payment) ? null : <RepairBanner plan={plan} level={2} />}
      {plan.state === 'paused' || plan.state === 'needs-card' ? (
        <div className="notice stack">
          <PlanReason plan={plan} />
        </div>
      ) : null}
      {loaderData.canRenewConsent ? <AgreeForm plan={plan} mandate={mandate} /> : null}
      <PlanSummary plan={plan} />
      <section className="stack" aria-labelledby="calendar">
        <h2 id="calendar">{t('managing.calendar')}</h2>
        <DonationCalendar plan={plan} month={month} hijri={hijri} />
        <h3>{t('managing.donations', { month: formatPlanMonth(month, locale) })}</h3>
        <DonationRows plan={plan} donations={donations} month={month} />
      </section>
      <section className="stack" aria-labelledby="details">
        <h2 id="details">{t('managing.details')}</h2>
        <PlanDetails
          plan={plan}
          editing={editing}
          form={
            editing ? (
              <EditForm
                key={`${editing} ${plan.version}`}
                plan={plan}
                what={editing}
                choices={choices}
                fields={fields}
                typed={actionData?.typed ?? {}}
              />
            ) : null
          }
        />
      </section>
      {isOver ? null : (
        <PauseAndCancel plan={plan} fields={fields} typed={actionData?.typed ?? {}} isCancelAsked={isCancelAsked} />
      )}
      <section className="stack plan-agreement" aria-labelledby="agreement">
        <h2 id="agreement">{t('managing.agreement')}</h2>
        <p className="quiet">
          {t(hasYearlyConsent(plan) ? 'managing.agreed-on' : 'managing.agreed-once', {
            date: dayOfInstant(plan.agreedAt, plan.timeZone, locale),
            until: formatPlanDay(plan.consentUntil, locale),
          })}
        </p>
        <blockquote className="small">{loaderData.agreedWords}</blockquote>
      </section>
    </>
  )
}
