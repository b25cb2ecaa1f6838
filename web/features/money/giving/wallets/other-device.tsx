import { qrSvg } from '#shared/qr.ts'
import { useCopied } from '#web/lib/use-copied.ts'
import { useText } from '#web/lib/text.tsx'

/** The form's URL to copy, and its QR code for a phone. */
export function OtherDevice({ url }: { readonly url: string }) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  return (
    <div className="stack">
      <div className="stack">
        <input
          className="input"
          dir="ltr"
          readOnly
          value={url}
          aria-label={t('thanks.copy')}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            navigator.clipboard
              .writeText(url)
              .then(sayCopied, (error: unknown) => console.warn('the link could not be copied', error))
          }}
        >
          {isCopied ? `✓ ${t('thanks.copied')}` : t('thanks.copy')}
        </button>
      </div>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg(url, ''))}`}
        width="160"
        height="160"
        alt={t('give.wallets-code')}
      />
    </div>
  )
}
