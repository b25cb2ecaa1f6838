import { Outlet } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { staffSections } from '../features/moderation/sections.ts'
import { needSignIn } from '../lib/theirs.ts'
import { useText } from '../lib/text.tsx'
import { SideNav } from '../ui/side-nav.tsx'
import '../styles/account.css'
import type { Route } from './+types/staff'

/** Everything below is the operator's people's; a donor finds nothing here. Each page asks again whose work it is. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  needSignIn(viewer, request)
  const me = await api('GET /api/user/current', {})
  if (me.roles.length === 0) throw new Response(null, { status: 404 })
  return { roles: me.roles }
}

export default function Staff({ loaderData: { roles } }: Route.ComponentProps) {
  const t = useText()
  const theirs = staffSections.filter((section) => roles.includes('admin') || section.roles.some((role) => roles.includes(role)))
  return (
    <SideNav label={t('staff.nav')} root="/staff" links={theirs.map(({ path, label }) => ({ path, label: t(label) }))}>
      <Outlet />
    </SideNav>
  )
}
