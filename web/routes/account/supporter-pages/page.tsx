import '#web/features/organizers/supporter-pages/supporter.css'
import { data, redirect } from 'react-router'
import { renderContext, type ServerApi } from '#server/pages/render-context.ts'
import { fieldLimits } from '#modules/organizers/supporter-pages/rules/page-fields.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { exponentOf } from '#shared/money.ts'
import { isUuid } from '#shared/ids.ts'
import { PageFields } from '#web/features/organizers/supporter-pages/page-fields.tsx'
import { stateLook, stateText } from '#web/features/organizers/supporter-pages/page-state.ts'
import {
  pageTextNames,
  pageToSend,
  readTypedPage,
  textsOfTyped,
  type TypedPage,
  typedOfTexts,
} from '#web/features/organizers/supporter-pages/posted-page.ts'
import { LoadedTexts, postedLoaded, viewMerged } from '#web/kit/loaded-texts.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/page'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/supporter-pages', 'organizers/faults']

const notices = {
  saved: 'supporter-pages.saved',
  opened: 'supporter-pages.opened',
  have: 'supporter-pages.have',
  state: 'supporter-pages.changed',
} as const

/** One of the viewer's own pages. `picture`: one that was just uploaded, to save with the page. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const page = await api('GET /v4/account/supporter-pages/:pageId', { pageId: params.pageId })
    const done = query.get('done')
    const picture = query.get('picture')
    return {
      page,
      teams: page.mayMove ? await teamsOf(api, page.parent.campaignId) : [],
      picture: picture && isUuid(picture) ? picture : page.picture,
      done: Object.keys(notices).find((key): key is keyof typeof notices => key === done) ?? null,
    }
  })

/** Returns no teams while the parent isn't public. */
async function teamsOf(api: ServerApi, campaignId: string) {
  try {
    return (await api('GET /v4/campaigns/:campaignId/supporters/teams', { campaignId })).teams
  } catch {
    return []
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { pageId } = params
  const here = `/account/pages/${encodeURIComponent(pageId)}`
  const form = await formOfOwner({ context, request })
  const state = postedText(form, 'state', 10)
  const typed = readTypedPage(form)
  const loaded = postedLoaded(form, pageTextNames, fieldLimits.story)
  try {
    if (state === 'live' || state === 'ended') {
      await api('POST /v4/account/supporter-pages/:pageId/state', { pageId, state })
      return redirect(`${here}?done=state`, 303)
    }
    const currency = postedText(form, 'currency', 3)
    const sent = pageToSend(typed, currency)
    const before = loaded ? { loaded: pageToSend(typedOfTexts(loaded), currency) } : {}
    await api('PUT /v4/account/supporter-pages/:pageId', { pageId, ...sent, ...before })
    return redirect(`${here}?done=saved`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, typed, loaded }, { status: refused.status })
  }
}

type Data = Route.ComponentProps['loaderData']

const typedOf = ({ page }: Data): TypedPage => ({
  title: page.title,
  supporterName: page.supporterName,
  story: page.story,
  goal: page.goal === null ? '' : String(page.goal / 10 ** exponentOf(page.currency)),
  picture: page.picture,
  pictureAlt: page.pictureAlt,
  teamId: page.teamId ?? '',
  isOnLeaderboard: page.isOnLeaderboard,
})

