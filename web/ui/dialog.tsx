import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  readonly isOpen: boolean
  readonly title: string
  readonly closeLabel: string
  /**
   * Asked for by Escape, a click outside or the close button (S1 §2.3); the owner decides, so the bank's question can
   * ask first.
   */
  readonly onClose: () => void
  readonly look?: 'modal' | 'drawer'
  readonly children: ReactNode
}

/**
 * The platform's own modal: the focus stays inside, the page behind does not scroll, and the focus goes back where it
 * came from.
 */
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
        // A browser closes it all the same where Escape is pressed again, or before anything else was: whether it goes
        // is still its owner's to say.
        if (!isOpen || !ref.current || ref.current.open) return
        ref.current.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        // What is dragged out of it, to select it, was no press beside it.
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

/** On the backdrop; the dialog's own empty space is within. */
function isBeside({ target, currentTarget: dialog, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (x < left || x > right || y < top || y > bottom)
}
