import { Outlet, redirect, useLocation } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { accountSections } from '../features/account/sections.ts'
import { useText } from '../lib/text.tsx'
import '../styles/account.css'
import type { Route } from './+types/account'

/** Everything below is a signed-in donor's own; whoever is not signed in comes back here after logging in. */
export function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  if (!context.get(renderContext).viewer.isSignedIn) throw redirect(`/login?redirectUrl=${encodeURIComponent(url.pathname + url.search)}`)
  return null
}

export default function Account() {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <div className="page account">
      <nav className="account-nav" aria-label={t('account.nav')}>
        {accountSections.map(({ path, label }) => (
          <a key={path} href={path} {...(pathname === path || (path !== '/account' && pathname.startsWith(`${path}/`)) ? { 'aria-current': 'page' } : {})}>
            {t(label)}
          </a>
        ))}
      </nav>
      <div className="account-content stack-lg">
        <Outlet />
      </div>
    </div>
  )
}
