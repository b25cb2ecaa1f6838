import { track } from '#web/lib/analytics.ts'
import { useCopied } from '#web/lib/use-copied.ts'
import { useText } from '#web/lib/text.tsx'

type Texts = Readonly<Record<'label' | 'copy' | 'copied', string>>

/**
 * Copies the link and confirms it for two seconds (S1 §4); a clipboard error is logged (S1 §8). `texts` defaults to a
 * fundraiser's.
 */
export function CopyLink({ url, texts }: { readonly url: string; readonly texts?: Texts }) {
  const t = useText()
  const { label, copy, copied } = texts ?? {
    label: t('share.link'),
    copy: t('share.copy'),
    copied: t('share.copied'),
  }
  const [isCopied, sayCopied] = useCopied()
  return (
    <div className="share-copy">
      <label className="visually-hidden" htmlFor="share-link">
        {label}
      </label>
      <input
        id="share-link"
        className="input"
        dir="ltr"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        className="button button-quiet no-script-hidden"
        onClick={() => {
          track('shared')
          navigator.clipboard
            .writeText(url)
            .then(sayCopied, (error: unknown) => console.warn('the link could not be copied', error))
        }}
      >
        {isCopied ? `✓ ${copied}` : copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? copied : ''}
      </span>
    </div>
  )
}
