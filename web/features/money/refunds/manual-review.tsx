import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { useDayText } from './refund-marks.tsx'

type ManualReview = OutputOf<ProductContract, 'GET /v4/staff/refunds/manual-review'>['left']

/** The manual review queue, or its resolved entries: what happened, the amount and the donation. */
export function ManualReviewList({ left, canResolve }: { readonly left: ManualReview; readonly canResolve: boolean }) {
  return (
    <ul className="staff-rows">
      {left.map((item) => (
        <ManualReviewItem key={item.id} left={item} canResolve={canResolve} />
      ))}
    </ul>
  )
}

function ManualReviewItem({ left, canResolve }: { readonly left: ManualReview[number]; readonly canResolve: boolean }) {
  const t = useText()
  const day = useDayText()
  const what = `left-${left.id}`
  return (
    <li className="staff-event">
      <div className="row-apart row-baseline">
        <span className="strong">
          <Amount minor={left.amount} currency={left.currency} fractions="always" />
        </span>
        <span className="quiet small">{day(left.foundAt)}</span>
      </div>
      <p id={what}>{t(`left.reason-${left.reason}`)}</p>
      <p className="quiet small">
        {left.campaign ? (
          <>
            <a href={`/staff/donations/${left.intentId}#refunds`}>
              <bdi>{left.name || t('refunds.anonymous')}</bdi>
            </a>
            {' · '}
            <bdi>{left.campaign}</bdi>
            {' · '}
          </>
        ) : null}
        <bdi dir="ltr">
          {left.provider} {left.providerRefundId}
        </bdi>
      </p>
      {left.resolvedAt ? (
        <p className="quiet small">
          {left.resolvedBy
            ? t('left.resolved', { name: `\u2068${left.resolvedBy}\u2069`, date: day(left.resolvedAt) })
            : t('left.written-down', { date: day(left.resolvedAt) })}
        </p>
      ) : null}
      {left.note ? (
        <blockquote>
          <bdi>{left.note}</bdi>
        </blockquote>
      ) : null}
      {canResolve && !left.resolvedAt ? (
        <form method="post" action="/staff/refunds" className="staff-search">
          <input type="hidden" name="left" value={left.id} />
          <TextInput
            id={`note-${left.id}`}
            name="note"
            label={t('left.note')}
            mark={t('refund-form.optional')}
            maxLength={500}
          />
          <Button look="quiet" name="intent" value="resolve" aria-describedby={what}>
            {t('left.deal')}
          </Button>
        </form>
      ) : null}
    </li>
  )
}
