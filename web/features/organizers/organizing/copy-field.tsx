import { useCopied } from '#web/lib/use-copied.ts'
import { useText } from '#web/lib/text.tsx'

/** Selectable text, with a copy button if JavaScript is available. */
export function CopyField({
  id,
  label,
  value,
  rows = 1,
}: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly rows?: number
}) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      sayCopied()
    } catch (error) {
      // A clipboard error is logged (S1 §8); the text can be selected.
      console.warn('the text could not be copied', error)
    }
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-row">
        {rows === 1 ? (
          <input
            id={id}
            className="input copy-code"
            dir="ltr"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
        ) : (
          <textarea
            id={id}
            className="input copy-code"
            dir="ltr"
            readOnly
            rows={rows}
            value={value}
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        <button
          type="button"
          className="button button-quiet no-script-hidden"
          onClick={() => void copy()}
          aria-label={t('organize.copy-one', { what: label })}
        >
          {isCopied ? `✓ ${t('organize.copied')}` : t('organize.copy')}
        </button>
        <span className="visually-hidden" role="status">
          {isCopied ? t('organize.copied') : ''}
        </span>
      </div>
    </div>
  )
}
