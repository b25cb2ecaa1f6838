import { type MouseEvent, useEffect, useRef } from 'react'
import {
  galleryMax,
  type GalleryPicture,
  moveEarlier,
  objectPosition,
  withPicture,
} from '#modules/causes/campaigns/rules/gallery.ts'
import { galleryAltMax } from '#modules/organizers/fundraising/rules/draft.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { StepProps } from './edit-steps.tsx'
import { pictureKinds } from './step-picture.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

const uploadForm = 'gallery-upload'

/** The upload form of the gallery. It is separate because forms can't be nested; the file field refers to it by id. */
export const GalleryUploadForm = ({ campaignId }: { readonly campaignId: string }) => (
  <form
    id={uploadForm}
    method="post"
    encType="multipart/form-data"
    action={`/v4/media?campaignId=${campaignId}&back=${encodeURIComponent(`/organize/${campaignId}/edit/picture?as=gallery`)}`}
    hidden
  />
)

/** Up to eight pictures besides the cover: description, focal point and order of each (content-30). */
export function GalleryFields({
  content: { gallery },
  change,
  wrong,
  campaignId,
  problem,
}: Omit<StepProps, 'currency'> & { readonly campaignId: string; readonly problem: string }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  /** Keeps what was typed during an upload. */
  const latest = useRef(gallery)
  useEffect(() => {
    latest.current = gallery
  }, [gallery])
  const uploading = usePictureUpload(campaignId)
  const changeAt = (index: number, changed: Partial<GalleryPicture>) =>
    change({ gallery: gallery.map((picture, place) => (place === index ? { ...picture, ...changed } : picture)) })
  const faults = [uploading.problem || problem, wrong.gallery].filter((text) => text)
  return (
    <section className="stack" aria-labelledby="gallery">
      <h2 className="organize-subheading" id="gallery" tabIndex={-1}>
        {t('fundraising.gallery')}
      </h2>
      <p className="quiet">{t('fundraising.gallery-lead', { max: galleryMax })}</p>
      {gallery.length > 0 ? <p className="quiet">{t('fundraising.gallery-hint')}</p> : null}
      {faults.map((text) => (
        <p key={text} className="error" role="alert">
          {text}
        </p>
      ))}
      <ol className="organize-gallery">
        {gallery.map((picture, index) => (
          <GalleryItem
            key={picture.id}
            picture={picture}
            index={index}
            onChange={(changed) => changeAt(index, changed)}
            onRemove={() => change({ gallery: gallery.toSpliced(index, 1) })}
            onEarlier={() => change({ gallery: moveEarlier(gallery, index) })}
          />
        ))}
      </ol>
      {gallery.length < galleryMax ? (
        <div className="field">
          <label htmlFor="gallery-picture">{t('fundraising.gallery-add')}</label>
          <p className="hint" id="gallery-picture-hint">
            {t('fundraising.picture-hint')}
          </p>
          <input
            ref={input}
            className="input"
            id="gallery-picture"
            name="picture"
            type="file"
            form={uploadForm}
            accept={pictureKinds}
            aria-describedby="gallery-picture-hint"
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (!file) return
              void uploading.upload(file).then((uploaded) => {
                if (input.current) input.current.value = ''
                if (uploaded) change({ gallery: withPicture(latest.current, uploaded.id) })
              })
            }}
          />
          <p role="status" className="quiet small">
            {uploading.isUploading ? t('fundraising.picture-uploading') : ''}
          </p>
          <noscript>
            <button className="button button-quiet" form={uploadForm}>
              {t('fundraising.gallery-add')}
            </button>
          </noscript>
        </div>
      ) : null}
    </section>
  )
}

function GalleryItem({
  picture,
  index,
  onChange,
  onRemove,
  onEarlier,
}: {
  readonly picture: GalleryPicture
  readonly index: number
  readonly onChange: (changed: Partial<GalleryPicture>) => void
  readonly onRemove: () => void
  readonly onEarlier: () => void
}) {
  const t = useText()
  const number = index + 1
  /** Sets the focal point where the picture was clicked; the sliders do the same by keyboard. */
  function focusAt({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100)
    onChange({ x: percent((clientX - left) / width), y: percent((clientY - top) / height) })
  }
  return (
    <li className="card card-in stack">
      <input type="hidden" name="galleryId" value={picture.id} />
      <div className="organize-gallery-pictures">
        {/* For pointers only; the sliders below do the same. */}
        <button type="button" className="organize-focus" tabIndex={-1} aria-hidden="true" onClick={focusAt}>
          <img src={`${pictureUrl(picture.id)}&w=480`} alt="" />
          <span
            className="organize-focus-point"
            aria-hidden="true"
            style={{ left: `${picture.x}%`, top: `${picture.y}%` }}
          />
        </button>
        <img
          className="organize-gallery-cropped"
          src={`${pictureUrl(picture.id)}&w=480`}
          alt={picture.alt}
          style={{ objectPosition: objectPosition(picture) }}
        />
      </div>
      <TextInput
        id={`galleryAlt-${number}`}
        name="galleryAlt"
        label={t('fundraising.gallery-alt', { number })}
        maxLength={galleryAltMax}
        value={picture.alt}
        onChange={(event) => onChange({ alt: event.target.value })}
      />
      <fieldset className="organize-focus-sliders">
        <legend>{t('fundraising.gallery-focus', { number })}</legend>
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis}>
            <span className="small">{t(`fundraising.gallery-focus-${axis}`)}</span>
            {/* Left to right in Arabic too, like the picture. */}
            <input
              type="range"
              name={axis === 'x' ? 'galleryX' : 'galleryY'}
              dir="ltr"
              min="0"
              max="100"
              value={picture[axis]}
              onChange={(event) => onChange({ [axis]: Number(event.target.value) })}
            />
          </label>
        ))}
      </fieldset>
      <div className="button-row">
        {index > 0 ? (
          <GalleryButton
            name="earlier"
            index={index}
            label={t('fundraising.gallery-earlier', { number })}
            onPress={onEarlier}
          />
        ) : null}
        <GalleryButton
          name="remove"
          index={index}
          label={t('fundraising.gallery-remove', { number })}
          onPress={onRemove}
        />
      </div>
    </li>
  )
}

/** A button that changes the gallery, or submits the form without JavaScript. */
function GalleryButton({
  name,
  index,
  label,
  onPress,
}: {
  readonly name: 'earlier' | 'remove'
  readonly index: number
  readonly label: string
  readonly onPress: () => void
}) {
  return (
    <>
      <button type="button" className="button button-quiet no-script-hidden" onClick={onPress}>
        {label}
      </button>
      <noscript>
        <button className="button button-quiet" name={`gallery-${name}`} value={index}>
          {label}
        </button>
      </noscript>
    </>
  )
}
