import '../../styles/organizers/organize.css'
import '../../styles/organizers/preview.css'
import { renderContext } from '#server/pages/render-context.ts'
import { shownAmount } from '../../features/organizers/fundraising/preview.tsx'
import { needSignIn } from '../../lib/theirs.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/small-parts.tsx'
import type { Route } from './+types/organize'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  needSignIn(viewer, request)
  return api('GET /v4/fundraisers/own', {})
}

/** What somebody runs: every fundraiser of their teams and charities. */
export default function Organize({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { fundraisers, charities } = loaderData
  const start = (
    <a className="button button-primary" href="/organize/new">
      {t('fundraising.start')}
    </a>
  )
  return (
    <div className="page stack-lg">
      <title>{t('organize.title')}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{t('organize.title')}</h1>
          <p className="quiet">{t('fundraising.own-lead')}</p>
        </div>
        {fundraisers.length > 0 ? start : null}
      </div>
      {fundraisers.length === 0 ? (
        <EmptyState title={t('fundraising.own-empty')}>
          <p className="quiet">{t('fundraising.own-empty-text')}</p>
          <p>{start}</p>
        </EmptyState>
      ) : (
        <ul className="organize-own-list">
          {fundraisers.map((one) => (
            <OwnFundraiser key={one.id} one={one} />
          ))}
        </ul>
      )}
      <section aria-labelledby="charities" className="stack">
        <h2 id="charities">{t('fundraising.own-charities')}</h2>
        {charities.length > 0 ? (
          <ul className="organize-plain-list">
            {charities.map(({ id, name }) => (
              <li key={id}>
                <a href={`/organize/charities/${id}`} dir="auto">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          <a href="/organize/charities/new">{t('fundraising.charity-sign-up')}</a>
        </p>
      </section>
    </div>
  )
}

function OwnFundraiser({ one }: { readonly one: Route.ComponentProps['loaderData']['fundraisers'][number] }) {
  const t = useText()
  const locale = useLocale()
  const raised = shownAmount(one.raised, one.currency, locale)
  const isDraft = one.state === 'draft' || one.state === 'review'
  return (
    <li className="card organize-own">
      <img src={`${one.imageUrl}&w=480`} alt="" width="480" height="270" loading="lazy" />
      <div className="organize-own-text">
        <h2 className="organize-subheading" lang={one.language} dir="auto">
          <a href={isDraft && one.mayEdit ? `/organize/${one.id}/edit` : `/organize/${one.id}`}>{one.title}</a>
        </h2>
        <p className="quiet small">
          <Badge look={one.state === 'active' ? 'brand' : 'accent'}>{t(`fundraising.state-${one.state}`)}</Badge>{' '}
          <bdi>{one.organizationName}</bdi>
        </p>
        {isDraft ? null : (
          <p className="small num">
            {one.goal === null
              ? t('fundraising.raised', { raised })
              : t('fundraising.raised-of', { raised, goal: shownAmount(one.goal, one.currency, locale) })}
            {' · '}
            {one.donorCount === 0 ? t('fundraising.no-donors') : t('fundraising.donors', { count: one.donorCount })}
          </p>
        )}
      </div>
    </li>
  )
}
