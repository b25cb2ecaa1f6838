import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

/**
 * Pages that belong together: their menu at the side, folded into a line where there is no side, and the page itself.
 */
export function SideNav({
  label,
  links,
  root,
  children,
}: {
  readonly label: string
  readonly links: readonly { readonly path: string; readonly label: string }[]
  /** The path of the first page, which the others' paths begin with. */
  readonly root: string
  readonly children: ReactNode
}) {
  const { pathname } = useLocation()
  const isHere = (path: string) => pathname === path || (path !== root && pathname.startsWith(`${path}/`))
  const shown = links.map((link) => (
    <a key={link.path} href={link.path} {...(isHere(link.path) ? { 'aria-current': 'page' } : {})}>
      {link.label}
    </a>
  ))
  return (
    <div className="page account">
      <details className="account-menu">
        <summary>{links.find((link) => isHere(link.path))?.label ?? label}</summary>
        <nav aria-label={label}>{shown}</nav>
      </details>
      <nav className="account-nav" aria-label={label}>
        {shown}
      </nav>
      <div className="account-content stack-lg">{children}</div>
    </div>
  )
}
