import { Outlet } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { AccountNav } from '#web/features/platform/account/account-nav.tsx'
import { AccountNotices } from '#web/features/platform/identity/account-notices.tsx'
import { requireSignIn } from '#web/lib/access.ts'
import type { Route } from './+types/account'
import { accountNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = accountNamespaces

/** The layout of all account pages. Visitors without a session log in first and return here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  const { email, emailConfirmed, roles } = await api('GET /api/user/current', {})
  return { email, isConfirmed: emailConfirmed, isStaff: roles.length > 0 }
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, isConfirmed, isStaff } = loaderData
  return (
    <AccountNav isStaff={isStaff}>
      <AccountNotices email={email} isConfirmed={isConfirmed} />
      <Outlet />
    </AccountNav>
  )
}
