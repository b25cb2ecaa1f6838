import { withPicture } from '#modules/causes/campaigns/rules/gallery.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { previewLevels, type PreviewData } from '#web/features/organizers/fundraising/preview.tsx'
import { inReviewText } from '#web/features/organizers/fundraising/review-step.tsx'
import { SaveState } from '#web/features/organizers/fundraising/save-state.tsx'
import { UploadPicture } from '#web/features/organizers/fundraising/step-picture.tsx'
import type { useAutosave } from '#web/features/organizers/fundraising/use-autosave.ts'
import { toFormErrors } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/edit'

type Data = Route.ComponentProps['loaderData']
type Draft = ReturnType<typeof useAutosave>

/** Returns the draft as donors would see it. */
export const previewedOf = (kept: Draft['kept'], content: Draft['content'], levels: Data['levels']): PreviewData => ({
  ...kept,
  content,
  coverUrl: content.coverId ? pictureUrl(content.coverId) : null,
  levels: previewLevels(levels),
})

/** Adds a picture uploaded without JavaScript, as the cover or at the end of the gallery. */
export const withUploadedPicture = (
  { gallery }: Draft['content'],
  { uploaded, isForGallery }: Pick<Data, 'uploaded' | 'isForGallery'>,
): Partial<Draft['content']> => {
  if (!uploaded) return {}
  return isForGallery ? { gallery: withPicture(gallery, uploaded) } : { coverId: uploaded }
}

const doneText = {
  saved: 'fundraising.saved',
  withdrawn: 'fundraising.saved',
  sent: 'fundraising.sent',
  published: 'fundraising.published',
  copied: 'fundraising.duplicated',
} as const

/** Notices: the last action, the review's result, and errors. */
export function DraftNotices({
  draft,
  step,
  done,
  posted,
}: Pick<Data, 'step' | 'done'> & {
  readonly draft: Draft['kept']
  readonly posted: Route.ComponentProps['actionData']
}) {
  const t = useText()
  return (
    <>
      {done ? (
        <p className="notice" role="status">
          {t(doneText[done])}
        </p>
      ) : null}
      {draft.state === 'review' && step !== 'review' ? <p className="notice">{inReviewText(t, draft)}</p> : null}
      {(draft.review?.decision === 'rejected' || draft.review?.decision === 'refused') && draft.state === 'draft' ? (
        <div className="notice notice-problem">
          <p className="strong">
            {draft.review.decision === 'rejected'
              ? t('fundraising.rejected')
              : t('fundraising.refused', { charity: `\u2068${draft.organizationName}\u2069` })}
          </p>
          <p dir="auto">{draft.review.reason}</p>
        </div>
      ) : null}
      {posted?.isConflict ? (
        <div className="notice notice-problem" role="alert">
          <p className="strong">{t('fundraising.conflict')}</p>
          <p>{t('fundraising.conflict-plain')}</p>
        </div>
      ) : null}
      {posted && !posted.isConflict ? (
        <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(posted.refused, 'draft')} />
      ) : null}
    </>
  )
}

/** Upload form of the cover; posted on its own without JavaScript. */
export function PictureUpload({
  campaignId,
  isUploaded,
  problem,
  change,
}: {
  readonly campaignId: string
  readonly isUploaded: boolean
  readonly problem: string
  readonly change: Draft['change']
}) {
  const t = useText()
  const say = useFaultText()
  return (
    <>
      <p className="quiet">{t('fundraising.picture-lead')}</p>
      {isUploaded ? (
        <p className="notice" role="status">
          {t('fundraising.picture-uploaded')}
        </p>
      ) : null}
      <UploadPicture
        campaignId={campaignId}
        problem={problem ? (say({ code: problem, params: {} }) ?? '') : ''}
        onHave={(coverId) => change({ coverId, coverAlt: '' })}
      />
    </>
  )
}

/** The draft's save status, and the button to the next step. */
export function SaveAndContinue({ draft, next }: { readonly draft: Draft; readonly next: string | undefined }) {
  const t = useText()
  return (
    <>
      <SaveState draft={draft} />
      <div className="button-row">
        <button className="button button-primary" name="go" value={next}>
          {t('fundraising.save-next')}
        </button>
        <noscript>
          <button className="button button-quiet">{t('fundraising.save')}</button>
        </noscript>
      </div>
    </>
  )
}
