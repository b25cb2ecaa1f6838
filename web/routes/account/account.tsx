import { Outlet } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { accountSections } from '../../features/platform/account/sections.ts'
import { AccountNotices } from '../../features/platform/identity/account-notices.tsx'
import { needSignIn } from '../../lib/theirs.ts'
import { useText } from '../../lib/text.tsx'
import { SideNav } from '../../ui/side-nav.tsx'
import '../../styles/kit/side-nav.css'
import type { Route } from './+types/account'

/** Everything below is a signed-in donor's own; whoever is not signed in comes back here after logging in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  needSignIn(viewer, request)
  const { email, emailConfirmed, roles } = await api('GET /api/user/current', {})
  return { email, isConfirmed: emailConfirmed, isStaff: roles.length > 0 }
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const links = accountSections.map(({ path, label }) => ({ path, label: t(label) }))
  const desk = loaderData.isStaff ? [{ path: '/staff', label: t('account.desk') }] : []
  return (
    <SideNav label={t('account.nav')} root="/account" links={[...links, ...desk]}>
      <AccountNotices {...loaderData} />
      <Outlet />
    </SideNav>
  )
}
