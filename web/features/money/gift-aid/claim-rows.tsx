import { hidden, trimmed } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

/** The rejection of one donation of a claim. */
export const rejectFields = { donationId: hidden, reason: trimmed(200) }

export type ShownRow = {
  readonly donationId: string
  readonly reference: string
  /** In the reader's language. */
  readonly day: string
  /** Pence. */
  readonly amount: number
  readonly donor: {
    readonly firstName: string
    readonly lastName: string
    readonly house: string
    readonly postcode: string
  } | null
  readonly rejectReason: string | null
}

/** The donations of a claim with what HMRC gets; `canReject`: HMRC can have rejected some of them. */
export function ClaimRows({ rows, canReject }: { readonly rows: readonly ShownRow[]; readonly canReject: boolean }) {
  const t = useText()
  return (
    <ScrollRegion label={t('gift-aid-claims.rows')}>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('gift-aid-claims.donor')}</th>
            <th scope="col">{t('gift-aid-claims.address')}</th>
            <th scope="col">{t('gift-aid-claims.given-on')}</th>
            <th scope="col" className="table-figure">
              {t('gift-aid-claims.amount')}
            </th>
            {canReject ? <th scope="col">{t('gift-aid-claims.rejected')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.donationId}>
              <th scope="row">
                <bdi className="table-block">
                  {row.donor ? `${row.donor.firstName} ${row.donor.lastName}` : t('gift-aid-claims.purged')}
                </bdi>
                <bdi className="quiet small table-block" dir="ltr">
                  {row.reference}
                </bdi>
              </th>
              <td data-label={t('gift-aid-claims.address')}>
                <bdi className="table-block">{row.donor?.house}</bdi>
                <bdi className="table-block" dir="ltr">
                  {row.donor?.postcode}
                </bdi>
              </td>
              <td data-label={t('gift-aid-claims.given-on')}>
                <bdi>{row.day}</bdi>
              </td>
              <td className="table-figure" data-label={t('gift-aid-claims.amount')}>
                <Amount minor={row.amount} currency="GBP" fractions="always" />
              </td>
              {canReject ? (
                <td data-label={t('gift-aid-claims.rejected')}>
                  {row.rejectReason === null ? <RejectForm row={row} /> : <bdi>{row.rejectReason}</bdi>}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function RejectForm({ row }: { readonly row: ShownRow }) {
  const t = useText()
  return (
    <details>
      <summary aria-label={t('gift-aid-claims.reject-of', { reference: row.reference })}>
        {t('gift-aid-claims.reject')}
      </summary>
      <PageForm className="stack">
        <input type="hidden" name="donationId" value={row.donationId} />
        <TextInput
          id={`reason-${row.reference}`}
          name="reason"
          label={t('gift-aid-claims.reject-reason')}
          maxLength={200}
          required
        />
        <button className="button button-quiet" name="intent" value="reject">
          {t('gift-aid-claims.reject-save')}
        </button>
      </PageForm>
    </details>
  )
}
