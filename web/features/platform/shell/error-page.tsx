import { useContext } from 'react'
import type { Catalogue, Locale } from '#shared/text.ts'
import { PageLocale } from '#web/lib/page-locale.ts'

/** Texts in all languages, because the page has no catalogue if loading the layout failed. */
const files = import.meta.glob<Catalogue>('../../../../locales/*/platform/error-page.json', {
  eager: true,
  import: 'default',
})

type OwnTexts = { readonly title: string; readonly text: string }

/**
 * The error page. `own`: the response's own texts, by language. `message`: the error's text in the visitor's language.
 */
export function ErrorPage({
  kind,
  own,
  message,
}: {
  kind: 'missing' | 'broken'
  own?: Readonly<Record<Locale, OwnTexts>> | null
  message?: string | undefined
}) {
  const locale = useContext(PageLocale)
  const texts = files[`../../../../locales/${locale}/platform/error-page.json`] ?? {}
  const { title, text } =
    message === undefined
      ? (own?.[locale] ?? { title: texts[`${kind}.title`], text: texts[`${kind}.text`] })
      : { title: message, text: undefined }
  return (
    <div className="page narrow-page empty">
      <title>{title}</title>
      <h1>{title}</h1>
      {text && <p className="quiet">{text}</p>}
      <p>
        <a className="button button-primary" href="/v4/discover">
          {texts.back}
        </a>
      </p>
      {kind === 'missing' ? (
        <p>
          <a className="tap-link" href="/v4">
            {texts.home}
          </a>{' '}
          ·{' '}
          <a className="tap-link" href="/help">
            {texts.help}
          </a>
        </p>
      ) : null}
    </div>
  )
}
