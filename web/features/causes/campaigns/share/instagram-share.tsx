import { useEffect, useState } from 'react'
import { shareFileName } from '#modules/causes/campaigns/rules/share.ts'
import { api, Refused } from '../../../../lib/api.ts'
import { track } from '../../../../lib/analytics.ts'
import { useText } from '../../../../lib/text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Skeleton } from '../../../../ui/small-parts.tsx'
import { CopyLink } from './copy-link.tsx'

type Shape = 'story' | 'post'
type Images = Readonly<Record<Shape, { readonly src: string; readonly file: File }>>

/**
 * Both images, ready before anybody presses: sharing a file needs a fresh press, and no waiting after it (content-14).
 */
async function loadImages(slug: string): Promise<Images> {
  const addresses = await api('GET /api/projectapi/instagramShare', { slug })
  const load = async (shape: Shape) => {
    const answer = await fetch(addresses[shape])
    if (!answer.ok) throw new Error(`${answer.status}`)
    const image = await answer.blob()
    return {
      src: addresses[shape],
      file: new File([image], shareFileName(slug, shape, addresses[shape]), { type: image.type }),
    }
  }
  const [story, post] = await Promise.all([load('story'), load('post')])
  return { story, post }
}

/**
 * In three steps: choose an image, copy the link, share (S1 §2.3). Where the device shares no files the image is
 * downloaded.
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
  const [shape, setShape] = useState<Shape>('story')
  useEffect(() => {
    loadImages(slug).then(setImages, (error: unknown) => {
      console.warn('the images to share could not be loaded', error)
      setFailure(error instanceof Refused ? error.message : '')
    })
  }, [slug])
  const image = images?.[shape]
  const sharesFiles = image !== undefined && 'canShare' in navigator && navigator.canShare({ files: [image.file] })
  async function share() {
    if (!image) return
    track('shared')
    try {
      await navigator.share({ files: [image.file], title })
    } catch (error) {
      if ((error as Error).name !== 'AbortError') console.warn('the image could not be shared', error)
    }
  }
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
        <div className="chips">
          {(['story', 'post'] as const).map((each) => (
            <label key={each} className="chip">
              <input type="radio" name="shape" checked={shape === each} onChange={() => setShape(each)} />
              {t(`share.${each}`)}
            </label>
          ))}
        </div>
        <div className="share-image" data-shape={shape}>
          {image ? <img src={image.src} alt={t('share.image-alt', { name: title })} /> : <Skeleton block="100%" />}
        </div>
      </fieldset>
      <p className="strong">{t('share.step-2')}</p>
      <CopyLink url={url} />
      <p className="strong">{t('share.step-3')}</p>
      {image && !sharesFiles ? (
        <a
          className="button button-primary button-wide"
          href={image.src}
          download={image.file.name}
          onClick={() => track('shared')}
        >
          {t('share.download')}
        </a>
      ) : (
        <Button type="button" isWide isDisabled={!image} onClick={() => void share()}>
          {t(image ? 'share.share-image' : 'share.preparing')}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {image ? '' : t('share.preparing')}
      </p>
    </div>
  )
}
