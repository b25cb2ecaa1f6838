import { Outlet, redirect, useLocation } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { accountSections } from '../features/account/sections.ts'
import { AccountNotices } from '../features/identity/account-notices.tsx'
import { useText } from '../lib/text.tsx'
import '../styles/account.css'
import type { Route } from './+types/account'

/** Everything below is a signed-in donor's own; whoever is not signed in comes back here after logging in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const { api, viewer } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirect(`/login?redirectUrl=${encodeURIComponent(url.pathname + url.search)}`)
  const { email, emailConfirmed } = await api('GET /api/user/current', {})
  return { email, isConfirmed: emailConfirmed }
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { pathname } = useLocation()
  const isHere = (path: string) => pathname === path || (path !== '/account' && pathname.startsWith(`${path}/`))
  const current = accountSections.find(({ path }) => isHere(path))
  const links = accountSections.map(({ path, label }) => (
    <a key={path} href={path} {...(isHere(path) ? { 'aria-current': 'page' } : {})}>
      {t(label)}
    </a>
  ))
  return (
    <div className="page account">
      <details className="account-menu">
        <summary>{t(current?.label ?? 'account.nav')}</summary>
        <nav aria-label={t('account.nav')}>{links}</nav>
      </details>
      <nav className="account-nav" aria-label={t('account.nav')}>
        {links}
      </nav>
      <div className="account-content stack-lg">
        <AccountNotices {...loaderData} />
        <Outlet />
      </div>
    </div>
  )
}
