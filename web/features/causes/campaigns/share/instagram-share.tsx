import { useEffect, useState } from 'react'
import { shareFileName } from '#modules/causes/campaigns/rules/share.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { CopyLink } from './copy-link.tsx'
import {
  ImagePreview,
  type ImageShape,
  type ImageToShare,
  loadImage,
  ShapeChoice,
  ShareImageButton,
} from './image-to-share.tsx'

type Images = Readonly<Record<ImageShape, ImageToShare>>

/** Loads both images before the button can be clicked. */
async function loadImages(slug: string): Promise<Images> {
  const addresses = await api('GET /api/projectapi/instagramShare', { slug })
  const load = (shape: ImageShape) => loadImage(addresses[shape], (src) => shareFileName(slug, shape, src))
  const [story, post] = await Promise.all([load('story'), load('post')])
  return { story, post }
}

/**
 * Three steps: choose an image, copy the link, share (S1 §2.3). Downloads the image if the device can't share files.
 */
export function InstagramShare({
  slug,
  title,
  url,
}: {
  readonly slug: string
  readonly title: string
  readonly url: string
}) {
  const t = useText()
  const [images, setImages] = useState<Images>()
  const [failure, setFailure] = useState<string>()
  const [shape, setShape] = useState<ImageShape>('story')
  useEffect(() => {
    loadImages(slug).then(setImages, (error: unknown) => {
      console.warn('the images to share could not be loaded', error)
      setFailure(error instanceof ApiError ? error.message : '')
    })
  }, [slug])
  const image = images?.[shape]
  if (failure !== undefined)
    return (
      <p className="notice notice-problem" role="alert">
        {t('share.images-failed')}
        {failure ? `: ${failure}` : ''}
      </p>
    )
  return (
    <div className="stack">
      <fieldset className="stack">
        <legend className="strong">{t('share.step-1')}</legend>
        <ShapeChoice shape={shape} onChange={setShape} texts={{ story: t('share.story'), post: t('share.post') }} />
        <ImagePreview shape={shape} image={image} alt={t('share.image-alt', { name: title })} />
      </fieldset>
      <p className="strong">{t('share.step-2')}</p>
      <CopyLink url={url} />
      <p className="strong">{t('share.step-3')}</p>
      <ShareImageButton
        image={image}
        title={title}
        texts={{
          share: t('share.share-image'),
          download: t('share.download'),
          preparing: t('share.preparing'),
        }}
      />
    </div>
  )
}
