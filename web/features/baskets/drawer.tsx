import { createPortal } from 'react-dom'
import { useText } from '../../lib/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Basket } from './filling.ts'

export type BasketDrawerProps = {
  readonly isOpen: boolean
  readonly slug: string
  readonly campaignId: string
  /** Edit mode: the line that is changed (S1 §4). */
  readonly line?: Basket['items'][number] | undefined
  /** Of the basket the line was read from; left out, whatever stands is changed. */
  readonly version?: number | undefined
  /** Where the donor came from (`src`). */
  readonly source: string | null
  /** What was chosen before the drawer opened: whole major units, a level. */
  readonly start?: { readonly amount?: string | undefined; readonly levelId?: string | undefined } | undefined
  /** Escape, a click outside, the close button, or done. */
  readonly onClose: () => void
  /** The basket as it is after the gift was added or changed. */
  readonly onDone?: ((basket: Basket) => void) | undefined
}

/** Puts a gift to one fundraiser into the basket, or changes one that is in it (S1 §4 "Add-to-basket drawer"). */
export function BasketDrawer({ isOpen, onClose }: BasketDrawerProps) {
  const t = useText()
  return createPortal(
    <Dialog isOpen={isOpen} look="drawer" title={t('shell.busy')} closeLabel={t('shell.close')} onClose={onClose}>
      <p role="status">{t('shell.busy')}</p>
    </Dialog>,
    document.body,
  )
}
