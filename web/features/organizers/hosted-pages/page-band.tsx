/** Logo and name of the charity above its page, in the page's second colour. */
export function PageBand({
  name,
  href,
  logo,
  logoAlt,
}: {
  readonly name: string
  readonly href: string | null
  readonly logo: string | null
  readonly logoAlt: string
}) {
  return (
    <div className="hosted-page-band">
      {logo ? <img className="hosted-page-logo" src={logo} alt={logoAlt} width="56" height="56" /> : null}
      {href ? (
        <a href={href}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      )}
    </div>
  )
}
