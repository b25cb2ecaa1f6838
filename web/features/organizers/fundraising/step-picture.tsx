import { useRef } from 'react'
import { draftLimits } from '#modules/organizers/fundraising/rules/draft.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { StepProps } from './edit-steps.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

/** Accepted media types of a picture's file field. */
export const pictureKinds = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** A separate upload form: submitted by JavaScript as soon as a file is chosen, or by its button. */
export function UploadPicture({
  campaignId,
  problem,
  onHave,
  back = `/organize/${campaignId}/edit/picture`,
  label,
}: {
  readonly campaignId: string
  /** The page to return to without JavaScript. */
  readonly back?: string
  /** Label of the field; defaults to that of a fundraiser's picture. */
  readonly label?: string
  readonly problem: string
  readonly onHave: (id: string) => void
}) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const uploading = usePictureUpload(campaignId)
  const problemText = uploading.problem || problem
  return (
    <form
      ref={form}
      method="post"
      encType="multipart/form-data"
      action={`/v4/media?campaignId=${campaignId}&back=${encodeURIComponent(back)}`}
      className="stack"
    >
      <div className="field">
        <label htmlFor="picture">{label ?? t('fundraising.picture-choose')}</label>
        <p className="hint" id="picture-hint">
          {t('fundraising.picture-hint')}
        </p>
        {problemText ? (
          <p className="error" id="picture-error" role="alert">
            {problemText}
          </p>
        ) : null}
        <input
          className="input"
          id="picture"
          name="picture"
          type="file"
          accept={pictureKinds}
          required
          aria-describedby={problemText ? 'picture-hint picture-error' : 'picture-hint'}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (!file) return
            void uploading.upload(file).then((picture) => {
              form.current?.reset()
              if (picture) onHave(picture.id)
            })
          }}
        />
      </div>
      <p role="status" className="quiet small">
        {uploading.isUploading ? t('fundraising.picture-uploading') : ''}
      </p>
      <noscript>
        <button className="button button-quiet">{t('fundraising.picture-upload')}</button>
      </noscript>
    </form>
  )
}

export function CoverFields({ content, change, wrong }: Omit<StepProps, 'currency'>) {
  const t = useText()
  return (
    <>
      <input type="hidden" name="coverId" value={content.coverId} />
      {content.coverId ? (
        <>
          <img
            className="organize-cover"
            src={`${pictureUrl(content.coverId)}&w=480`}
            alt={content.coverAlt}
            width="480"
            height="270"
          />
          <TextInput
            id="coverAlt"
            label={t('fundraising.picture-alt')}
            hint={t('fundraising.picture-alt-hint')}
            error={wrong.coverAlt ?? wrong.coverId}
            maxLength={draftLimits.coverAlt}
            value={content.coverAlt}
            onChange={(event) => change({ coverAlt: event.target.value })}
          />
          <Button
            look="quiet"
            name="without"
            value="picture"
            onClick={() => change({ coverId: '', coverAlt: '' })}
            type="button"
            className="no-script-hidden"
          >
            {t('fundraising.picture-remove')}
          </Button>
          <noscript>
            <button className="button button-quiet" name="without" value="picture">
              {t('fundraising.picture-remove')}
            </button>
          </noscript>
        </>
      ) : null}
    </>
  )
}
