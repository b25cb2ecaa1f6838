import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { useText } from '#web/lib/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type GalleryDialogProps = {
  readonly pictures: CampaignPage['gallery']
  /** The index of the open picture; undefined if none. */
  readonly shown: number | undefined
  readonly onShow: (place: number | undefined) => void
}

/** One picture in full, with buttons and arrow keys to the others. */
export function GalleryDialog({ pictures, shown, onShow }: GalleryDialogProps) {
  const t = useText()
  const picture = shown === undefined ? undefined : pictures[shown]
  const count = pictures.length
  const show = (by: 1 | -1) => shown !== undefined && onShow((shown + by + count) % count)
  useEffect(() => {
    if (shown === undefined) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      const by = (key === 'ArrowRight') === (document.dir !== 'rtl') ? 1 : -1
      onShow((shown + by + count) % count)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shown, count, onShow])
  return createPortal(
    <Dialog
      isOpen={picture !== undefined}
      title={t('gallery.of', { number: (shown ?? 0) + 1, count })}
      closeLabel={t('shell.close')}
      onClose={() => onShow(undefined)}
    >
      {picture ? (
        <div className="story-picture stack">
          <img key={picture.url} src={`${picture.url}&w=1600`} alt={picture.alt} />
          {count > 1 ? (
            <div className="button-row">
              <button type="button" className="button button-quiet" onClick={() => show(-1)}>
                {t('gallery.previous')}
              </button>
              <button type="button" className="button button-quiet" onClick={() => show(1)}>
                {t('gallery.next')}
              </button>
            </div>
          ) : null}
        </div>
      ) : null}
    </Dialog>,
    document.body,
  )
}
