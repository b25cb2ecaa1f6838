import { useEffect, useState } from 'react'
import { deedsFileName, type SharedDeeds, shareAltText, shareText } from '#modules/faith/deeds/rules/share-text.ts'
import { api } from '#web/lib/api.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CopyLink } from '#web/features/causes/campaigns/share/copy-link.tsx'
import {
  ImagePreview,
  type ImageShape,
  type ImageToShare,
  loadImage,
  ShapeChoice,
  ShareImageButton,
} from '#web/features/causes/campaigns/share/image-to-share.tsx'

type Choice = { readonly shape: ImageShape; readonly hasAmounts: boolean }
type Prepared = Choice & { readonly image: ImageToShare; readonly deeds: SharedDeeds }

const imageUrl = (hijriYear: number, { shape, hasAmounts }: Choice): string =>
  `/v4/deeds/image?hijriYear=${hijriYear}&shape=${shape}${hasAmounts ? '&amounts=1' : ''}`

/**
 * Returns the loaded file as a data URL for the preview, because the image isn't cached and would be requested twice.
 */
const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the image could not be read')))
    reader.readAsDataURL(file)
  })

async function prepare(hijriYear: number, choice: Choice): Promise<Prepared> {
  const [deeds, { file }] = await Promise.all([
    api('GET /v4/deeds', { hijriYear }),
    loadImage(imageUrl(hijriYear, choice), () => deedsFileName(hijriYear, choice.shape)),
  ])
  const { wrappedData, styleReason, isApproximate } = deeds
  if (!wrappedData || !styleReason) throw new Error('there are no deeds to share')
  const image = { src: await dataUrlOf(file), file }
  return { ...choice, image, deeds: { hijriYear, wrappedData, styleReason, isApproximate: isApproximate === true } }
}

/**
 * Shares an image of the donor's Deeds as a story or post, without amounts unless they choose to show them. The image
 * is loaded before the button is enabled (content-14). Without JavaScript the form opens the image.
 */
export function ShareDeeds({ hijriYear }: { readonly hijriYear: number }) {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const [shape, setShape] = useState<ImageShape>('story')
  const [hasAmounts, setHasAmounts] = useState(false)
  const [prepared, setPrepared] = useState<Prepared>()
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    prepare(hijriYear, { shape, hasAmounts }).then(
      (ready) => {
        if (isCurrent) setPrepared(ready)
      },
      (error: unknown) => {
        console.warn('the image to share could not be prepared', error)
        if (isCurrent) setHasFailed(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [hijriYear, shape, hasAmounts, attempt])
  const ready = prepared?.shape === shape && prepared.hasAmounts === hasAmounts ? prepared : undefined
  const choose = (change: () => void) => {
    setHasFailed(false)
    change()
  }
  return (
    <form
      className="stack deeds-share"
      action="/v4/deeds/image"
      method="get"
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="hijriYear" value={hijriYear} />
      <fieldset className="stack">
        <legend className="strong">{t('deeds-share.choose')}</legend>
        <ShapeChoice
          shape={shape}
          onChange={(imageShape) => choose(() => setShape(imageShape))}
          texts={{ story: t('deeds-share.story'), post: t('deeds-share.post') }}
        />
        <Checkbox
          id="amounts"
          value="1"
          label={t('deeds-share.show-amounts')}
          hint={t('deeds-share.show-amounts-hint')}
          checked={hasAmounts}
          onChange={({ currentTarget: { checked } }) => choose(() => setHasAmounts(checked))}
        />
      </fieldset>
      {hasFailed && !ready ? (
        <>
          <p className="notice notice-problem" role="alert">
            {t('deeds-share.failed')}
          </p>
          <Button type="button" look="quiet" onClick={() => choose(() => setAttempt(attempt + 1))}>
            {t('deeds-share.try-again')}
          </Button>
        </>
      ) : (
        <div className="stack no-script-hidden">
          <ImagePreview
            shape={shape}
            image={ready?.image}
            alt={ready ? shareAltText(shareText(ready.deeds, { t, locale, hasAmounts }), t) : ''}
          />
          <ShareImageButton
            image={ready?.image}
            title={t('deeds-share.product')}
            texts={{
              share: t('deeds-share.share-image'),
              download: t('deeds-share.download'),
              preparing: t('deeds-share.preparing'),
            }}
          />
        </div>
      )}
      <button type="submit" className="button button-primary button-wide script-hidden">
        {t('deeds-share.open')}
      </button>
      <CopyLink
        url={`${frame?.origin ?? ''}/deeds`}
        texts={{ label: t('deeds-share.link'), copy: t('deeds-share.copy'), copied: t('deeds-share.copied') }}
      />
    </form>
  )
}
