import { addressInLanguage } from '#shared/pages/public-pages.ts'
import { locales } from '#shared/texts/locales.ts'

/** The one address of a page, and where it is in each language. */
export const Languages = ({ address }: { readonly address: string }) => (
  <>
    <link rel="canonical" href={address} />
    {locales.map((locale) => (
      <link key={locale} rel="alternate" hrefLang={locale} href={addressInLanguage(locale, address)} />
    ))}
    <link rel="alternate" hrefLang="x-default" href={address} />
  </>
)
