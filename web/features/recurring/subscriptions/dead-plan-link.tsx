import { useText } from '#web/lib/text.tsx'

/** The page for an expired or invalid link. It reveals nothing about the plan. */
export function ExpiredLink() {
  const t = useText()
  return (
    <div className="page narrow-page stack">
      <title>{t('managing.link-dead')}</title>
      <meta name="robots" content="noindex" />
      <h1>{t('managing.link-dead')}</h1>
      <p>{t('managing.link-dead-text')}</p>
      <p>
        <a className="button button-primary" href="/account/giving">
          {t('managing.title')}
        </a>
      </p>
    </div>
  )
}
