import { useEffect } from 'react'

/** Shows a text briefly in a polite live region. Nothing if `text` is empty. */
export function Toast({
  text,
  onGone,
  ms = 4000,
}: {
  readonly text: string
  readonly onGone: () => void
  readonly ms?: number
}) {
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(onGone, ms)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new onGone doesn't restart the timer
  }, [text, ms])
  return (
    <div className="toasts" role="status">
      {text ? <div className="toast">{text}</div> : null}
    </div>
  )
}
