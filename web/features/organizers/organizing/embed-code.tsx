import { useEffect, useRef, useState } from 'react'
import { escapeHtml } from '#shared/html.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { CopyField } from './copy-field.tsx'

type Props = {
  readonly origin: string
  readonly slug: string
  readonly title: string
  /** Attributes of the link besides its slug, such as an amount. */
  readonly data?: string
  /** Whether the form is public; otherwise there is nothing to preview. */
  readonly isPublic: boolean
}

/** The code that a charity copies to embed the donation form, with a preview that takes no payments. */
export function EmbedCode({ origin, slug, title, data = '', isPublic }: Props) {
  const t = useText()
  const locale = useLocale()
  const path = encodeURIComponent(slug)
  const link = `${origin}/v4/checkout/${path}`
  const name = escapeHtml(title)
  return (
    <>
      <CopyField
        id="embed-form"
        label={t('organize.embed-form')}
        rows={3}
        value={`<a href="${link}" data-sunbul="${escapeHtml(slug)}"${data} data-view="form">${name}</a>\n<script src="${origin}/embed.js" async></script>`}
      />
      <CopyField
        id="embed-form-frame"
        label={t('organize.embed-form-frame')}
        rows={3}
        value={`<iframe src="${origin}/embed/${path}/form" title="${name}" allow="payment" width="480" height="1600" style="border:0;max-width:100%"></iframe>\n<p><a href="${link}">${name}</a></p>`}
      />
      {isPublic ? (
        <details>
          <summary>{t('organize.embed-form-preview')}</summary>
          <EmbedPreview key={slug} src={`/embed/${path}/form?preview=1&lang=${locale}`} origin={origin} title={title} />
        </details>
      ) : null}
    </>
  )
}

/** The form in an iframe that follows its height, like `embed.js` does. */
function EmbedPreview({
  src,
  origin,
  title,
}: {
  readonly src: string
  readonly origin: string
  readonly title: string
}) {
  const t = useText()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(1600)
  useEffect(() => {
    const listen = (event: MessageEvent<{ sunbul?: string; height?: number }>) => {
      if (event.source !== frame.current?.contentWindow || event.data?.sunbul !== 'height') return
      if (event.data.height) setHeight(event.data.height)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [origin])
  return (
    <iframe
      ref={frame}
      className="copy-form"
      loading="lazy"
      src={src}
      title={t('organize.embed-preview-of', { title: `\u2068${title}\u2069` })}
      height={height}
    />
  )
}
