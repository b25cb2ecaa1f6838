import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import { ConfirmDetails } from '../../../features/faith/zakat/tracker/confirm-details.tsx'
import { PaymentForm, type TypedPayment } from '../../../features/faith/zakat/tracker/payment-form.tsx'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { requireSignIn, throwAccessError, loadRestricted } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import '../../../styles/faith/zakat-account.css'
import type { Route } from './+types/payment'

/** `new`, or the id of one of the donor's own payments. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  if (params.entryId === 'new') {
    const { currency, profile } = await api('GET /v4/zakat', {})
    const typed: TypedPayment = {
      date: localDateIn(profile?.timeZone ?? 'UTC', now()),
      amount: '',
      currency: currency ?? 'USD',
      note: '',
    }
    return { typed, isNew: true }
  }
  const entry = await loadRestricted(viewer, request, () =>
    api('GET /v4/zakat/offsite-donations/:id', { id: params.entryId.slice(0, 64) }),
  )
  const typed: TypedPayment = {
    date: entry.date,
    amount: toMajor(money(BigInt(entry.amount), entry.code)),
    currency: entry.code,
    note: entry.note,
  }
  return { typed, isNew: false }
}

/** Saves or deletes the payment, or returns the errors with everything that was typed. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  requireSignIn(viewer, request)
  const form = await postedForm(request)
  const isNew = params.entryId === 'new'
  const id = params.entryId.slice(0, 64)
  const typed: TypedPayment = {
    date: postedText(form, 'date', 600),
    amount: postedText(form, 'amount', 600),
    currency: postedText(form, 'currency', 600),
    note: postedText(form, 'note', 2000),
  }
  const timeZone = postedText(form, 'timeZone', 64)
  const values = { ...typed, ...(timeZone ? { timeZone } : {}) }
  try {
    if (!isNew && form.get('act') === 'delete') {
      await api('DELETE /v4/zakat/offsite-donations/:id', { id })
      return redirect('/account/zakat?done=deleted', 303)
    }
    const { date } = isNew
      ? await api('POST /v4/zakat/offsite-donations', values)
      : await api('PATCH /v4/zakat/offsite-donations/:id', { id, ...values })
    // The tracker shows the current year only, so a payment of another year leads to the list of all payments.
    const { window } = await api('GET /v4/zakat', {})
    const isShown = window !== null && window.start.date <= date && date < window.end.date
    return redirect(`/account/zakat${isShown ? '' : '/payments'}?done=${isNew ? 'added' : 'changed'}`, 303)
  } catch (error) {
    if (isProblem(error) && (error.class === 'authentication' || error.class === 'not-found'))
      throwAccessError(error, request)
    const refused = refusalOf(error)
    return data({ typed, refused }, { status: refused.status })
  }
}

export default function ZakatPayment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { isNew } = loaderData
  const title = t(isNew ? 'zakat-account.add-title' : 'zakat-account.edit-title')
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          <a className="tap-link" href="/account/zakat">
            {t('zakat-account.back')}
          </a>
        </p>
        <h1>{title}</h1>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(actionData?.refused, 'date')} />
      <PaymentForm typed={actionData?.typed ?? loaderData.typed} errors={actionData?.refused.fields ?? {}} />
      {isNew ? null : (
        <ConfirmDetails
          summary={t('zakat-account.delete')}
          text={t('zakat-account.delete-text')}
          act="delete"
          button={t('zakat-account.delete-confirm')}
        />
      )}
    </>
  )
}
