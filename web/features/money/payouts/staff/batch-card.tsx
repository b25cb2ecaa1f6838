import { isolate } from '#shared/text.ts'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { text } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { ShownBatch } from './batches.ts'
import { PayoutRow } from './payout-parts.tsx'
import { ProposalNotice } from './proposal-notice.tsx'

export const paidFields = { paidOn: text(20) }

/** A batch with its file, the payouts that the bank hasn't confirmed, and the form that confirms them. */
export function BatchCard({
  batch,
  approvalsNeeded,
  form,
}: {
  readonly batch: ShownBatch
  readonly approvalsNeeded: number
  readonly form: FormView<typeof paidFields>
}) {
  const t = useText()
  return (
    <li className="card card-in stack" id={`batch-${batch.id}`}>
      <BatchFile batch={batch} />
      <h4>{t('staff-payouts.unconfirmed', { count: batch.unconfirmed.length })}</h4>
      <ul className="payout-list">
        {batch.unconfirmed.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} charity={payout.charity} />
        ))}
      </ul>
      <ProposalNotice proposal={batch.proposal} approvalsNeeded={approvalsNeeded} />
      <PageForm className="stack account-form" noValidate>
        <input type="hidden" name="batch" value={batch.id} />
        <TextInput
          {...form.control('paidOn')}
          type="date"
          label={t('staff-payouts.paid-on')}
          hint={t('staff-payouts.batch-paid-hint')}
          required
        />
        <button className="button button-primary" name="intent" value="paid">
          {t('staff-payouts.mark-batch-paid')}
        </button>
      </PageForm>
    </li>
  )
}

/** Reference, total, day, file and checksum of a batch. */
export function BatchFile({ batch }: { readonly batch: ShownBatch }) {
  const t = useText()
  const day = useDayText()
  return (
    <>
      <div className="row-apart row-baseline">
        <h3>
          <bdi>{batch.reference}</bdi>
        </h3>
        <span className="strong">
          <Amount minor={batch.total} currency={batch.currency} fractions="always" />
        </span>
      </div>
      <p className="badges">
        <span className="quiet small">
          {t('staff-payouts.batch-about', {
            date: isolate(day(batch.createdAt)),
            payouts: batch.payouts,
            format: isolate(batch.format),
          })}
        </span>
        {batch.unconfirmed.some(({ isLate }) => isLate) ? <Badge look="accent">{t('staff-payouts.late')}</Badge> : null}
      </p>
      <p>
        <a href={`/staff/payouts/batches/${batch.id}/file`}>
          {t('staff-payouts.download', { reference: isolate(batch.reference) })}
        </a>
      </p>
      <details className="payout-more">
        <summary>{t('staff-payouts.checksum')}</summary>
        <p className="small payout-checksum" dir="ltr">
          {batch.sha256}
        </p>
      </details>
    </>
  )
}
