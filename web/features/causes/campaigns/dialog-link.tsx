import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'

export type OpenDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** A link that opens its target in a dialog, loaded on the first click; a plain link if loading fails. */
export function DialogLink({
  href,
  className,
  label,
  load,
  children,
}: {
  readonly href: string
  readonly className: string
  /** Accessible name, if the content has none. */
  readonly label?: string
  readonly load: () => Promise<ComponentType<OpenDialogProps>>
  readonly children: ReactNode
}) {
  const [Opened, setOpened] = useState<ComponentType<OpenDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  function handleClick(event: MouseEvent) {
    // The browser handles clicks that open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    setOpen(true)
    if (!Opened)
      load().then(
        (part) => setOpened(() => part),
        () => location.assign(href),
      )
  }
  return (
    <>
      <a
        className={className}
        href={href}
        aria-haspopup="dialog"
        {...(label ? { 'aria-label': label } : {})}
        onClick={handleClick}
      >
        {children}
      </a>
      {Opened ? <Opened isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
