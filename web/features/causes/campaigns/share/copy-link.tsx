import { track } from '../../../../lib/analytics.ts'
import { useCopied } from '../../../../lib/copied.ts'
import { useText } from '../../../../lib/text.tsx'

/** Copies the link and says so for two seconds (S1 §4); a clipboard that refuses is logged (S1 §8). */
export function CopyLink({ url }: { readonly url: string }) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  return (
    <div className="share-copy">
      <label className="visually-hidden" htmlFor="share-link">
        {t('share.link')}
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
        {isCopied ? `✓ ${t('share.copied')}` : t('share.copy')}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? t('share.copied') : ''}
      </span>
    </div>
  )
}
