import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import { useRef, useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isUuid } from '#shared/ids.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { Basics, Giving, Story } from '#web/features/organizers/fundraising/edit-steps.tsx'
import { postedContent } from '#web/features/organizers/fundraising/posted-draft.ts'
import { GalleryFields, GalleryUploadForm } from '#web/features/organizers/fundraising/gallery-fields.tsx'
import { PreviewFrame } from '#web/features/organizers/fundraising/preview.tsx'
import { ReviewStep } from '#web/features/organizers/fundraising/review-step.tsx'
import { CoverFields } from '#web/features/organizers/fundraising/step-picture.tsx'
import { isStep, openStepsOf, StepNav, editStepOf, editSteps } from '#web/features/organizers/fundraising/step-nav.tsx'
import { useAutosave } from '#web/features/organizers/fundraising/use-autosave.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/edit'
import { DraftNotices, PictureUpload, previewedOf, SaveAndContinue, withUploadedPicture } from './edit-parts.tsx'

const done = ['saved', 'sent', 'withdrawn', 'published', 'copied'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const step = params.step ?? 'basics'
    if (!isStep(step)) throw new Response(null, { status: 404 })
    const { campaignId } = params
    const [draft, { levels }, { acts }] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/draft', { campaignId }),
      api('GET /v4/campaigns/:campaignId/levels', { campaignId }),
      api('GET /v4/campaigns/:campaignId/running', { campaignId }),
    ])
    const picture = query.get('picture') ?? ''
    return {
      draft,
      levels,
      step,
      canSend: acts.includes('state'),
      countries: step === 'basics' ? countriesIn(locale) : [],
      /** Uploaded without JavaScript and not saved yet. */
      uploaded: step === 'picture' && isUuid(picture) ? picture : '',
      isForGallery: query.get('as') === 'gallery',
      problem: query.get('problem') ?? '',
      done: done.find((option) => query.get('done') === option) ?? null,
    }
  })

