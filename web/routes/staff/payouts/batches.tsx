import '#web/features/money/payouts/staff/staff-payouts.css'
import { bankFileFormats } from '#modules/money/payouts/rules/bank-format.ts'
import { isCurrency } from '#shared/currencies.ts'
import { Problem } from '#shared/problem.ts'
import { isolate } from '#shared/text.ts'
import { BatchCard, BatchFile, paidFields } from '#web/features/money/payouts/staff/batch-card.tsx'
import { groupsToSend, withUnconfirmed } from '#web/features/money/payouts/staff/batches.ts'
import { PayoutsHead } from '#web/features/money/payouts/staff/payout-parts.tsx'
import { choice, hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { Route } from './+types/batches'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/payouts-staff', 'faith/faults']

const forms = {
  send: { currency: hidden, format: choice(bankFileFormats, 'csv') },
  paid: { ...paidFields, batch: hidden },
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const payouts = await api('GET /v4/staff/payouts', {})
    return {
      approvalsNeeded: payouts.approvalsNeeded,
      groups: groupsToSend(payouts.open),
      batches: withUnconfirmed(payouts),
    }
  })

/** `send` writes a bank file with the approved payouts; `paid` marks a batch as paid. */
export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    forms,
    {
      send: async ({ currency, format }, { api }) => {
        if (!isCurrency(currency)) throw new Problem('validation', 'invalid-input')
        await api('POST /v4/staff/payout-batches', { currency, format })
        return '?done=sent'
      },
      paid: async ({ batch: batchId, paidOn }, { api }) => {
        const { result } = await api('POST /v4/staff/payout-batches/:batchId/outcome', { batchId, paidOn })
        return result === 'done' ? '?done=paid' : '?done=proposed'
      },
    },
    { decisions: ['send', 'paid'] },
  )

const done = {
  sent: 'staff-payouts.done-sent',
  paid: 'staff-payouts.done-batch-paid',
  proposed: 'staff-payouts.done-proposed',
} as const

const isUnconfirmed = ({ unconfirmed }: { readonly unconfirmed: readonly object[] }) => unconfirmed.length > 0

/** Approved payouts to send in a bank file, and the batches that were sent. */
export default function StaffPayoutBatches({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { approvalsNeeded, groups, batches } = loaderData
  const [unconfirmed, confirmed] = [batches.filter(isUnconfirmed), batches.filter((batch) => !isUnconfirmed(batch))]
  const title = t('staff-payouts.batches')
  const sendForm = viewForm(forms.send, sentAs(actionData, 'send'), {}, { first: 'to-send' })
  const paid = sentAs(actionData, 'paid')
  const formOf = ({ id, proposal }: (typeof batches)[number]) =>
    viewForm(
      paidFields,
      paid?.values.batch === id ? paid : undefined,
      { paidOn: proposal?.details.paidOn },
      { prefix: `${id}-` },
    )
  return (
    <>
      <PayoutsHead title={title} lead={t('staff-payouts.batches-lead')} here="/staff/payouts/batches" />
      <FormResult title={title} sent={actionData} forms={[sendForm, ...unconfirmed.map(formOf)]} done={done} />
      <section className="card card-in stack" aria-labelledby="to-send">
        <h2 id="to-send" tabIndex={-1}>
          {t('staff-payouts.to-send')}
        </h2>
        {groups.length === 0 ? <p className="quiet">{t('staff-payouts.approved-none')}</p> : null}
        <ul className="payout-list">
          {groups.map((group) => (
            <li key={`${group.currency} ${group.format}`} className="payout-row">
              <p className="row-apart row-baseline">
                <span>{t('staff-payouts.group', { count: group.payouts, format: isolate(group.format) })}</span>
                <span className="strong">
                  <Amount minor={group.total} currency={group.currency} fractions="always" />
                </span>
              </p>
              {group.unfit > 0 ? (
                <p className="notice notice-problem">{t('staff-payouts.group-unfit', { count: group.unfit })}</p>
              ) : null}
              <PageForm>
                <input type="hidden" name="currency" value={group.currency} />
                <input type="hidden" name="format" value={group.format} />
                <button className="button button-primary" name="intent" value="send">
                  {t('staff-payouts.send', { currency: group.currency, format: group.format })}
                </button>
              </PageForm>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack" aria-labelledby="batches">
        <h2 id="batches">{t('staff-payouts.sent-batches')}</h2>
        {batches.length === 0 ? <p className="quiet">{t('staff-payouts.batches-none')}</p> : null}
        <ul className="payout-list">
          {unconfirmed.map((batch) => (
            <BatchCard key={batch.id} batch={batch} approvalsNeeded={approvalsNeeded} form={formOf(batch)} />
          ))}
        </ul>
        {confirmed.length > 0 ? (
          <details className="payout-more">
            <summary>{t('staff-payouts.confirmed-batches', { count: confirmed.length })}</summary>
            <ul className="payout-list">
              {confirmed.map((batch) => (
                <li key={batch.id} className="payout-row" id={`batch-${batch.id}`}>
                  <BatchFile batch={batch} />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </section>
    </>
  )
}
