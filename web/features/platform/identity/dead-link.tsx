import { useText } from '../../../lib/text.tsx'

/** A link that was used, is too old or was never ours: all the same, with the way to a new one. */
export function DeadLink({ again }: { readonly again: string }) {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('link.dead-title')}</title>
      <div className="stack">
        <h1>{t('link.dead-title')}</h1>
        <p className="quiet">{t('link.dead')}</p>
      </div>
      <p>
        <a className="button button-primary" href={again}>
          {t('link.new')}
        </a>
      </p>
    </div>
  )
}
