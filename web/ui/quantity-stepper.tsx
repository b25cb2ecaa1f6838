import { useState } from 'react'
import { amountText, isRefusedAmount } from './amount-text.ts'
import { useImeInput } from './use-ime-input.ts'
import { useControlId } from './labelled.tsx'

/**
 * A whole number in any digits, from `min` to `max` if given (S1 §5). An emptied input stays empty until it loses the
 * focus, so another number can be typed. At a limit the button stays focusable, so the keyboard focus isn't lost.
 */
export function QuantityStepper({
  id,
  label,
  value,
  min = 0,
  max = Infinity,
  error,
  onChange,
  lessLabel,
  moreLabel,
}: {
  readonly id: string
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number | undefined
  readonly error?: string | undefined
  readonly onChange: (value: number) => void
  readonly lessLabel: string
  readonly moreLabel: string
}) {
  const controlId = useControlId(id)
  const within = (wanted: number) => Math.max(min, Math.min(max, wanted))
  const [isEmptied, setEmptied] = useState(false)
  const typed = useImeInput(isEmptied || Number.isNaN(value) ? '' : value, (now) => {
    const read = amountText(now)
    // A fraction or another text isn't a valid quantity, so the value stays.
    if (isRefusedAmount(read) || read.isCut) return
    setEmptied(now === '')
    onChange(within(Math.min(9999, Number(read.text)) || min))
  })
  return (
    <div>
      <label className="label" htmlFor={controlId}>
        {label}
      </label>
      {error ? (
        <p className="error-text" id={`${controlId}-error`}>
          {error}
        </p>
      ) : null}
      <div className="stepper">
        <button
          type="button"
          aria-label={lessLabel}
          aria-disabled={value <= min}
          onClick={() => onChange(within(value - 1))}
        >
          −
        </button>
        <input
          id={controlId}
          name={id}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${controlId}-error` : undefined}
          onBlur={() => setEmptied(false)}
          {...typed}
        />
        <button
          type="button"
          aria-label={moreLabel}
          aria-disabled={value >= max}
          onClick={() => onChange(within(value + 1))}
        >
          +
        </button>
      </div>
    </div>
  )
}
