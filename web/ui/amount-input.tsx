import { useState } from 'react'
import { type Currency, exponentOf, formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '../lib/text.tsx'
import { Field, type FieldProps, useControlId } from './labelled.tsx'
import { amountText, isRefusedAmount, typedAmountText } from './amount-text.ts'
import { useImeInput } from './use-ime-input.ts'

type Written = {
  readonly text: string
  readonly left: string
  readonly notice: 'cut' | 'refused' | 'ambiguous' | undefined
}

/**
 * Input for a whole amount (S1 §5): digits only, including Arabic and Persian ones; leading zeros are removed and empty
 * is 0. A typed or pasted fraction is dropped with a message, including digits typed after the dropped point. A text
 * that isn't one number changes nothing and shows why (ADR-0041). A value that the page fills in may have decimals,
 * which stay until the donor edits it (amounts-15). Always left to right.
 */
export function AmountInput({
  code,
  value,
  onType,
  droppedNotice,
  wholeNotice,
  ...field
}: FieldProps & {
  readonly code: Currency
  readonly value: string
  readonly onType: (text: string) => void
  readonly droppedNotice: string
  /** For GET forms: the browser's message for non-digits, without JavaScript. */
  readonly wholeNotice?: string | undefined
}) {
  const locale = useLocale()
  const t = useText()
  /** The typed text with the decimal point, which the field doesn't show, and the value that it left in the field. */
  const [written, setWritten] = useState<Written>({ text: value, left: value, notice: undefined })
  const shown = value === '0' ? '' : value
  const isStanding = written.left === (shown || '0')
  const id = useControlId(field.id)
  const hasDecimals = shown.includes('.')
  const typed = useImeInput(shown, (now) => {
    // An edit at the end of decimals that the page filled in leaves the whole amount.
    if (hasDecimals && (now.startsWith(shown) || shown.startsWith(now))) {
      const whole = now.split('.')[0] || '0'
      setWritten({ text: whole, left: whole, notice: 'cut' })
      onType(whole)
      return
    }
    // A fraction typed into an empty field is discarded, so that further digits count again.
    const isTypedOn = isStanding && (shown || written.notice !== 'cut') && now.slice(0, -1) === shown
    const next = isTypedOn ? written.text + now.slice(-1) : now
    const read = (isTypedOn ? typedAmountText : amountText)(next, exponentOf(code))
    if (isRefusedAmount(read)) {
      const notice = read.code === 'number-ambiguous' ? 'ambiguous' : 'refused'
      setWritten({ text: isTypedOn ? next : shown, left: shown || '0', notice })
      return
    }
    setWritten({ text: next.replace(/^0+/, ''), left: read.text, notice: read.isCut ? 'cut' : undefined })
    onType(read.text)
  })
  const notices = {
    cut: droppedNotice,
    refused: t('shell.amount-refused'),
    ambiguous: t('shell.amount-ambiguous'),
  }
  const symbol = formatMoney(money(0n, code), locale).replace(/[0\s\p{Cf}]/gu, '')
  return (
    <Field {...field}>
      <div className="amount" dir="ltr">
        <span className="amount-symbol" aria-hidden="true">
          {symbol}
        </span>
        <input
          id={id}
          name={field.id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          placeholder="0"
          aria-invalid={!!field.error}
          aria-describedby={[field.error && `${id}-error`, field.hint && `${id}-hint`, `${id}-dropped`]
            .filter(Boolean)
            .join(' ')}
          pattern={hasDecimals ? undefined : '\\p{Nd}*'}
          title={wholeNotice}
          {...typed}
        />
        {/* A currency without a symbol in this language already shows its code in front. */}
        {symbol !== code && <span className="amount-code">{code}</span>}
      </div>
      <p className="hint" id={`${id}-dropped`} role="status">
        {isStanding && written.notice ? notices[written.notice] : ''}
      </p>
    </Field>
  )
}
