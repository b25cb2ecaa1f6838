import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  readonly isOpen: boolean
  readonly title: string
  readonly closeLabel: string
  /**
   * Called on Escape, a click outside or the close button (S1 §2.3). The owner decides whether to close, so that it can
   * ask first.
   */
  readonly onClose: () => void
  readonly look?: 'modal' | 'drawer'
  readonly children: ReactNode
}

/** A native modal dialog: it traps the focus, locks the page's scrolling, and returns the focus when closed. */
export function Dialog({ isOpen, title, closeLabel, onClose, look = 'modal', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const isPressedBeside = useRef(false)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === isOpen) return
    if (isOpen) dialog.showModal()
    else dialog.close()
  }, [isOpen])
  return (
    <dialog
      ref={ref}
      className={look}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // Browsers close it on a second Escape regardless of `cancel`, so it is shown again and its owner decides.
        if (!isOpen || !ref.current || ref.current.open) return
        ref.current.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        // A click that starts inside, such as a text selection, doesn't close the dialog.
        if (isPressedBeside.current && isBeside(event)) onClose()
      }}
    >
      {isOpen ? (
        <>
          <div className="dialog-head">
            <h2>{title}</h2>
            <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
              <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </button>
          </div>
          <div className="dialog-body">{children}</div>
        </>
      ) : null}
    </dialog>
  )
}

/** Returns whether the click was on the backdrop, outside the dialog's box. */
function isBeside({ target, currentTarget: dialog, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (x < left || x > right || y < top || y > bottom)
}
