import { localDateIn } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import { ConfirmDetails } from '#web/features/faith/zakat/tracker/confirm-details.tsx'
import { PaymentForm, paymentFields } from '#web/features/faith/zakat/tracker/payment-form.tsx'
import { hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import '#web/features/faith/zakat/zakat-account.css'
import type { Route } from './+types/payment'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-account', 'faith/faults']

/** `new`, or the id of one of the donor's own payments. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, now, params }) => {
    if (params.entryId === 'new') {
      const { currency, profile } = await api('GET /v4/zakat', {})
      const today: string = localDateIn(profile?.timeZone ?? 'UTC', now())
      return { saved: { date: today, amount: '', currency: currency ?? 'USD', note: '' }, isNew: true }
    }
    const entry = await api('GET /v4/zakat/offsite-donations/:id', { id: params.entryId.slice(0, 64) })
    const amount = toMajor(money(BigInt(entry.amount), entry.code))
    return { saved: { date: entry.date, amount, currency: entry.code, note: entry.note }, isNew: false }
  })

/** Saves or deletes the payment. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, { ...paymentFields, act: hidden }, async ({ act, timeZone, ...payment }, { api }) => {
    const isNew = args.params.entryId === 'new'
    const id = args.params.entryId.slice(0, 64)
    if (!isNew && act === 'delete') {
      await api('DELETE /v4/zakat/offsite-donations/:id', { id })
      return '/account/zakat?done=deleted'
    }
    const values = { ...payment, ...(timeZone ? { timeZone } : {}) }
    const { date } = isNew
      ? await api('POST /v4/zakat/offsite-donations', values)
      : await api('PATCH /v4/zakat/offsite-donations/:id', { id, ...values })
    // The tracker shows the current year only, so a payment of another year leads to the list of all payments.
    const { window } = await api('GET /v4/zakat', {})
    const isShown = window !== null && window.start.date <= date && date < window.end.date
    return `/account/zakat${isShown ? '' : '/payments'}?done=${isNew ? 'added' : 'changed'}`
  })

export default function ZakatPayment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { isNew } = loaderData
  const form = viewForm(paymentFields, actionData, loaderData.saved)
  const title = t(isNew ? 'zakat-account.add-title' : 'zakat-account.edit-title')
  return (
    <>
      <div className="stack">
        <p>
          <a className="tap-link" href="/account/zakat">
            {t('zakat-account.back')}
          </a>
        </p>
        <h1>{title}</h1>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
      <PaymentForm form={form} />
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
