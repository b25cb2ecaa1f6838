import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

type Totals = OutputOf<ProductContract, 'GET /v4/organizations/:organizationId/donations'>['totals']

/** The sums of all donations that match, not only of those on the page, by currency. They are those of the export. */
export function DonationSums({ totals }: { readonly totals: Totals }) {
  const t = useText()
  if (totals === null) return <p className="quiet small">{t('charity-donors.sums-too-many')}</p>
  if (totals.length === 0) return null
  return (
    <section className="card card-in charity-donors-sums" aria-labelledby="sums">
      <h2 id="sums" className="visually-hidden">
        {t('charity-donors.sums')}
      </h2>
      {totals.map(({ currency, donations, gift, refunded, offlineDonations, offline }) => (
        <dl key={currency} className="charity-donors-sum">
          {donations > 0 ? (
            <>
              <div>
                <dt>{t('charity-donors.sum-gift', { count: donations })}</dt>
                <dd className="strong">
                  <Amount minor={gift} currency={currency} fractions="always" />
                </dd>
              </div>
              {refunded > 0 ? (
                <>
                  <div>
                    <dt>{t('charity-donors.sum-refunded')}</dt>
                    <dd>
                      <Amount minor={refunded} currency={currency} fractions="always" />
                    </dd>
                  </div>
                  <div>
                    <dt>{t('charity-donors.sum-remaining')}</dt>
                    <dd>
                      <Amount minor={gift - refunded} currency={currency} fractions="always" />
                    </dd>
                  </div>
                </>
              ) : null}
            </>
          ) : null}
          {offlineDonations > 0 ? (
            <div>
              <dt>{t('charity-donors.sum-offline', { count: offlineDonations })}</dt>
              <dd>
                <Amount minor={offline} currency={currency} fractions="always" />
              </dd>
            </div>
          ) : null}
        </dl>
      ))}
    </section>
  )
}
