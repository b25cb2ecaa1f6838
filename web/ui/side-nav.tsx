import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/**
 * Pages that belong together: their menu at the side, folded into a line where there is no side, and the page itself.
 */
export function SideNav({
  label,
  links,
  root,
  isWide = false,
  children,
}: {
  readonly label: string
  /** `group`: the heading above the first link of each group. */
  readonly links: readonly { readonly path: string; readonly label: string; readonly group?: string | undefined }[]
  /** The path of the first page, which the others' paths begin with. */
  readonly root: string
  /** For pages of several columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const { pathname } = useLocation()
  const isHere = (path: string) => pathname === path || (path !== root && pathname.startsWith(`${path}/`))
  const shown = links.map((link, place) => (
    <Fragment key={link.path}>
      {link.group && link.group !== links[place - 1]?.group ? <p className="account-group">{link.group}</p> : null}
      <a href={link.path} {...(isHere(link.path) ? { 'aria-current': 'page' } : {})}>
        {link.label}
      </a>
    </Fragment>
  ))
  return (
    <div className={isWide ? 'page wide-page account' : 'page account'}>
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