/** Edits a supporter's page: its texts, picture and state. */
export default function OwnSupporterPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { page, teams, done } = loaderData
  const { refused } = actionData ?? {}
  const form = viewMerged(
    textsOfTyped(typedOf(loaderData)),
    actionData && { ...actionData, typed: textsOfTyped(actionData.typed) },
  )
  const typed = typedOfTexts(actionData ? form.values : { ...form.values, picture: loaderData.picture })
  const errors = refused?.fields ?? {}
  const title = t('supporter-pages.change')
  const doneText =
    done === 'opened' && page.state === 'waiting' ? 'supporter-pages.opened-waiting' : done && notices[done]
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          <a href="/account/pages">{t('supporter-pages.title')}</a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t('supporter-pages.for', { title: `\u2068${page.parent.title}\u2069` })}</p>
        <p>
          <Badge look={stateLook(page)}>{t(stateText(page))}</Badge>{' '}
          <Amount minor={page.raised} currency={page.currency} />{' '}
          {page.isPublic ? (
            <a href={`/v4/campaign/${encodeURIComponent(page.slug)}`}>{t('supporter-pages.see')}</a>
          ) : null}
        </p>
        <StateNote page={page} />
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'title')} />
      {doneText && !refused ? (
        <p className="notice" role="status">
          {t(doneText)}
        </p>
      ) : null}
      <PageForm className="stack supporter-form" noValidate>
        <input type="hidden" name="currency" value={page.currency} />
        <LoadedTexts texts={form.loaded} />
        <PageFields
          typed={typed}
          errors={errors}
          currency={page.currency}
          teams={teams}
          mayMove={page.mayMove}
          hasLeaderboard={page.parent.hasLeaderboard}
        />
        {page.mayMove || page.teamId === null ? null : <p className="quiet small">{t('supporter-pages.team-fixed')}</p>}
        <ChosenPicture typed={typed} errors={errors} />
        <p>
          <button className="button button-primary">{t('supporter-pages.save')}</button>
        </p>
      </PageForm>
      <UploadPicture back={`/account/pages/${page.id}`} />
      <OwnStates state={page.state} />
    </>
  )
}

function StateNote({ page }: { readonly page: Data['page'] }) {
  const t = useText()
  if (page.state === 'waiting') return <p>{t('supporter-pages.waiting-text')}</p>
  if (page.state === 'hidden') return <p>{t('supporter-pages.hidden-text')}</p>
  return page.state === 'live' && !page.isPublic ? <p>{t('supporter-pages.paused-text')}</p> : null
}

/** The page's picture, or the one that will be saved. */
function ChosenPicture({
  typed,
  errors,
}: {
  readonly typed: TypedPage
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  if (typed.picture === '') return null
  return (
    <>
      <input type="hidden" name="picture" value={typed.picture} />
      <img src={`${pictureUrl(typed.picture)}&w=480`} alt={typed.pictureAlt} width="240" height="135" />
      <TextInput
        id="pictureAlt"
        label={t('supporter-pages.field-picture-alt')}
        hint={t('supporter-pages.field-picture-alt-hint')}
        error={errors.pictureAlt ?? errors.picture}
        defaultValue={typed.pictureAlt}
        maxLength={fieldLimits.pictureAlt}
        required
      />
      <p>
        <button className="button button-quiet" name="without" value="picture">
          {t('supporter-pages.picture-remove')}
        </button>
      </p>
    </>
  )
}

/** A separate form that uploads the file and returns to the page. */
function UploadPicture({ back }: { readonly back: string }) {
  const t = useText()
  return (
    <PageForm
      encType="multipart/form-data"
      action={`/v4/media?back=${encodeURIComponent(back)}`}
      className="stack supporter-form"
    >
      <div className="field">
        <label htmlFor="picture-file">{t('supporter-pages.field-picture')}</label>
        <p className="hint" id="picture-file-hint">
          {t('supporter-pages.field-picture-hint')}
        </p>
        <input
          className="input"
          id="picture-file"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-describedby="picture-file-hint"
          required
        />
      </div>
      <p>
        <button className="button button-quiet">{t('supporter-pages.picture-send')}</button>
      </p>
    </PageForm>
  )
}

function OwnStates({ state }: { readonly state: Data['page']['state'] }) {
  const t = useText()
  if (state !== 'live' && state !== 'ended') return null
  return (
    <PageForm className="stack">
      {state === 'live' ? <p className="quiet">{t('supporter-pages.end-text')}</p> : null}
      <p>
        <button className="button button-quiet" name="state" value={state === 'live' ? 'ended' : 'live'}>
          {t(state === 'live' ? 'supporter-pages.end' : 'supporter-pages.reopen')}
        </button>
      </p>
    </PageForm>
  )
}
