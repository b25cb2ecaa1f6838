import '#web/features/money/gift-aid/gift-aid-claims.css'
import '#web/features/organizers/organizing/table.css'
import { claimRefusals } from '#modules/money/gift-aid/rules/claimable.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Route } from './+types/gift-aid-refused'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid-claims']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const reason = claimRefusals.find((known) => known === query.get('reason')) ?? 'not-covered'
    const { donations, count } = await api('GET /v4/organizations/:organizationId/gift-aid/refused', {
      ...params,
      reason,
    })
    return {
      reason,
      count,
      donations: donations.map((donation) => ({ ...donation, day: formatDay(localDate(donation.givenOn), locale) })),
    }
  })

/** The donations that a charity can't claim for one reason. */
export default function GiftAidRefused({ loaderData, params: { organizationId } }: Route.ComponentProps) {
  const t = useText()
  const { reason, donations, count } = loaderData
  const title = t(`gift-aid-claims.reason-${reason}`)
  return (
    <div className="gift-aid-claims stack-lg">
      <title>{title}</title>
      <div className="stack">
        <p>
          <a href={`/organize/charities/${organizationId}/gift-aid`}>{t('gift-aid-claims.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t(`gift-aid-claims.reason-${reason}-hint`)}</p>
        {count > donations.length ? (
          <p className="quiet">{t('gift-aid-claims.rows-first', { shown: donations.length, total: count })}</p>
        ) : null}
      </div>
      {donations.length === 0 ? <p className="notice">{t('gift-aid-claims.refused-none')}</p> : null}
      {donations.length > 0 ? (
        <ScrollRegion label={title}>
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">{t('gift-aid-claims.reference')}</th>
                <th scope="col">{t('gift-aid-claims.given-on')}</th>
                <th scope="col">{t('gift-aid-claims.fundraiser')}</th>
                <th scope="col">{t('gift-aid-claims.reasons')}</th>
                <th scope="col" className="table-figure">
                  {t('gift-aid-claims.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {donations.map((donation) => (
                <tr key={donation.donationId}>
                  <th scope="row">
                    <bdi dir="ltr">{donation.reference}</bdi>
                  </th>
                  <td data-label={t('gift-aid-claims.given-on')}>
                    <bdi>{donation.day}</bdi>
                  </td>
                  <td data-label={t('gift-aid-claims.fundraiser')}>
                    <bdi className="table-block">{donation.campaign}</bdi>
                  </td>
                  <td data-label={t('gift-aid-claims.reasons')}>
                    <ul className="gift-aid-claims-faults">
                      {donation.reasons.map((code) => (
                        <li key={code}>{t(`gift-aid-claims.reason-${code}`)}</li>
                      ))}
                    </ul>
                  </td>
                  <td className="table-figure" data-label={t('gift-aid-claims.amount')}>
                    <Amount minor={donation.gift} currency={donation.currency} fractions="always" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : null}
    </div>
  )
}
