import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { useDayText } from './refund-marks.tsx'

type ManualReview = OutputOf<ProductContract, 'GET /v4/staff/refunds/manual-review'>['manualReviews'][number]
type TypedNote = { readonly reviewId?: string; readonly note?: string } | undefined

/** The manual review queue, or its resolved entries: what happened, the amount and the donation. */
export function ManualReviewList({
  reviews,
  canResolve,
  typed,
}: {
  readonly reviews: readonly ManualReview[]
  readonly canResolve: boolean
  /** The note of an entry that couldn't be resolved. */
  readonly typed?: TypedNote
}) {
  return (
    <ul className="staff-rows">
      {reviews.map((item) => (
        <ManualReviewItem
          key={item.id}
          review={item}
          canResolve={canResolve}
          note={typed?.reviewId === item.id ? typed.note : undefined}
        />
      ))}
    </ul>
  )
}

function ManualReviewItem({
  review,
  canResolve,
  note,
}: {
  readonly review: ManualReview
  readonly canResolve: boolean
  readonly note: string | undefined
}) {
  const t = useText()
  const day = useDayText()
  const reasonId = `review-${review.id}`
  return (
    <li className="staff-event">
      <div className="row-apart row-baseline">
        <span className="strong">
          <Amount minor={review.amount} currency={review.currency} fractions="always" />
        </span>
        <span className="quiet small">{day(review.foundAt)}</span>
      </div>
      <p id={reasonId}>{t(`manual-review.reason-${review.reason}`)}</p>
      <p className="quiet small">
        {review.campaign ? (
          <>
            <a href={`/staff/donations/${review.intentId}#refunds`}>
              <bdi>{review.name || t('refunds.anonymous')}</bdi>
            </a>
            {' · '}
            <bdi>{review.campaign}</bdi>
            {' · '}
          </>
        ) : null}
        <bdi dir="ltr">
          {review.provider} {review.providerRefundId}
        </bdi>
      </p>
      {review.resolvedAt ? (
        <p className="quiet small">
          {review.resolvedBy
            ? t('manual-review.resolved', { name: `\u2068${review.resolvedBy}\u2069`, date: day(review.resolvedAt) })
            : t('manual-review.recorded', { date: day(review.resolvedAt) })}
        </p>
      ) : null}
      {review.note ? (
        <blockquote>
          <bdi>{review.note}</bdi>
        </blockquote>
      ) : null}
      {canResolve && !review.resolvedAt ? (
        <PageForm action="/staff/refunds" className="staff-search">
          <input type="hidden" name="reviewId" value={review.id} />
          <TextInput
            id={`note-${review.id}`}
            name="note"
            label={t('manual-review.note')}
            mark={t('refund-form.optional')}
            maxLength={500}
            defaultValue={note}
          />
          <Button look="quiet" name="intent" value="resolve" aria-describedby={reasonId}>
            {t('manual-review.resolve')}
          </Button>
        </PageForm>
      ) : null}
    </li>
  )
}
