import type { BankDetailsView } from '#modules/organizers/charities/contract-bank.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Json } from '#shared/wire/json.ts'

/** The charity's bank details with their state, and buttons for members who may approve them. */
export function BankList({
  details,
}: {
  readonly details: readonly (Json<BankDetailsView> & {
    /** The date from which they are used, in the visitor's language. */
    readonly from: string | null
  })[]
}) {
  const t = useText()
  if (details.length === 0) return <p className="quiet">{t('own-charity.bank-none')}</p>
  return (
    <ul className="own-charity-documents">
      {details.map((detail) => {
        const isUndecided = detail.state === 'pending' && detail.from === null
        return (
          <li key={detail.id} className="card card-in stack">
            <p className="own-charity-row">
              <span className="strong">
                {detail.currency} · <bdi>{detail.accountName}</bdi> ·{' '}
                {t('own-charity.bank-ends', { lastFour: `\u2066${detail.lastFour}\u2069` })}
              </span>
              <Badge {...(detail.state === 'active' ? { look: 'brand' as const } : {})}>
                {t(`own-charity.bank-${detail.state}`)}
              </Badge>
            </p>
            {detail.state === 'pending' && detail.from ? (
              <p className="small">{t('own-charity.bank-from', { date: detail.from })}</p>
            ) : null}
            {isUndecided ? (
              <p className="small">
                {t(detail.needsStaff ? 'own-charity.bank-awaiting-staff' : 'own-charity.bank-awaiting-member')}
              </p>
            ) : null}
            {isUndecided && !detail.isOwnEntry && !detail.needsStaff ? (
              <PageForm className="own-charity-row">
                <input type="hidden" name="details" value={detail.id} />
                <button className="button button-primary" name="decision" value="approve">
                  {t('own-charity.bank-approve')}
                </button>
                <button className="button button-quiet" name="decision" value="reject">
                  {t('own-charity.bank-reject')}
                </button>
              </PageForm>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
