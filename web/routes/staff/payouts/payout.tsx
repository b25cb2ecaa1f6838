import '#web/features/money/refunds/staff.css'
import '#web/features/money/payouts/staff/staff-payouts.css'
import { isolate } from '#shared/text.ts'
import { proposalAbout } from '#web/features/money/payouts/staff/drafts.ts'
import { PayoutSums } from '#web/features/money/payouts/staff/payout-parts.tsx'
import { ProposalNotice } from '#web/features/money/payouts/staff/proposal-notice.tsx'
import { StatementTables } from '#web/features/money/payouts/staff/statement-tables.tsx'
import { text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/payout'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/payouts-staff', 'faith/faults']

export const outcomeForms = { paid: { paidOn: text(20) }, failed: { reason: text(200) } }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, hasPayouts }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const statement = await api('GET /v4/staff/payouts/:payoutId', { payoutId: params.payoutId })
    const { proposals, approvalsNeeded } = await api('GET /v4/staff/payouts', {})
    return { statement, proposal: proposalAbout(proposals, `payout:${params.payoutId}`), approvalsNeeded }
  })

/** Marks a payout as `paid`, with the value date, or as `failed`, with the bank’s reason. */
export const action = (args: Route.ActionArgs) => {
  const { payoutId } = args.params
  const outcome = 'POST /v4/staff/payouts/:payoutId/outcome'
  return submitForms(
    args,
    outcomeForms,
    {
      paid: async ({ paidOn }, { api }) => {
        const { result } = await api(outcome, { payoutId, outcome: 'paid', paidOn })
        return result === 'done' ? '?done=paid' : '?done=proposed'
      },
      failed: async ({ reason }, { api }) => {
        const { result } = await api(outcome, { payoutId, outcome: 'failed', reason })
        return result === 'done' ? '?done=failed' : '?done=proposed'
      },
    },
    { decisions: ['paid', 'failed'] },
  )
}

const done = {
  paid: 'staff-payouts.done-paid',
  failed: 'staff-payouts.done-failed',
  proposed: 'staff-payouts.done-proposed',
} as const

/** A payout with its statement, and the forms that say what the bank did. */
export default function StaffPayout({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { statement, proposal, approvalsNeeded } = loaderData
  const { payout, charity } = statement
  const title = t('staff-payouts.payout', { reference: isolate(payout.reference) })
  const paid = viewForm(outcomeForms.paid, sentAs(actionData, 'paid'), { paidOn: proposal?.details.paidOn })
  const failed = viewForm(outcomeForms.failed, sentAs(actionData, 'failed'), { reason: proposal?.details.reason })
  const isSent = payout.state === 'sent'
  return (
    <>
      <div className="stack">
        <p>
          <a className="tap-link" href="/staff/payouts">
            {t('staff-payouts.back')}
          </a>
        </p>
        <h1>{title}</h1>
        <p className="badges">
          <bdi className="strong">{charity.name}</bdi>
          <Badge look={payout.state === 'paid' ? 'brand' : 'accent'}>{t(`staff-payouts.state-${payout.state}`)}</Badge>
          {payout.lastFour ? (
            <span className="quiet">{t('staff-payouts.account', { lastFour: isolate(payout.lastFour) })}</span>
          ) : null}
        </p>
      </div>
      <FormResult title={title} sent={actionData} forms={[paid, failed]} done={done} />
      {payout.state === 'failed' && payout.reason ? (
        <p className="notice notice-problem" dir="auto">
          {payout.reason}
        </p>
      ) : null}
      <section className="card card-in stack" aria-label={t('staff-payouts.total')}>
        <PayoutSums payout={payout} />
      </section>
      {isSent || payout.state === 'paid' ? (
        <section className="card card-in stack" aria-labelledby="outcome">
          <h2 id="outcome">{t('staff-payouts.outcome')}</h2>
          <ProposalNotice proposal={proposal} approvalsNeeded={approvalsNeeded} />
          <div className="payout-sides">
            {isSent ? (
              <PageForm className="stack account-form" noValidate>
                <TextInput {...paid.control('paidOn')} type="date" label={t('staff-payouts.paid-on')} required />
                <button className="button button-primary" name="intent" value="paid">
                  {t('staff-payouts.mark-paid')}
                </button>
              </PageForm>
            ) : null}
            <PageForm className="stack account-form" noValidate>
              <TextArea
                {...failed.control('reason')}
                label={t('staff-payouts.failed-reason')}
                hint={t('staff-payouts.failed-hint')}
                rows={2}
                required
              />
              <button className="button button-quiet" name="intent" value="failed">
                {t('staff-payouts.mark-failed')}
              </button>
            </PageForm>
          </div>
        </section>
      ) : null}
      <StatementTables statement={statement} />
    </>
  )
}
