import { one } from '#shared/collections.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText, type MessageKey } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { RefundMark, useDayText, useMinorText } from './refund-marks.tsx'

export type StaffDonation = OutputOf<ProductContract, 'GET /v4/staff/donations/:intentId'>

/** The donations, tips and fees of a payment, and how much of each can still be refunded. */
export function PaymentParts({ donation }: { readonly donation: StaffDonation }) {
  const t = useText()
  const figure = (minor: number) => (
    <td className="staff-figure">
      <Amount minor={minor} currency={donation.currency} fractions="always" />
    </td>
  )
  return (
    // Scrollable regions must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="staff-table-box" tabIndex={0} role="region" aria-labelledby="paid-for">
      <table className="staff-table">
        <thead>
          <tr>
            <th scope="col">{t('staff-donation.cause')}</th>
            {(['gift', 'tip', 'covered-fee', 'remaining'] as const).map((column) => (
              <th key={column} scope="col" className="staff-figure">
                {t(`staff-donation.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {donation.donations.map((donation) => (
            <tr key={donation.donationId}>
              <th scope="row">
                <a href={`/v4/campaign/${encodeURIComponent(donation.campaignSlug)}`}>
                  <bdi>{donation.campaign}</bdi>
                </a>
                <br />
                <span className="quiet">
                  {donation.organization === donation.campaign ? null : (
                    <>
                      <bdi>{donation.organization}</bdi> ·{' '}
                    </>
                  )}
                  {t('staff-donation.reference', { reference: `\u2066${donation.reference}\u2069` })}
                  {donation.level ? ` · ${t('staff-donation.level', { level: `\u2068${donation.level}\u2069` })}` : ''}
                  {donation.isZakat ? ` · ${t('staff-donation.zakat')}` : ''}
                  {donation.giftAid ? ' · Gift Aid' : ''}
                  {donation.isAnonymous ? ` · ${t('staff-donation.anonymous')}` : ''}
                </span>
              </th>
              {figure(donation.gift)}
              {figure(donation.tip)}
              {figure(donation.coveredFee)}
              {figure(donation.remaining.gift + donation.remaining.tip + donation.remaining.coveredFee)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The ledger entries of a payment, debit and credit, grouped by event. */
export function LedgerEntries({ donation }: { readonly donation: StaffDonation }) {
  const t = useText()
  const day = useDayText()
  const groups = [...Map.groupBy(donation.books, (entry) => `${entry.event} ${entry.at}`)]
  return (
    // Scrollable regions must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="staff-table-box" tabIndex={0} role="region" aria-labelledby="books">
      <table className="staff-table">
        <thead>
          <tr>
            <th scope="col">{t('staff-donation.account')}</th>
            <th scope="col">{t('staff-donation.meaning')}</th>
            <th scope="col" className="staff-figure">
              {t('staff-donation.debit')}
            </th>
            <th scope="col" className="staff-figure">
              {t('staff-donation.credit')}
            </th>
          </tr>
        </thead>
        {groups.map(([key, entries]) => (
          <tbody key={key}>
            <tr className="group">
              <th scope="rowgroup" colSpan={4}>
                {t(`staff-donation.event-${one(entries).event}` as MessageKey, { date: day(one(entries).at) })}
              </th>
            </tr>
            {entries.map((entry, index) => (
              <tr key={index}>
                <td>
                  {t(`ledger.account-${entry.account}` as MessageKey)}{' '}
                  {entry.campaign ? <bdi className="quiet">{entry.campaign}</bdi> : null}
                </td>
                <td>{t(`ledger.meaning-${entry.meaning}` as MessageKey)}</td>
                <td className="staff-figure">
                  {entry.amount > 0 ? (
                    <Amount minor={entry.amount} currency={entry.currency} fractions="always" />
                  ) : null}
                </td>
                <td className="staff-figure">
                  {entry.amount < 0 ? (
                    <Amount minor={-entry.amount} currency={entry.currency} fractions="always" />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** One refund. If it needs a second person's approval, with the forms to approve or reject it. */
export function RefundItem({
  refund,
  canReview,
}: {
  readonly refund: StaffDonation['refunds'][number]
  readonly canReview: boolean
}) {
  const t = useText()
  const day = useDayText()
  const show = useMinorText(refund.currency)
  return (
    <li className="staff-event">
      <div className="row-apart row-baseline">
        <span className="strong">
          <Amount minor={refund.amount} currency={refund.currency} fractions="always" />
        </span>
        <RefundMark state={refund.state} origin={refund.origin} />
        <span className="quiet small">{day(refund.createdAt)}</span>
      </div>
      <p className="quiet small">
        {refund.origin !== 'staff'
          ? t(`staff-donation.by-${refund.origin}`)
          : `${t(`refunds.reason-${refund.reason}`)} · `}
        {refund.requestedBy ? t('staff-donation.by', { name: `\u2068${refund.requestedBy}\u2069` }) : null}
        {refund.approvedBy ? ` · ${t('staff-donation.agreed', { name: `\u2068${refund.approvedBy}\u2069` })}` : null}
        {refund.failureReason
          ? ` · ${t('staff-donation.why-failed', { reason: `\u2066${refund.failureReason}\u2069` })}`
          : null}
      </p>
      {refund.evidenceDueAt ? (
        <p className="strong">{t('staff-donation.evidence-due', { date: day(refund.evidenceDueAt) })}</p>
      ) : null}
      {refund.note ? (
        <blockquote>
          <bdi>{refund.note}</bdi>
        </blockquote>
      ) : null}
      {refund.state === 'proposed' ? (
        <PageForm className="notice stack">
          <p className="strong">{t('refund-review.title')}</p>
          {refund.isOwn ? <p>{t('refund-review.own')}</p> : null}
          <input type="hidden" name="refund" value={refund.id} />
          {canReview ? (
            <div className="button-row">
              {refund.isOwn ? null : (
                <Button look="danger" name="intent" value="approve">
                  {t('refund-review.approve', { amount: show(refund.amount) })}
                </Button>
              )}
              <Button look="quiet" name="intent" value="reject">
                {t('refund-review.reject')}
              </Button>
            </div>
          ) : null}
        </PageForm>
      ) : null}
    </li>
  )
}

/** One refund request, with the decision or the form to decide. */
export function RefundRequestItem({
  request,
  canDecide,
  canGrant,
  error,
  typed,
}: {
  readonly request: StaffDonation['requests'][number]
  readonly canDecide: boolean
  /** False if the payment can't be refunded here; the section below shows why. */
  readonly canGrant: boolean
  readonly error: string | undefined
  /** The text of a decision that was rejected as invalid. */
  readonly typed: string
}) {
  const t = useText()
  const day = useDayText()
  return (
    <li className="staff-event">
      <div className="row-apart row-baseline">
        <span className="strong">
          <bdi>{request.campaign}</bdi>
        </span>
        <span className="quiet small">{t('staff-donation.requested-on', { date: day(request.createdAt) })}</span>
      </div>
      <blockquote>
        <bdi>{request.reason}</bdi>
      </blockquote>
      {request.state === 'open' && canDecide ? (
        <PageForm className="stack">
          <input type="hidden" name="request" value={request.id} />
          <TextArea
            id={`note-${request.id}`}
            name="note"
            label={t('refund-decision.note')}
            rows={2}
            maxLength={500}
            defaultValue={typed}
            error={error}
          />
          <div className="button-row">
            {canGrant ? (
              <Button look="danger" name="intent" value="grant">
                {t('refund-decision.grant')}
              </Button>
            ) : null}
            <Button look="quiet" name="intent" value="decline">
              {t('refund-decision.decline')}
            </Button>
          </div>
        </PageForm>
      ) : null}
    </li>
  )
}
