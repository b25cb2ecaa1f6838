import { isolate } from '#shared/text.ts'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { text } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { OpenPayout } from './drafts.ts'
import { PayoutSums } from './payout-parts.tsx'

export const noteFields = { note: text(500) }

/** A draft or approved payout with what it pays, why it would be refused, and the decisions that are possible. */
export function DraftCard({
  payout,
  why,
  approvalsNeeded,
  form,
}: {
  readonly payout: OpenPayout
  readonly why: readonly MessageKey[]
  readonly approvalsNeeded: number
  /** The form of a refusal. */
  readonly form: FormView<typeof noteFields>
}) {
  const t = useText()
  const day = useDayText()
  const about = `about-${payout.id}`
  return (
    <li className="card card-in stack">
      <div className="row-apart row-baseline" id={about}>
        <h3>
          <a href={`/staff/payouts/${payout.id}`}>
            <bdi>{payout.charity.name}</bdi>
          </a>
        </h3>
        <span className="strong">
          <Amount minor={payout.total} currency={payout.currency} fractions="always" />
        </span>
      </div>
      <p className="quiet small">
        {t('staff-payouts.about', {
          reference: isolate(payout.reference),
          lastFour: isolate(payout.lastFour),
          date: isolate(day(payout.draftedAt)),
        })}
      </p>
      {why.length > 0 ? (
        <ul className="notice notice-problem payout-reasons">
          {why.map((reason) => (
            <li key={reason}>{t(reason)}</li>
          ))}
        </ul>
      ) : null}
      <PayoutSums payout={payout} />
      {payout.state === 'draft' && approvalsNeeded > 1 ? (
        <p className="quiet small">
          {t('staff-payouts.approvals', { given: payout.approvals, needed: approvalsNeeded })}
        </p>
      ) : null}
      {payout.state === 'draft' && why.length === 0 ? (
        <PageForm>
          <input type="hidden" name="payout" value={payout.id} />
          <button
            className="button button-primary"
            id={`approve-${payout.id}`}
            name="intent"
            value="approve"
            aria-describedby={about}
          >
            {t('staff-payouts.approve')}
          </button>
        </PageForm>
      ) : null}
      <details className="payout-more" open={form.isRefused}>
        <summary>
          {t('staff-payouts.refuse-open')} <span className="visually-hidden">{isolate(payout.reference)}</span>
        </summary>
        <PageForm className="stack" noValidate>
          <input type="hidden" name="payout" value={payout.id} />
          <TextArea
            {...form.control('note')}
            label={t('staff-payouts.note')}
            hint={t('staff-payouts.note-hint')}
            rows={2}
            required
          />
          <button className="button button-quiet" name="intent" value="refuse" aria-describedby={about}>
            {t('staff-payouts.refuse')}
          </button>
        </PageForm>
      </details>
    </li>
  )
}
