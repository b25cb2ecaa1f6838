import { track } from '#web/lib/analytics.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'

export type ImageShape = 'story' | 'post'
/**
 * An image and its file, loaded in advance: sharing a file requires a user gesture without a wait in between
 * (content-14).
 */
export type ImageToShare = { readonly src: string; readonly file: File }

/** Loads an image and names its file. Throws if the server refuses it. */
export async function loadImage(src: string, nameOf: (src: string) => string): Promise<ImageToShare> {
  const response = await fetch(src)
  if (!response.ok) throw new Error(`${response.status}`)
  const image = await response.blob()
  return { src, file: new File([image], nameOf(src), { type: image.type }) }
}

export const ShapeChoice = ({
  shape,
  onChange,
  texts,
}: {
  readonly shape: ImageShape
  readonly onChange: (shape: ImageShape) => void
  readonly texts: Readonly<Record<ImageShape, string>>
}) => (
  <div className="chips">
    {(['story', 'post'] as const).map((option) => (
      <label key={option} className="chip">
        <input type="radio" name="shape" value={option} checked={shape === option} onChange={() => onChange(option)} />
        {texts[option]}
      </label>
    ))}
  </div>
)

export const ImagePreview = ({
  shape,
  image,
  alt,
}: {
  readonly shape: ImageShape
  readonly image: ImageToShare | undefined
  readonly alt: string
}) => (
  <div className="share-image" data-shape={shape}>
    {image ? <img src={image.src} alt={alt} /> : <Skeleton block="100%" />}
  </div>
)

/** Shares the image's file, or downloads it if the device can't share files. Disabled until the image is ready. */
export function ShareImageButton({
  image,
  title,
  texts,
}: {
  readonly image: ImageToShare | undefined
  readonly title: string
  readonly texts: Readonly<Record<'share' | 'download' | 'preparing', string>>
}) {
  const canShare = image !== undefined && 'canShare' in navigator && navigator.canShare({ files: [image.file] })
  async function share() {
    if (!image) return
    track('shared')
    try {
      await navigator.share({ files: [image.file], title })
    } catch (error) {
      if ((error as Error).name !== 'AbortError') console.warn('the image could not be shared', error)
    }
  }
  return (
    <>
      {image && !canShare ? (
        <a
          className="button button-primary button-wide"
          href={image.src}
          download={image.file.name}
          onClick={() => track('shared')}
        >
          {texts.download}
        </a>
      ) : (
        <Button type="button" isWide isDisabled={!image} onClick={() => void share()}>
          {image ? texts.share : texts.preparing}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {image ? '' : texts.preparing}
      </p>
    </>
  )
}
