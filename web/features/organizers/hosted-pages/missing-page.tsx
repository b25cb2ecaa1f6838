import { useLocale, useText } from '#web/lib/text.tsx'

/** Shown if the page doesn't exist; links to its charity. */
export function MissingPage({
  subdomain,
  name,
  nameAr,
}: {
  readonly subdomain: string
  readonly name: string
  readonly nameAr: string | null
}) {
  const t = useText()
  const locale = useLocale()
  const shownName = `\u2068${(locale === 'ar' && nameAr) || name}\u2069`
  return (
    <div className="page narrow-page empty">
      <title>{t('hosted-page.missing')}</title>
      <meta name="robots" content="noindex" />
      <h1>{t('hosted-page.missing')}</h1>
      <p className="quiet">{t('hosted-page.missing-text', { name: shownName })}</p>
      <p>
        <a className="button button-primary" href={`/organizations/${encodeURIComponent(subdomain)}`}>
          {t('hosted-page.missing-charity', { name: shownName })}
        </a>
      </p>
    </div>
  )
}
