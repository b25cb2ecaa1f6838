import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/** A section of related pages: a menu at the side, collapsed on narrow screens, and the current page. */
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
  /** The path of the first page, which is a prefix of the others' paths. */
  readonly root: string
  /** For pages with several columns. */
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
      <div className="account-content stack-lg" id="section" tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}
