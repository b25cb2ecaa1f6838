import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { evidenceMax } from '#modules/trust/moderation/rules/evidence.ts'
import { zakatCategories } from '#modules/trust/moderation/rules/zakat.ts'
import { Problem } from '#shared/problem.ts'
import { required } from '#shared/collections.ts'
import { EvidenceFields } from '#web/features/trust/moderation/evidence-fields.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { fileFormOfOwner, assertFileSent } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { loadRestricted } from '#web/lib/access.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/zakat'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { campaignId } = params
  const [{ requests }, { evidence }] = await loadRestricted(viewer, request, () =>
    Promise.all([
      api('GET /v4/campaigns/:campaignId/zakat-requests', { campaignId }),
      api('GET /v4/campaigns/:campaignId/zakat-evidence', { campaignId }),
    ]),
  )
  const day = (instant: string) => formatDay(localDateIn('UTC', new Date(instant)), locale)
  const granted = requests.find(({ state }) => state === 'granted')
  const openRequest = requests.find(({ state }) => state === 'requested')
  const last = requests[0]
  const done = new URL(request.url).searchParams.get('done')
  return {
    campaignId,
    evidence,
    verification: granted ? { categories: granted.categories, until: day(required(granted.expiresAt)) } : null,
    waitingSince: openRequest ? day(openRequest.requestedAt) : null,
    lastState: last?.state ?? null,
    /** The values of the last request, to start from. */
    last: last ? { categories: last.categories, note: last.note, links: last.links.join('\n') } : null,
    done: (['requested', 'attached', 'removed'] as const).find((option) => option === done) ?? null,
  }
}

/** A file of ten megabytes and its form fields. */
const formBytesMax = uploadLimits.bytes + 256 * 1024

/**
 * One plain form: adds a file (`attach`) or deletes one (`remove`), keeping what was typed; or submits the request with
 * an optional further file.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { campaignId } = params
  const here = `/organize/${campaignId}/zakat`
  const form = await fileFormOfOwner({ context, request }, formBytesMax)
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const empty = form ?? new FormData()
  const typed = {
    categories: zakatCategories.filter((zakatCategory) => empty.getAll('categories').includes(zakatCategory)),
    note: postedText(empty, 'note', 8000),
    links: postedText(empty, 'links', 6000),
    description: postedText(empty, 'description', 2000),
  }
  const isWaiting = postedText(empty, 'waiting', 1) === '1'
  try {
    if (!form)
      throw new Problem('validation', 'file-too-large', { status: 413, fields: { file: { code: 'file-too-large' } } })
    const evidenceId = postedText(form, 'remove', 64)
    if (evidenceId !== '') {
      await api('DELETE /v4/campaigns/:campaignId/zakat-evidence/:evidenceId', { campaignId, evidenceId })
      return isWaiting
        ? redirect(`${here}?done=removed#evidence`, 303)
        : { refused: undefined, typed, done: 'removed' as const }
    }
    assertFileSent(form)
    const file = form.get('file')
    const isFile = file instanceof Blob && file.size > 0
    const isAsked = postedText(form, 'intent', 10) === 'ask'
    if (!isAsked || isFile) {
      const bytes = isFile ? Buffer.from(await file.arrayBuffer()).toString('base64') : ''
      await api('POST /v4/campaigns/:campaignId/zakat-evidence', {
        campaignId,
        description: typed.description,
        file: bytes,
      })
      if (!isAsked)
        return isWaiting
          ? redirect(`${here}?done=attached#evidence`, 303)
          : { refused: undefined, typed: { ...typed, description: '' }, done: 'attached' as const }
      typed.description = ''
    }
    const links = typed.links
      .split('\n')
      .map((link) => link.trim())
      .filter(Boolean)
    await api('POST /v4/campaigns/:campaignId/zakat-requests', {
      campaignId,
      categories: typed.categories,
      note: typed.note,
      links: links.slice(0, 20),
    })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404 && refused.code !== 'evidence-not-found') throw new Response(null, { status: 404 })
    return data({ refused, typed, done: undefined }, { status: refused.status })
  }
  return redirect(`${here}?done=requested`, 303)
}

/** Editors request zakat verification of a fundraiser and see its status. */
export default function OrganizeZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('organize.zakat')
  const { verification, waitingSince, lastState, campaignId, evidence } = loaderData
  const { refused } = actionData ?? {}
  const done = actionData ? actionData.done : loaderData.done
  const typed = actionData?.typed ?? loaderData.last
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('organize.zakat-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, waitingSince ? 'evidence' : 'note')} />
      {done ? <DoneNotice>{t(doneText[done])}</DoneNotice> : null}
      <VerificationStatus verification={verification} lastState={lastState} />
      {waitingSince ? (
        <>
          <section className="notice stack" aria-labelledby="waiting">
            <h2 id="waiting">{t('organize.zakat-waiting')}</h2>
            <p>{t('organize.zakat-waiting-text', { date: waitingSince })}</p>
          </section>
          <PageForm encType="multipart/form-data" className="stack account-form" noValidate>
            <input type="hidden" name="waiting" value="1" />
            <EvidenceFields
              files={evidence}
              campaignId={campaignId}
              typed={actionData?.typed.description}
              errors={refused?.fields ?? {}}
            />
          </PageForm>
        </>
      ) : (
        <RequestForm
          campaignId={campaignId}
          evidence={evidence}
          typed={typed}
          description={actionData?.typed.description}
          errors={refused?.fields ?? {}}
        />
      )}
    </>
  )
}

