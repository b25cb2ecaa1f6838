import '#web/features/money/payouts/staff/staff-payouts.css'
import { DraftCard, noteFields } from '#web/features/money/payouts/staff/draft-card.tsx'
import { sortOpenPayouts } from '#web/features/money/payouts/staff/drafts.ts'
import { PayoutRow, PayoutsHead } from '#web/features/money/payouts/staff/payout-parts.tsx'
import { hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/payouts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/payouts-staff', 'faith/faults']

const forms = { approve: { payout: hidden }, refuse: { ...noteFields, payout: hidden } }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const { approvalsNeeded, open, sent, ended } = await api('GET /v4/staff/payouts', {})
    return { approvalsNeeded, ...sortOpenPayouts(open), sent, ended }
  })

/** `approve` a draft, or `refuse` a draft or approved payout with a note. */
export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    forms,
    {
      approve: async ({ payout: payoutId }, { api }) => {
        const { state } = await api('POST /v4/staff/payouts/:payoutId/approval', { payoutId })
        if (state === 'draft') return '?done=first'
        return state === 'cancelled' ? '?done=cancelled' : '?done=approved'
      },
      refuse: async ({ payout: payoutId, note }, { api }) => {
        await api('POST /v4/staff/payouts/:payoutId/refusal', { payoutId, note })
        return '?done=refused'
      },
    },
    { decisions: ['approve', 'refuse'] },
  )

const done = {
  first: 'staff-payouts.done-first',
  approved: 'staff-payouts.done-approved',
  cancelled: 'staff-payouts.done-cancelled',
  refused: 'staff-payouts.done-refused',
} as const

/** Payouts of charities: drafts to approve beside those that would be refused, approved, sent and ended ones. */
export default function StaffPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { approvalsNeeded, ready, refused, approved, sent, ended } = loaderData
  const title = t('staff-payouts.title')
  const ofPayout = (id: string) => (actionData?.values.payout === id ? actionData : undefined)
  const texts = { note: t('staff-payouts.reason-missing') }
  const refusalOf = (id: string) =>
    viewForm(noteFields, sentAs(ofPayout(id), 'refuse'), {}, { prefix: `${id}-`, texts })
  const shown = [...ready, ...refused, ...approved]
  const approvals = ready.map(({ id }) =>
    viewForm(forms.approve, sentAs(ofPayout(id), 'approve'), {}, { first: `approve-${id}` }),
  )
  return (
    <>
      <PayoutsHead title={title} lead={t('staff-payouts.lead')} here="/staff/payouts" />
      <FormResult
        title={title}
        sent={actionData}
        forms={[...approvals, ...shown.map(({ id }) => refusalOf(id))]}
        done={done}
      />
      <div className="payout-sides">
        <section className="stack" aria-labelledby="ready">
          <h2 id="ready">{t('staff-payouts.ready', { count: ready.length })}</h2>
          {ready.length === 0 ? <p className="quiet">{t('staff-payouts.ready-none')}</p> : null}
          <ul className="payout-list">
            {ready.map((payout) => (
              <DraftCard
                key={payout.id}
                payout={payout}
                why={[]}
                approvalsNeeded={approvalsNeeded}
                form={refusalOf(payout.id)}
              />
            ))}
          </ul>
        </section>
        <section className="stack" aria-labelledby="refused">
          <h2 id="refused">{t('staff-payouts.refused', { count: refused.length })}</h2>
          {refused.length === 0 ? <p className="quiet">{t('staff-payouts.refused-none')}</p> : null}
          <ul className="payout-list">
            {refused.map((payout) => (
              <DraftCard
                key={payout.id}
                payout={payout}
                why={payout.why}
                approvalsNeeded={approvalsNeeded}
                form={refusalOf(payout.id)}
              />
            ))}
          </ul>
        </section>
      </div>
      <section className="stack" aria-labelledby="approved">
        <h2 id="approved">{t('staff-payouts.approved', { count: approved.length })}</h2>
        {approved.length === 0 ? (
          <p className="quiet">{t('staff-payouts.approved-none')}</p>
        ) : (
          <p>
            <a className="button button-quiet" href="/staff/payouts/batches">
              {t('staff-payouts.to-batches')}
            </a>
          </p>
        )}
        <ul className="payout-list">
          {approved.map((payout) => (
            <DraftCard
              key={payout.id}
              payout={payout}
              why={payout.why}
              approvalsNeeded={approvalsNeeded}
              form={refusalOf(payout.id)}
            />
          ))}
        </ul>
      </section>
      <section className="card card-in stack" aria-labelledby="sent">
        <h2 id="sent">{t('staff-payouts.sent', { count: sent.length })}</h2>
        {sent.length === 0 ? <p className="quiet">{t('staff-payouts.sent-none')}</p> : null}
        <ul className="payout-list">
          {sent.map((payout) => (
            <PayoutRow
              key={payout.id}
              payout={payout}
              charity={payout.charity}
              badge={payout.isLate ? <Badge look="accent">{t('staff-payouts.late')}</Badge> : null}
            />
          ))}
        </ul>
      </section>
      <section className="card card-in stack" aria-labelledby="ended">
        <h2 id="ended">{t('staff-payouts.ended')}</h2>
        {ended.length === 0 ? <p className="quiet">{t('staff-payouts.ended-none')}</p> : null}
        <ul className="payout-list">
          {ended.map((payout) => (
            <PayoutRow
              key={payout.id}
              payout={payout}
              charity={payout.charity}
              badge={
                <Badge look={payout.state === 'paid' ? 'brand' : 'accent'}>
                  {t(`staff-payouts.state-${payout.state}`)}
                </Badge>
              }
            >
              {payout.state === 'failed' ? (
                <p className="small">
                  <bdi>{payout.reason}</bdi>
                </p>
              ) : null}
            </PayoutRow>
          ))}
        </ul>
      </section>
    </>
  )
}
