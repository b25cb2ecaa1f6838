import { useText } from '#web/lib/text.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['trust/privacy']

/** The page after an account was erased. It contains no personal data, so it is public. */
export default function Erased() {
  const t = useText()
  return (
    <div className="page narrow-page stack">
      <title>{t('erased.title')}</title>
      <h1>{t('erased.title')}</h1>
      <p>{t('erased.text')}</p>
      <p className="quiet">{t('erased.salam')}</p>
      <p>
        <a className="button button-quiet" href="/v4">
          {t('erased.home')}
        </a>
      </p>
    </div>
  )
}