const doneText = {
  requested: 'organize.zakat-requested',
  attached: 'organize.evidence-added',
  removed: 'organize.evidence-removed',
} as const

type Data = Route.ComponentProps['loaderData']

/** The current verification, or the result of the last request. */
function VerificationStatus({
  verification,
  lastState,
}: { readonly verification: Data['verification'] } & Pick<Data, 'lastState'>) {
  const t = useText()
  if (verification)
    return (
      <section className="notice stack" aria-labelledby="verified-until">
        <h2 id="verified-until">{t('organize.zakat-now', { date: verification.until })}</h2>
        <p>{verification.categories.map((category) => t(`zakat.${category}`)).join(' · ')}</p>
        <p className="small">{t('organize.zakat-now-text')}</p>
      </section>
    )
  const isDeclined = lastState === 'declined'
  if (!isDeclined && lastState !== 'expired' && lastState !== 'revoked') return null
  return (
    <section className="notice stack" aria-labelledby="ended">
      <h2 id="ended">{t(isDeclined ? 'organize.zakat-declined' : 'organize.zakat-ended')}</h2>
      <p>{t(isDeclined ? 'organize.zakat-declined-text' : 'organize.zakat-ended-text')}</p>
    </section>
  )
}

/** Form that requests zakat verification of the fundraiser. */
function RequestForm({
  campaignId,
  evidence,
  typed,
  description,
  errors,
}: Pick<Data, 'campaignId' | 'evidence'> & {
  readonly typed: Pick<NonNullable<Data['last']>, 'categories' | 'note' | 'links'> | null
  readonly description: string | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <PageForm encType="multipart/form-data" className="stack account-form" noValidate>
      {/* The default button for Enter, instead of the first button that deletes a file. */}
      {evidence.length >= evidenceMax ? (
        <button hidden name="intent" value="ask">
          {t('organize.zakat-submit')}
        </button>
      ) : null}
      <fieldset
        className="group"
        id="categories"
        tabIndex={-1}
        aria-describedby={errors.categories ? 'categories-error' : undefined}
      >
        <legend>{t('organize.zakat-categories')}</legend>
        <p className="hint">{t('zakat.source')}</p>
        {errors.categories ? (
          <p className="error" id="categories-error">
            {errors.categories}
          </p>
        ) : null}
        {zakatCategories.map((zakatCategory) => (
          <Checkbox
            key={zakatCategory}
            id={`category-${zakatCategory}`}
            name="categories"
            value={zakatCategory}
            label={t(`zakat.${zakatCategory}`)}
            defaultChecked={typed?.categories.includes(zakatCategory)}
          />
        ))}
      </fieldset>
      <TextArea
        id="note"
        label={t('organize.zakat-note')}
        hint={t('organize.zakat-note-hint')}
        defaultValue={typed?.note}
        error={errors.note}
        required
        maxLength={4000}
        rows={6}
      />
      <TextArea
        id="links"
        label={t('organize.zakat-links')}
        hint={t('organize.zakat-links-hint')}
        mark={t('shell.optional')}
        dir="ltr"
        defaultValue={typed?.links}
        error={errors.links}
      />
      <EvidenceFields files={evidence} campaignId={campaignId} typed={description} errors={errors} />
      <button className="button button-primary" name="intent" value="ask">
        {t('organize.zakat-submit')}
      </button>
    </PageForm>
  )
}
