import { type ReactNode, useEffect, useRef } from 'react'

type Props = { readonly problem: string | undefined; readonly done: string | undefined }

/** Shows the error of a submitted form, otherwise its success message. */
export function ResultNotice({ problem, done }: Props) {
  if (problem !== undefined)
    return (
      <p className="notice notice-problem" role="alert">
        {problem}
      </p>
    )
  if (done === undefined) return null
  return <DoneNotice>{done}</DoneNotice>
}

/**
 * The success message of a submitted form. It takes the focus when it appears: the page after a form is a new document,
 * so without this a keyboard starts at its top again, and a screen reader doesn't read the message.
 */
export function DoneNotice({ children }: { readonly children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // A visitor who was faster than the page's scripts keeps their place.
    if (document.activeElement === document.body) ref.current?.focus()
  }, [])
  return (
    <p className="notice" role="status" tabIndex={-1} ref={ref}>
      {children}
    </p>
  )
}
