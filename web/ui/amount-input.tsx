import { useState } from 'react'
import { type Currency, exponentOf, formatMoney, money } from '#shared/money.ts'
import { useLocale } from '../lib/text.tsx'
import { Field, type FieldProps, useControlId } from './labelled.tsx'
import { amountText } from './amount-text.ts'
import { useComposed } from './composed.ts'

/**
 * A whole amount (S1 §5): digits only, Arabic and Persian ones welcome, leading zeros gone, empty is 0, no point. A
 * fraction is dropped and said, pasted or typed: the digits after a point that was blocked belong to it. Reads left to
 * right in every language.
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
  /**
   * For a GET form: the browser's own message for anything but digits, without JavaScript.
   */
  readonly wholeNotice?: string | undefined
}) {
  const locale = useLocale()
  const whole = (text: string) => amountText(text, exponentOf(code))
  /** As typed, with the point that the field does not show. */
  const [written, setWritten] = useState(value)
  const { text, isCut } = whole(written)
  const shown = value === '0' ? '' : value
  const isStanding = text === (shown || '0')
  const id = useControlId(field.id)
  const typed = useComposed(shown, (now) => {
    // A fraction of nothing is left behind, so that digits count again.
    const isTypedOn = isStanding && (shown || !isCut) && now.slice(0, -1) === shown
    const next = isTypedOn ? written + now.slice(-1) : now
    setWritten(next.replace(/^0+/, ''))
    onType(whole(next).text)
  })
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
          pattern="\p{Nd}*"
          title={wholeNotice}
          {...typed}
        />
        {/* A currency without a sign in this language has its code in front already. */}
        {symbol !== code && <span className="amount-code">{code}</span>}
      </div>
      <p className="hint" id={`${id}-dropped`} role="status">
        {isCut && isStanding ? droppedNotice : ''}
      </p>
    </Field>
  )
}
