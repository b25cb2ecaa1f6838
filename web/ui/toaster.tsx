import { useEffect, useRef, useState } from 'react'

export type ToastMessage = {
  readonly text: string
  readonly detail?: string
  /** Additional text for screen reader users, who can't see what else changed. */
  readonly heard?: string
  /** Links or buttons for the next step. */
  readonly actions?: readonly { readonly label: string; readonly href?: string; readonly onPress?: () => void }[]
}

const plainMs = 4000

type Props = { readonly message: ToastMessage | undefined; readonly closeLabel: string; readonly onGone: () => void }

/**
 * Shows a message. One with an action stays until it is closed (WCAG 2.2.1); others stay while hovered or focused.
 */
export function Toaster({ message: now, closeLabel, onGone }: Props) {
  const [response, hold] = useState<ToastMessage>()
  const cameFrom = useRef<HTMLElement>(null)
  const isHeld = response !== undefined && response === now
  useEffect(() => {
    if (!now || now.actions || isHeld) return
    const timer = setTimeout(onGone, plainMs)
    return () => clearTimeout(timer)
  }, [now, isHeld, onGone])
  return (
    <div className="toasts" role="status">
      {now ? (
        // Hovering only prolongs the toast; its content can be reached without a pointer.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          className="toast toast-rich"
          tabIndex={-1}
          onMouseEnter={() => hold(now)}
          onMouseLeave={() => hold(undefined)}
          onFocus={({ currentTarget, relatedTarget }) => {
            hold(now)
            if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null
          }}
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
                      // The button disappears when clicked, so the focus moves to the toast, which will show the
                      // result.
                      event.currentTarget.closest<HTMLElement>('.toast')?.focus()
                      hold(undefined)
                      onPress?.()
                    }}
                  >
                    {label}
                  </button>
                ),
              )}
              <button
                type="button"
                onClick={() => {
                  cameFrom.current?.focus()
                  onGone()
                }}
              >
                {closeLabel}
              </button>
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
