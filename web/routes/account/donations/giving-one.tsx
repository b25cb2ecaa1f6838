import '../../../styles/cards.css'
import '../../../styles/gifts.css'
import '../../../styles/regular.css'
import { data, redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { agreedUntil, isAskedAgain } from '#modules/recurring/agreement/rules/consent.ts'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { isUuid } from '#shared/ids.ts'
import { isProblem } from '#shared/problem.ts'
import { BankNotice, isPending } from '../../../features/recurring/agreement/bank-notice.tsx'
import { typedFields } from '../../../features/recurring/agreement/posted-change.ts'
import { EditForm } from '../../../features/recurring/agreement/edit-form.tsx'
import type { EditChoices } from '../../../features/recurring/agreement/edit-parts.tsx'
import { GiftCalendar } from '../../../features/recurring/agreement/calendar/gift-calendar.tsx'
import { GiftRows } from '../../../features/recurring/agreement/gift-rows.tsx'
import { isMonth, monthOf } from '../../../features/recurring/agreement/calendar/month.ts'
import {
  NextGift,
  PlanAmount,
  PlanReason,
  PlanState,
  RepairBanner,
} from '../../../features/recurring/agreement/plan-card.tsx'
import { PlanDetails } from '../../../features/recurring/agreement/plan-details.tsx'
import {
  causeWords,
  dayOfInstant,
  dayWords,
  isOfNights,
  monthWords,
  type Plan,
  planName,
} from '../../../features/recurring/agreement/plan-words.ts'
import { type Editable, isEditable, postedChange } from '../../../features/recurring/agreement/posted-change.ts'
import { AgreeForm, CancelForm, PauseForm } from '../../../features/recurring/agreement/rest-forms.tsx'
import { api } from '../../../lib/api.ts'
import { logInFirst } from '../../../lib/log-in.ts'
import { needSignIn } from '../../../lib/theirs.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, wrongOf } from '../../../lib/posted.ts'
import { savedCardsOf } from '../../../lib/saved-cards.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { hijriDaysOf } from '../../plans/months.ts'
import type { Route } from './+types/giving-one'

const done = ['paid', 'skip', 'take', 'pause', 'resume', 'change', 'cancel', 'agree'] as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const of = context.get(renderContext)
  const url = new URL(request.url)
  needSignIn(of.viewer, request)
  const { subscriptionId } = params
  const query = url.searchParams
  try {
    // The bank leads back here with the payment it was asked about, a mail with the gift it tells of.
    const gift = query.get('gift') ?? ''
    const intentId = isUuid(gift) ? gift : null
    const payment =
      intentId === null
        ? null
        : await of.api('POST /v4/subscriptions/:subscriptionId/payments/:intentId', { subscriptionId, intentId })
    if (payment?.status === 'paid') throw redirect(`/account/giving/${subscriptionId}?done=paid`)
    const plan = await of.api('GET /v4/subscriptions/:subscriptionId', { subscriptionId })
    const editing = plan.status === 'active' && isEditable(query.get('edit')) ? (query.get('edit') as Editable) : null
    const asked = query.get('month')
    const month = isMonth(asked) ? asked : monthToShow(plan, gift, of.now())
    return {
      plan,
      payment,
      editing,
      choices: await choicesOf(of, plan, editing, query),
      month,
      hijri: await hijriDaysOf(of, plan.calendar, month),
      isCancelAsked: query.get('cancel') === 'yes' && plan.status === 'active',
      isCardAdded: query.get('added') === 'yes',
      done: done.find((each) => each === query.get('done')) ?? null,
      mandate: mandateText(of.locale),
      isAskedToAgree: isAskedToAgree(plan, of.now()),
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

/** The month of the gift that a link names, else of the next one; where none comes, of the last that did, or was to. */
function monthToShow({ next, occurrences, timeZone }: Plan, named: string, now: Date): string {
  const today = localDateIn(timeZone, now)
  return monthOf(
    (
      occurrences.find(({ key }) => key === named) ??
      next ??
      occurrences.findLast(({ on }) => on <= today) ??
      occurrences[0]
    )?.on ?? today,
  )
}

/** Whether its agreement is for a year only, of which the donor is asked before it is over. */
const isForAYear = (plan: Plan): boolean =>
  plan.status === 'active' &&
  isAskedAgain({ isOfNights: isOfNights(plan), endsOn: plan.unsubscribedAt, consentUntil: plan.consentUntil })

/** In the last days of the year that was agreed to, and afterwards. */
const isAskedToAgree = (plan: Plan, now: Date): boolean =>
  isForAYear(plan) && agreedUntil(localDate(plan.consentUntil), localDateIn(plan.timeZone, now)) !== plan.consentUntil

/** Only what the open form needs. */
async function choicesOf(
  of: RenderContext,
  plan: Plan,
  editing: Editable | null,
  query: URLSearchParams,
): Promise<EditChoices> {
  const none: EditChoices = { cards: [], zones: [], added: [], found: null, q: '', isPlatformOffered: false }
  if (editing === 'card') return { ...none, cards: await savedCardsOf(of) }
  if (editing === 'zone')
    return { ...none, zones: [...new Set([...Intl.supportedValuesOf('timeZone'), plan.timeZone])].toSorted() }
  if (editing !== 'causes') return none
  const known = new Set(plan.causes.map(({ campaignId }) => campaignId))
  const ids = [...new Set(query.getAll('add'))]
    .filter((id) => /^\d{1,18}$/.test(id) && !known.has(id))
    .slice(0, 12 - known.size)
  const added = await Promise.all(
    ids.map((campaignId) => of.api('GET /v4/campaigns/:campaignId/basics', { campaignId }).catch(() => null)),
  )
  const q = (query.get('q') ?? '').slice(0, 100)
  const found = query.has('q') ? await of.api('GET /v4/discovery/cards', { q, zakat: plan.isZakat, limit: 60 }) : null
  return {
    ...none,
    q,
    added: added.flatMap((each) => (each ? [{ id: each.id, name: each.name }] : [])),
    found:
      found &&
      found.results
        .filter(
          ({ id, currencyCode }) => currencyCode === plan.donationAmountCurrency && !known.has(id) && !ids.includes(id),
        )
        .slice(0, 8)
        .map(({ id, name }) => ({ id, name })),
    isPlatformOffered: plan.programme !== null && plan.causes.length > 0,
  }
}

/** Plain forms; each leads back here, or says beside its fields what is wrong. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf, viewer } = context.get(renderContext)
  const { subscriptionId } = params
  const form = await postedForm(request)
  const intent = postedText(form, 'intent', 10)
  const what = postedText(form, 'what', 10)
  const of = { subscriptionId, version: Number(postedText(form, 'version', 9)) || 1 }
  const key = postedText(form, 'key', 40)
  const month = postedText(form, 'month', 7)
  const here = `/account/giving/${encodeURIComponent(subscriptionId)}`
  if (!viewer.isSignedIn) return logInFirst(here)
  const back = (to: string) => redirect(`${here}?done=${intent}${isMonth(month) ? `&month=${month}` : ''}${to}`, 303)
  try {
    switch (intent) {
      case 'pay': {
        const { status, intentId } = await api('POST /v4/subscriptions/:subscriptionId/gifts/:key/pay', {
          subscriptionId,
          key,
          quoteHash: postedText(form, 'quoteHash', 64),
        })
        return redirect(status === 'paid' ? `${here}?done=paid` : `${here}?gift=${intentId}`, 303)
      }
      case 'skip':
        await api('POST /v4/subscriptions/:subscriptionId/gifts/:key/skip', { ...of, key })
        return back('#calendar')
      case 'take':
        await api('POST /v4/subscriptions/:subscriptionId/gifts/:key/take', { ...of, key })
        return back('#calendar')
      case 'pause':
        await api('POST /v4/subscriptions/:subscriptionId/pause', {
          ...of,
          until: postedText(form, 'until', 10) || null,
        })
        return back('')
      case 'resume':
        await api('POST /v4/subscriptions/:subscriptionId/resume', of)
        return back('')
      case 'agree':
        await api('POST /v4/subscriptions/:subscriptionId/agree', { subscriptionId })
        return back('')
      case 'cancel':
        await api('POST /v4/subscriptions/:subscriptionId/cancel', of)
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
        await api('PATCH /v4/subscriptions/:subscriptionId', { ...of, ...posted.change })
        return back('')
      }
    }
    throw data(null, { status: 400 })
  } catch (error) {
    // What may have been paid is not offered once more: the page of an unavailable database says so.
    if (error instanceof Response || !isProblem(error) || error.code === 'database-away') throw error
    if (error.class === 'not-found') throw data(null, { status: 404 })
    const { message, fields: refused, status } = refusalOf(error)
    // What is called “calendar” on this page is the one of the gifts.
    const { calendar: moon, ...others } = refused
    const fields = moon ? { ...others, moon } : others
    // Where somebody else changed the plan meanwhile, it is shown as it stands now.
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
  const gifts = plan.occurrences.filter(({ on }) => monthOf(on) === month)
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title: name }) : name}</title>
      <p>
        <a href="/account/giving">{t('managing.back')}</a>
      </p>
      <div className="plan-top">
        <div className="plan-card-head">
          <h1>{name}</h1>
          <PlanState plan={plan} />
        </div>
        <PlanAmount plan={plan} />
        <p className="quiet">{causeWords(t, locale, plan.causes)}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={actionData ? wrongOf(actionData, editing ? 'edit' : 'details') : []}
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
      {payment?.status === 'challenge' || isPending(payment) ? null : <RepairBanner plan={plan} level={2} />}
      {plan.state === 'paused' || plan.state === 'needs-card' ? (
        <div className="notice stack">
          <PlanReason plan={plan} />
        </div>
      ) : null}
      {loaderData.isAskedToAgree ? <AgreeForm plan={plan} mandate={mandate} /> : null}
      <dl className="plan-facts card card-in">
        {isOver ? null : (
          <div>
            <dt>{t('managing.next')}</dt>
            <dd>
              <NextGift plan={plan} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('managing.given')}</dt>
          <dd className="plan-given">
            <Amount minor={plan.given.amount} currency={plan.donationAmountCurrency} />
            <span className="quiet small">{t('managing.given-count', { count: plan.given.count })}</span>
          </dd>
        </div>
      </dl>
      <section className="stack" aria-labelledby="calendar">
        <h2 id="calendar">{t('managing.calendar')}</h2>
        <GiftCalendar plan={plan} month={month} hijri={hijri} />
        <h3>{t('managing.gifts', { month: monthWords(month, locale) })}</h3>
        <GiftRows plan={plan} gifts={gifts} month={month} />
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
        <>
          {plan.state === 'needs-card' || plan.because === 'consent' || plan.because === 'charity' ? null : (
            <section className="stack" aria-labelledby="pause">
              <h2 id="pause">{t(plan.state === 'active' ? 'managing.pause' : 'managing.resume')}</h2>
              <PauseForm plan={plan} fields={fields} typed={actionData?.typed ?? {}} />
            </section>
          )}
          <section className="stack" aria-labelledby="cancel">
            <h2 id="cancel">{t('managing.end-title')}</h2>
            <CancelForm plan={plan} isAsked={isCancelAsked} />
          </section>
        </>
      )}
      <section className="stack plan-agreement" aria-labelledby="agreement">
        <h2 id="agreement">{t('managing.agreement')}</h2>
        <p className="quiet">
          {t(isForAYear(plan) ? 'managing.agreed-on' : 'managing.agreed-once', {
            date: dayOfInstant(plan.agreedAt, plan.timeZone, locale),
            until: dayWords(plan.consentUntil, locale),
          })}
        </p>
        <blockquote className="small">{mandate}</blockquote>
      </section>
    </>
  )
}
