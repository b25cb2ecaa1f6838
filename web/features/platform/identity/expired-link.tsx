import { useText } from '#web/lib/text.tsx'

/** The page for a used, expired or invalid link, with a link to request a new one. The text is equal for all cases. */
export function ExpiredLink({ again }: { readonly again: string }) {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('link.expired-title')}</title>
      <div className="stack">
        <h1>{t('link.expired-title')}</h1>
        <p className="quiet">{t('link.expired')}</p>
      </div>
      <p>
        <a className="button button-primary" href={again}>
          {t('link.new')}
        </a>
      </p>
    </div>
  )
}
