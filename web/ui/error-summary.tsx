import { useContext, useEffect, useRef } from 'react'
import { FormIds } from './labelled.tsx'

export type Wrong = { readonly id: string; readonly text: string }

/** Everything that is wrong, above the form; takes the focus when it appears, and leads to each field. */
export function ErrorSummary({ title, wrong }: { readonly title: string; readonly wrong: readonly Wrong[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const prefix = useContext(FormIds)
  useEffect(() => {
    if (wrong.length > 0) ref.current?.focus()
  }, [wrong])
  if (wrong.length === 0) return null
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      <h2>{title}</h2>
      <ul>
        {wrong.map(({ id, text }) => (
          <li key={`${id}${text}`}>
            <a href={`#${prefix}${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
