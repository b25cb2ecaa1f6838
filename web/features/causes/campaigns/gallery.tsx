import { type ComponentType, type MouseEvent, useState } from 'react'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { objectPosition } from '#modules/causes/campaigns/rules/gallery.ts'
import { useText } from '#web/lib/text.tsx'
import type { GalleryDialogProps } from './gallery-dialog.tsx'

/**
 * A fundraiser's pictures, cropped around their focal points. A click opens the whole picture, in a dialog if possible.
 */
export function Gallery({ pictures }: { readonly pictures: CampaignPage['gallery'] }) {
  const t = useText()
  const [Opened, setOpened] = useState<ComponentType<GalleryDialogProps>>()
  const [shown, setShown] = useState<number>()
  function open(event: MouseEvent, index: number) {
    // The browser handles clicks that open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    const { href } = event.currentTarget as HTMLAnchorElement
    event.preventDefault()
    setShown(index)
    if (!Opened)
      import('./gallery-dialog.tsx').then(
        (part) => setOpened(() => part.GalleryDialog),
        () => location.assign(href),
      )
  }
  return (
    <>
      <ul className="story-gallery">
        {pictures.map((picture, index) => (
          <li key={picture.url}>
            <a
              href={`${picture.url}&w=1600`}
              aria-haspopup="dialog"
              aria-label={t('gallery.open', { number: index + 1, count: pictures.length, alt: picture.alt })}
              onClick={(event) => open(event, index)}
            >
              <img
                src={`${picture.url}&w=480`}
                srcSet={`${picture.url}&w=480 480w, ${picture.url}&w=960 960w`}
                sizes="(min-width: 56.25rem) 15rem, 50vw"
                alt=""
                width="480"
                height="360"
                loading="lazy"
                style={{ objectPosition: objectPosition(picture) }}
              />
            </a>
          </li>
        ))}
      </ul>
      {Opened ? <Opened pictures={pictures} shown={shown} onShow={setShown} /> : null}
    </>
  )
}
