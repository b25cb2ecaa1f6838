import { useContext, useEffect, useRef } from 'react'
import { FormIds } from './labelled.tsx'

export type FormError = { readonly id: string; readonly text: string }

/**
 * Lists all errors above the form, with a link to each field. Takes the focus when it appears and after each submit
 * with errors, never while typing. The focus makes screen readers read it once, so it is not an alert (WCAG 4.1.3).
 */
export function ErrorSummary({
  title,
  wrong,
  takesFocus = true,
}: {
  readonly title: string
  readonly wrong: readonly FormError[]
  /** False if a live region around the list announces it instead. */
  readonly takesFocus?: boolean
}) {
  const ref = useRef<HTMLDivElement>(null)
  const prefix = useContext(FormIds)
  const listId = `${prefix}wrong`
  const isAwaited = useRef(true)
  useEffect(() => {
    if (isAwaited.current && takesFocus) ref.current?.focus()
    isAwaited.current = wrong.length === 0
    const wait = () => void (isAwaited.current = true)
    addEventListener('submit', wait, true)
    return () => removeEventListener('submit', wait, true)
  }, [wrong, takesFocus])
  if (wrong.length === 0) return null
  return (
    <div className="error-summary" role="group" aria-label={title} aria-describedby={listId} tabIndex={-1} ref={ref}>
      <h2>{title}</h2>
      <ul id={listId}>
        {wrong.map(({ id, text }) => (
          <li key={id + text}>
            <a href={`#${prefix}${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
