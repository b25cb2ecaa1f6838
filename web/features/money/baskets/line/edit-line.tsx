import { type ComponentType, type MouseEvent, useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import type { BasketLine } from './basket-line.ts'
import type { BasketDrawerProps } from '../basket-drawer.tsx'
import type { Basket } from '../basket-client.ts'

type Opened = {
  readonly Drawer: ComponentType<BasketDrawerProps>
  readonly item: Basket['items'][number]
  readonly version: number
}

/**
 * Opens the drawer to edit all fields of a line, after saving pending changes. Without JavaScript the link opens a page
 * with the same form.
 */
export function EditLine({
  line,
  flush,
  savedBasket,
  onDone,
}: {
  readonly line: BasketLine
  readonly flush: () => Promise<unknown>
  readonly savedBasket: () => Basket
  readonly onDone: (basket: Basket) => void
}) {
  const t = useText()
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setOpen] = useState(false)
  if (!line.campaign) return null
  const { slug, name } = line.campaign
  const href = `/v4/basket/add/${encodeURIComponent(slug)}?line=${line.id}`
  async function handleClick(event: MouseEvent) {
    // The browser handles clicks that open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    const [module] = await Promise.all([import('../basket-drawer.tsx').catch(() => undefined), flush()])
    if (!module) return location.assign(href)
    // The page shows errors of changes that couldn't be saved; they don't prevent editing.
    const basket = savedBasket()
    const item = basket.items.find(({ id }) => id === line.id)
    if (!item) return
    setOpened({ Drawer: module.BasketDrawer, item, version: basket.version })
    setOpen(true)
  }
  return (
    <>
      <a
        className="link-button"
        href={href}
        aria-haspopup="dialog"
        aria-label={t('basket-page.edit-of', { name })}
        onClick={(event) => void handleClick(event)}
      >
        {t('basket-page.edit')}
      </a>
      {opened ? (
        <opened.Drawer
          isOpen={isOpen}
          slug={slug}
          campaignId={line.projectId}
          line={opened.item}
          version={opened.version}
          source={line.source ?? null}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}
