import stylesheet from './hosted-page.css?url'
import { partTexts } from './part-texts.ts'
import { MoreTexts, useLocale } from '#web/lib/text.tsx'
import { addressInLanguage } from '#shared/pages/public-pages.ts'
import { locales } from '#shared/texts/locales.ts'
import { PageBand, type PageLink } from './page-band.tsx'
import { type PagePixel, PixelNotice } from './pixel-notice.tsx'

/** A hosted page's own data, besides its campaign's. */
export type HostedLook = {
  /** The charity's name. */
  readonly name: string
  readonly nameAr: string | null
  readonly subdomain: string
  readonly logo: string | null
  readonly logoAlt: string
  readonly links: readonly PageLink[]
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** Only on a charity's own host. */
  readonly pixel?: PagePixel | undefined
}

/** Header, styles and metadata of a hosted page; fundraisers load none of it. */
export function HostedPageFrame({
  url,
  name,
  nameAr,
  subdomain,
  isListed,
  pixel,
  ...band
}: HostedLook & { readonly url: string }) {
  const locale = useLocale()
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <link rel="canonical" href={url} />
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={addressInLanguage(locale, url)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={url} />
      {isListed ? null : <meta name="robots" content="noindex" />}
      <MoreTexts value={partTexts(locale)}>
        <PageBand
          name={(locale === 'ar' && nameAr) || name}
          href={`/organizations/${encodeURIComponent(subdomain)}`}
          {...band}
        />
        {pixel ? <PixelNotice charity={(locale === 'ar' && nameAr) || name} pixel={pixel} /> : null}
      </MoreTexts>
    </>
  )
}
