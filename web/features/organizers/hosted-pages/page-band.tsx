import type { SocialName } from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { useText } from '#web/lib/text.tsx'

export type PageLink = { readonly name: SocialName; readonly href: string }

/** Logo, name and links of the charity above its page, in the page's secondary colour. */
export function PageBand({
  name,
  href,
  logo,
  logoAlt,
  links,
}: {
  readonly name: string
  readonly href: string | null
  readonly logo: string | null
  readonly logoAlt: string
  readonly links: readonly PageLink[]
}) {
  const t = useText()
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
      {links.length > 0 ? (
        <nav className="hosted-page-links" aria-label={t('hosted-page.links', { name: `\u2068${name}\u2069` })}>
          <ul>
            {links.map((link) => (
              <li key={link.name}>
                <a href={link.href} rel="noopener nofollow ugc">
                  {t(`hosted-page.${link.name}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  )
}
