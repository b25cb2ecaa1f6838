import { useContext } from 'react'
import type { Locale } from '#shared/text.ts'
import { PageLocale } from '../../../lib/page-locale.ts'

/** Stands on its own: when the frame failed there is no catalogue to ask. */
const words = {
  en: {
    missing: { title: 'This page is not here', text: 'It may have moved, or the address has a slip in it.' },
    broken: {
      title: 'Something went wrong on our side',
      text: "If you've just paid, please don't pay again. We'll confirm by email. Otherwise, please try again in a moment.",
    },
    back: 'See fundraisers',
  },
  ar: {
    missing: { title: 'هذه الصفحة غير موجودة', text: 'ربما نُقلت، أو في العنوان خطأ.' },
    broken: {
      title: 'حدث خطأ من جهتنا',
      text: 'إن كنت قد دفعت للتو فلا تدفع مرة أخرى من فضلك، وسنؤكد لك الدفع بالبريد الإلكتروني. وإلا فحاول مرة أخرى بعد قليل.',
    },
    back: 'تصفّح الحملات',
  },
} as const

type Told = { readonly title: string; readonly text: string }

/**
 * `told`: what the answer says of itself, by language. `message`: a refusal's sentence, already in the visitor's
 * language.
 */
export function ErrorPage({
  kind,
  told,
  message,
}: {
  kind: 'missing' | 'broken'
  told?: Readonly<Record<Locale, Told>> | null
  message?: string | undefined
}) {
  const locale = useContext(PageLocale)
  const { title, text } =
    message === undefined ? (told?.[locale] ?? words[locale][kind]) : { title: message, text: undefined }
  return (
    <div className="page narrow-page empty">
      <title>{title}</title>
      <h1>{title}</h1>
      {text && <p className="quiet">{text}</p>}
      <p>
        <a className="button button-primary" href="/v4/discover">
          {words[locale].back}
        </a>
      </p>
    </div>
  )
}
