import type { RowFault } from '#modules/money/gift-aid/rules/hmrc-row.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

export type ListedException = {
  readonly donationId: string
  readonly reference: string
  readonly donor: string
  /** In the reader's language. */
  readonly day: string
  /** Pence. */
  readonly amount: number
  readonly faults: readonly RowFault[]
  /** When the donor was asked, in the reader's language. */
  readonly askedOn: string | null
  readonly canAsk: boolean
}

/** Donations that could be claimed, but whose row HMRC would refuse, with a way to ask their donors. */
export function ClaimExceptions({
  exceptions,
  count,
}: {
  readonly exceptions: readonly ListedException[]
  readonly count: number
}) {
  const t = useText()
  if (exceptions.length === 0) return null
  const askable = exceptions.filter(({ canAsk }) => canAsk)
  return (
    <section className="stack" aria-labelledby="exceptions">
      <h2 id="exceptions">{t('gift-aid-claims.exceptions')}</h2>
      <p className="quiet">{t('gift-aid-claims.exceptions-lead', { count })}</p>
      <ScrollRegion label={t('gift-aid-claims.exceptions')}>
        <table className="table table-cards">
          <thead>
            <tr>
              <th scope="col">{t('gift-aid-claims.donor')}</th>
              <th scope="col">{t('gift-aid-claims.given-on')}</th>
              <th scope="col" className="table-figure">
                {t('gift-aid-claims.amount')}
              </th>
              <th scope="col">{t('gift-aid-claims.what-is-missing')}</th>
            </tr>
          </thead>
          <tbody>
            {exceptions.map((exception) => (
              <tr key={exception.donationId}>
                <th scope="row">
                  <bdi className="table-block">{exception.donor}</bdi>
                  <bdi className="quiet small table-block" dir="ltr">
                    {exception.reference}
                  </bdi>
                </th>
                <td data-label={t('gift-aid-claims.given-on')}>
                  <bdi>{exception.day}</bdi>
                </td>
                <td className="table-figure" data-label={t('gift-aid-claims.amount')}>
                  <Amount minor={exception.amount} currency="GBP" fractions="always" />
                </td>
                <td data-label={t('gift-aid-claims.what-is-missing')}>
                  <ul className="gift-aid-claims-faults">
                    {exception.faults.map((fault) => (
                      <li key={fault}>{t(`gift-aid-claims.fault-${fault}`)}</li>
                    ))}
                  </ul>
                  {exception.askedOn ? (
                    <span className="quiet small">{t('gift-aid-claims.asked-on', { day: exception.askedOn })}</span>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {askable.length > 0 ? (
        <PageForm className="stack">
          <input type="hidden" name="donationIds" value={askable.map(({ donationId }) => donationId).join(' ')} />
          <p className="quiet">{t('gift-aid-claims.ask-lead')}</p>
          <p>
            <button className="button button-quiet" name="intent" value="ask">
              {t('gift-aid-claims.ask', { count: askable.length })}
            </button>
          </p>
        </PageForm>
      ) : null}
    </section>
  )
}