/** Plain forms: saves a step, then opens the next one, submits, withdraws or publishes. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { campaignId } = params
  const form = await formOfOwner({ context, request })
  const root = `/organize/${campaignId}/edit`
  const step = isStep(params.step) ? params.step : 'basics'
  const intent = postedText(form, 'intent', 10)
  const version = Number(postedText(form, 'version', 10)) || 0
  let content: ReturnType<typeof postedContent> = {}
  try {
    if (intent === 'send' || intent === 'withdraw') {
      await api('POST /api/projectadmin/changeProjectState', {
        id: campaignId,
        state: intent === 'send' ? 'review' : 'draft',
      })
      return redirect(`${root}/review?done=${intent === 'send' ? 'sent' : 'withdrawn'}`, 303)
    }
    if (intent === 'publish') {
      await api('POST /v4/campaigns/:campaignId/draft/publish', { campaignId, version })
      return redirect(`${root}/review?done=published`, 303)
    }
    const { currency } = await api('GET /v4/campaigns/:campaignId/draft', { campaignId })
    content = postedContent(form, step, currency)
    if (step !== 'review') await api('PATCH /v4/campaigns/:campaignId/draft', { campaignId, version, ...content })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(root)
    // The typed text stays in the form; saving again overwrites the other version.
    const isConflict = refused.code === 'draft-changed'
    const now = isConflict ? await api('GET /v4/campaigns/:campaignId/draft', { campaignId }) : undefined
    return data({ refused, typed: content, version: now?.version ?? version, isConflict }, { status: refused.status })
  }
  const go = postedText(form, 'go', 10)
  return redirect(isStep(go) ? `${root}/${go}` : `${root}/${step}?done=saved`, 303)
}

export default function OrganizeEdit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const say = useFaultText()
  const { step, levels } = loaderData
  const isReviewed = loaderData.draft.state === 'review'
  const begun = {
    ...loaderData.draft,
    version: actionData?.version ?? loaderData.draft.version,
    content: {
      ...loaderData.draft.content,
      ...withUploadedPicture(loaderData.draft.content, loaderData),
      ...actionData?.typed,
    },
  }
  const draft = useAutosave(begun)
  const { content, kept, change, flush } = draft
  const form = useRef<HTMLFormElement>(null)
  const [version, setVersion] = useState<number>()
  const isLive = kept.state !== 'draft' && kept.state !== 'review'
  const sentences = (faults: typeof kept.wrong) =>
    Object.fromEntries(faults.map(({ field, code, params }) => [field, say({ code, params }) ?? '']))
  const wrong = { ...sentences(kept.wrong), ...actionData?.refused.fields, ...draft.failure.fields }
  const title = t(isLive && step === 'review' ? 'fundraising.step-review-live' : `fundraising.step-${step}`)
  const next = editSteps[editSteps.indexOf(step) + 1]
  const previewed = previewedOf(kept, content, levels)
  const fieldProps = { content, change, wrong, currency: kept.currency }

  /** With JavaScript the draft is saved before every action. */
  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    const submitter = (event.nativeEvent as globalThis.SubmitEvent).submitter as HTMLButtonElement | null
    if (isReviewed) return
    if (version !== undefined) return
    event.preventDefault()
    void flush().then((isKept) => {
      if (!isKept) return
      if (submitter?.name === 'go') window.location.assign(`/organize/${kept.campaignId}/edit/${submitter.value}`)
      else if (submitter?.name === 'intent') {
        setVersion(draft.version())
        // Runs after the hidden field received the saved version.
        setTimeout(() => form.current?.requestSubmit(submitter), 0)
      }
    })
  }

  return (
    <>
      <PageTitle section={actionData ? t('shell.title-problem', { title }) : title} />
      {/* The default button: without it, Enter would open the first step. */}
      {next ? (
        <button hidden form="draft" name="go" value={next}>
          {t('fundraising.save-next')}
        </button>
      ) : null}
      <StepNav step={step} openSteps={openStepsOf(kept)} isLive={isLive} formId="draft" />
      <div className="organize-edit">
        <div className="stack organize-form">
          <h1>{title}</h1>
          <DraftNotices draft={kept} step={step} done={loaderData.done} posted={actionData} />
          {step === 'picture' && !isReviewed ? (
            <>
              <GalleryUploadForm campaignId={kept.campaignId} />
              <PictureUpload
                campaignId={kept.campaignId}
                isUploaded={loaderData.uploaded !== ''}
                problem={loaderData.isForGallery ? '' : loaderData.problem}
                change={change}
              />
            </>
          ) : null}
          <PageForm
            ref={form}
            id="draft"
            action={`/organize/${kept.campaignId}/edit/${isReviewed ? 'review' : step}`}
            noValidate
            // The draft saves itself, so field values that a browser restores would overwrite newer ones.
            autoComplete="off"
            className="stack"
            onSubmit={onSubmit}
          >
            <input type="hidden" name="version" value={version ?? begun.version} />
            <fieldset className="stack" disabled={isReviewed && step !== 'review'}>
              {step === 'basics' ? (
                <Basics {...fieldProps} timeZone={kept.timeZone} countries={loaderData.countries} />
              ) : null}
              {step === 'story' ? (
                <Story {...fieldProps} campaignId={kept.campaignId} version={String(draft.taken)} />
              ) : null}
              {step === 'picture' ? (
                <>
                  <CoverFields {...fieldProps} />
                  <GalleryFields
                    {...fieldProps}
                    campaignId={kept.campaignId}
                    problem={(loaderData.isForGallery && say({ code: loaderData.problem, params: {} })) || ''}
                  />
                </>
              ) : null}
              {step === 'giving' ? <Giving {...fieldProps} of={kept} /> : null}
              {step === 'review' ? (
                <ReviewStep
                  draft={kept}
                  canSend={loaderData.canSend}
                  missing={sentences(kept.missing)}
                  stepOf={editStepOf}
                  isLive={isLive}
                />
              ) : (
                <SaveAndContinue draft={draft} next={next} />
              )}
            </fieldset>
          </PageForm>
          <p>
            <a href={`/organize/${kept.campaignId}/preview`}>{t('fundraising.preview-open')}</a>
          </p>
        </div>
        <PreviewFrame draft={previewed} />
      </div>
    </>
  )
}
