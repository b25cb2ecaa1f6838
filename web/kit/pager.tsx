type PageLink = { readonly href: string; readonly text: string }

/** Links to the newest and the older entries of a list. */
export function Pager(props: {
  readonly label: string
  readonly newest: PageLink | undefined
  readonly older: PageLink | undefined
}) {
  const links = [props.newest, props.older].filter((link) => link !== undefined)
  if (links.length === 0) return null
  return (
    <nav className="button-row" aria-label={props.label}>
      {links.map(({ href, text }) => (
        <a key={text} className="button button-quiet" href={href}>
          {text}
        </a>
      ))}
    </nav>
  )
}
