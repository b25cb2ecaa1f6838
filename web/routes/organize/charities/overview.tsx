import '#web/features/organizers/charities/own-charity.css'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { VerificationBadge } from '#web/features/organizers/charities/charity-head.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/overview'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const { organizationId } = params
    const charity = await api('GET /v4/organizations/:organizationId', { organizationId })
    const { until } = charity.verification
    return { charity, until: until && formatDay(localDateIn('UTC', new Date(until)), locale) }
  })

/** A charity's overview for its members: whether it can receive donations, and the next steps. */
export default function CharityOverview({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { charity, until } = loaderData
  const { state } = charity.verification
  const root = `/organize/charities/${charity.id}`
  const links = [
    ...(canDo(charity.role, 'verification') && charity.hasPayouts
      ? ([['verification', 'own-charity.verification']] as const)
      : []),
    ...(canDo(charity.role, 'settings') ? ([['settings', 'own-charity.settings']] as const) : []),
    ...(canDo(charity.role, 'ownership') ? ([['address', 'own-charity.address']] as const) : []),
    ['domains', 'own-charity.domains'] as const,
    ...(canDo(charity.role, 'bank') && charity.hasPayouts
      ? ([
          ['payouts', 'own-charity.payouts'],
          ['bank', 'own-charity.bank'],
        ] as const)
      : []),
    ...(canDo(charity.role, 'members') ? ([['team', 'own-charity.team']] as const) : []),
    ...(canDo(charity.role, 'ownership') ? ([['ownership', 'own-charity.ownership-link']] as const) : []),
    ['pages', 'own-charity.pages'] as const,
    ['embed', 'own-charity.embed'] as const,
    ...(canDo(charity.role, 'reports') ? ([['reports', 'own-charity.reports']] as const) : []),
    ...(canDo(charity.role, 'ownership') ? ([['closing', 'own-charity.closing']] as const) : []),
  ]
  if (charity.isClosed)
    return (
      <div className="page narrow-page stack-lg">
        <title>{charity.name}</title>
        <div className="stack">
          <p>
            <a href="/organize">{t('own-charity.back')}</a>
          </p>
          <h1 dir="auto">{charity.name}</h1>
        </div>
        <div className="notice stack">
          <p>{t('own-charity.closed')}</p>
          <p>{t('own-charity.closed-reading')}</p>
        </div>
        <OwnLinks
          charity={charity}
          links={links.filter(([path]) => !['address', 'closing', 'ownership'].includes(path))}
        />
      </div>
    )
  return (
    <div className="page narrow-page stack-lg">
      <title>{charity.name}</title>
      <div className="stack">
        <p>
          <a href="/organize">{t('own-charity.back')}</a>
        </p>
        <h1 dir="auto">{charity.name}</h1>
        <p className="own-charity-row">
          <VerificationBadge state={state} />
          {charity.isPublic ? <a href={`/organizations/${charity.subdomain}`}>{t('own-charity.public-page')}</a> : null}
          {until ? (
            <span className="quiet small">
              {t(state === 'verified' ? 'own-charity.until' : 'own-charity.ended', { date: until })}
            </span>
          ) : null}
        </p>
      </div>
      <section className="notice stack">
        <p>{t(`own-charity.next-${state}`)}</p>
        {canDo(charity.role, 'verification') && charity.hasPayouts && state !== 'verified' && state !== 'requested' ? (
          <p>
            <a className="button button-primary" href={`${root}/verification`}>
              {t('own-charity.verification')}
            </a>
          </p>
        ) : null}
      </section>
      <p>
        {t('own-charity.receipts')}: {t(`own-charity.receipts-${charity.receipts}`)}
      </p>
      <OwnLinks charity={charity} links={links} />
    </div>
  )
}

/** Links to the charity's pages. */
function OwnLinks({
  charity,
  links,
}: {
  readonly charity: Route.ComponentProps['loaderData']['charity']
  readonly links: readonly (readonly [path: string, label: MessageKey])[]
}) {
  const t = useText()
  if (links.length === 0) return null
  return (
    <ul className="own-charity-links">
      {links.map(([path, label]) => (
        <li key={path}>
          <a
            href={
              path === 'pages'
                ? `/organizations/${charity.subdomain}/hosted-pages`
                : `/organize/charities/${charity.id}/${path}`
            }
          >
            {t(label)}
          </a>
        </li>
      ))}
    </ul>
  )
}
