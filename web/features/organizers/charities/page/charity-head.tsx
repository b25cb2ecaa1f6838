import type { CharityPageView } from '#modules/organizers/charities/contract-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Json } from '#shared/wire/json.ts'

/** Cover, logo, name and verification of a charity. */
export function CharityHead({
  charity,
  name,
  countryName,
  registration,
}: {
  readonly charity: Json<CharityPageView>
  readonly name: string
  readonly countryName: string
  /** In the visitor's language. */
  readonly registration: string
}) {
  const t = useText()
  const { imageUrl } = charity.generalFund
  return (
    <div className="stack-lg">
      <div className="campaign-page-picture">
        <img
          src={`${imageUrl}&w=960`}
          srcSet={[480, 960, 1600].map((width) => `${imageUrl}&w=${width} ${width}w`).join(', ')}
          sizes="(min-width: 56.25rem) 46rem, 100vw"
          alt=""
          width="960"
          height="540"
          fetchPriority="high"
        />
      </div>
      <div className="charity-page-head">
        {charity.logoUrl ? (
          <img className="charity-page-logo" src={`${charity.logoUrl}&w=480`} alt="" width="96" height="96" />
        ) : null}
        <div className="stack">
          <h1 dir="auto">{name}</h1>
          <p className="badges">
            {charity.verification.state === 'verified' ? <Badge look="brand">✓ {t('campaign.verified')}</Badge> : null}
            <span className="quiet">
              <bdi>{registration}</bdi>
              {registration ? ' · ' : null}
              {countryName}
            </span>
          </p>
        </div>
      </div>
    </div>
  )
}
