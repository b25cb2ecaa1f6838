import { useEffect, useState } from 'react'

export type Said = {
  readonly text: string
  readonly detail?: string
  /** For whoever hears it and does not see what else has changed. */
  readonly heard?: string
  /** What can be done about it: a way to go, or something to press. */
  readonly actions?: readonly { readonly label: string; readonly href?: string; readonly onPress?: () => void }[]
}

const [plainMs, actionMs] = [4000, 12_000]

/** Says something that may be acted on. Stays while somebody points at it or is in it with the keyboard. */
export function Toaster({ said: now, onGone }: { readonly said: Said | undefined; readonly onGone: () => void }) {
  const [held, hold] = useState<Said>()
  const isHeld = held !== undefined && held === now
  useEffect(() => {
    if (!now || isHeld) return
    const timer = setTimeout(onGone, now.actions ? actionMs : plainMs)
    return () => clearTimeout(timer)
  }, [now, isHeld, onGone])
  return (
    <div className="toasts" role="status">
      {now ? (
        // Holding it is for reading on; everything in it can be reached without.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          className="toast toast-rich"
          tabIndex={-1}
          onMouseEnter={() => hold(now)}
          onMouseLeave={() => hold(undefined)}
          onFocus={() => hold(now)}
          onBlur={() => hold(undefined)}
        >
          <span className="toast-text">
            <span>{now.text}</span>
            {now.detail ? <span className="toast-detail">{now.detail}</span> : null}
            {now.heard ? <span className="visually-hidden">{now.heard}</span> : null}
          </span>
          {now.actions ? (
            <span className="toast-actions">
              {now.actions.map(({ label, href, onPress }) =>
                href ? (
                  <a key={label} href={href}>
                    {label}
                  </a>
                ) : (
                  <button
                    key={label}
                    type="button"
                    onClick={(event) => {
                      // The button goes with what it was for; the focus stays where the answer will be read.
                      event.currentTarget.closest<HTMLElement>('.toast')?.focus()
                      hold(undefined)
                      onPress?.()
                    }}
                  >
                    {label}
                  </button>
                ),
              )}
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
