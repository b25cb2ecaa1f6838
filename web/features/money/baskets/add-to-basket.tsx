import { type ComponentType, type MouseEvent, useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import type { BasketDrawerProps } from './basket-drawer.tsx'
import type { Start } from './line/item-form.ts'

type Props = {
  readonly slug: string
  readonly campaignId: string
  readonly source: string | null
  /** The referral code of the donor's link. */
  readonly code?: string | null
  /** The fundraiser's name, for the button's label on pages that list several. */
  readonly name?: string
  readonly isWide?: boolean
  /** Returns the donor's current choices; called when the button is clicked. */
  readonly start?: () => Pick<Start, 'amount' | 'levelId' | 'quantity'>
}

/**
 * Opens the drawer, which is loaded on the first click. Without JavaScript the link opens a page with the same form.
 */
export function AddToBasket({ slug, campaignId, source, code = null, name, isWide = false, start }: Props) {
  const t = useText()
  const [Drawer, setDrawer] = useState<ComponentType<BasketDrawerProps>>()
  const [isOpen, setOpen] = useState(false)
  const [started, setStarted] = useState<ReturnType<NonNullable<Props['start']>>>()
  const first = start?.()
  const query = new URLSearchParams({
    ...(source ? { src: source } : {}),
    ...(code ? { code } : {}),
    ...(first?.levelId ? { level: first.levelId } : {}),
    ...(first?.levelId && first.quantity ? { quantity: String(first.quantity) } : {}),
  }).toString()
  const href = `/v4/basket/add/${encodeURIComponent(slug)}${query ? `?${query}` : ''}`
  function handleClick(event: MouseEvent) {
    // The browser handles clicks that open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    setStarted(start?.())
    setOpen(true)
    if (!Drawer)
      import('./basket-drawer.tsx').then(
        (module) => setDrawer(() => module.BasketDrawer),
        () => location.assign(href),
      )
  }
  return (
    <>
      <a
        className={`button button-quiet add-to-basket${isWide ? ' button-wide' : ''}`}
        href={href}
        aria-haspopup="dialog"
        onClick={handleClick}
      >
        {t('shell.add-to-basket')}
        {name ? <span className="visually-hidden">: {name}</span> : null}
      </a>
      {Drawer ? (
        <Drawer
          isOpen={isOpen}
          slug={slug}
          campaignId={campaignId}
          source={source}
          code={code}
          start={started}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
