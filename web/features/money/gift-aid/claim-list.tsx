import type { ClaimState } from '#modules/money/gift-aid/rules/claim-states.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { ClaimBadge } from './claim-badge.tsx'

export type ListedClaim = {
  readonly id: string
  readonly number: string
  readonly state: ClaimState
  /** When it was drafted, in the reader's language. */
  readonly day: string
  readonly rows: number
  /** Pence. */
  readonly net: number
}

/** The claims of a charity, each with a link to its page. */
export function ClaimList({ root, claims }: { readonly root: string; readonly claims: readonly ListedClaim[] }) {
  const t = useText()
  if (claims.length === 0) return <p className="quiet">{t('gift-aid-claims.claims-none')}</p>
  return (
    <ScrollRegion label={t('gift-aid-claims.claims')}>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('gift-aid-claims.claim')}</th>
            <th scope="col">{t('gift-aid-claims.drafted-on')}</th>
            <th scope="col">{t('gift-aid-claims.state')}</th>
            <th scope="col" className="table-figure">
              {t('gift-aid-claims.donations')}
            </th>
            <th scope="col" className="table-figure">
              {t('gift-aid-claims.net')}
            </th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <tr key={claim.id}>
              <th scope="row">
                <a className="table-block" href={`${root}/claims/${claim.id}`}>
                  {t('gift-aid-claims.claim-title', { number: `\u2066${claim.number}\u2069` })}
                </a>
              </th>
              <td data-label={t('gift-aid-claims.drafted-on')}>
                <bdi>{claim.day}</bdi>
              </td>
              <td data-label={t('gift-aid-claims.state')}>
                <ClaimBadge state={claim.state} />
              </td>
              <td className="table-figure" data-label={t('gift-aid-claims.donations')}>
                <bdi className="num">{claim.rows}</bdi>
              </td>
              <td className="table-figure" data-label={t('gift-aid-claims.net')}>
                <Amount minor={claim.net} currency="GBP" fractions="always" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
