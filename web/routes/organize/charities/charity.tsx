import { Outlet } from 'react-router'
import { VerificationBadge } from '#web/features/organizers/charities/charity-head.tsx'
import { charityMenu } from '#web/features/organizers/charities/sections.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { SideNav } from '#web/ui/side-nav.tsx'
import '#web/features/organizers/charities/own-charity.css'
import '#web/styles/kit/side-nav.css'
import type { Route } from './+types/charity'
import { ownCharityNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ownCharityNamespaces

/** The layout of a charity's pages for its members; 404 for everyone else. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, ({ api, params: { organizationId } }) =>
    api('GET /v4/organizations/:organizationId', { organizationId }),
  )

export default function OwnCharity({ loaderData: charity }: Route.ComponentProps) {
  const t = useText()
  return (
    <SideNav
      label={t('own-charity.nav')}
      root={`/organize/charities/${charity.id}`}
      links={charityMenu(charity).map(({ path, label, group }) => ({
        path,
        label: t(label),
        group: group && t(group),
      }))}
    >
      <div className="own-charity-head">
        <a className="quiet small" href="/organize">
          {t('own-charity.back')}
        </a>
        <p className="account-head">
          <bdi className="strong">{charity.name}</bdi>{' '}
          {charity.isClosed ? (
            <Badge>{t('own-charity.is-closed')}</Badge>
          ) : (
            <VerificationBadge state={charity.verification.state} />
          )}{' '}
          {charity.isPublic ? <a href={`/organizations/${charity.subdomain}`}>{t('own-charity.public-page')}</a> : null}
        </p>
      </div>
      <Outlet />
    </SideNav>
  )
}
