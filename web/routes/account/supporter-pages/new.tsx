import '#web/features/organizers/supporter-pages/supporter.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PageFields } from '#web/features/organizers/supporter-pages/page-fields.tsx'
import { pageToSend, readTypedPage, type TypedPage } from '#web/features/organizers/supporter-pages/posted-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/new'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/supporter-pages', 'organizers/faults']

const emptyPage: TypedPage = {
  title: '',
  supporterName: '',
  story: '',
  goal: '',
  picture: '',
  pictureAlt: '',
  teamId: '',
  isOnLeaderboard: false,
}

/** `for`: the slug of a fundraiser, hosted page or team; a page for a team joins the team. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  const slug = new URL(request.url).searchParams.get('for') ?? ''
  return findOr404(async () => {
    const request = await api('GET /v4/campaign-pages/:slug', { slug: slug.slice(0, 200) || '-' })
    const root = request.parents.at(-1)?.slug
    const campaign = root ? await api('GET /v4/campaign-pages/:slug', { slug: root }) : request
    const [settings, { pages }, user] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/supporters/teams', { campaignId: campaign.id }),
      api('GET /v4/account/supporter-pages', {}),
      api('GET /api/user/current', {}),
    ])
    const have = pages.find(({ parent }) => parent.campaignId === campaign.id)
    if (have) throw redirect(`/account/pages/${have.id}?done=have`, 303)
    return {
      ...settings,
      campaign: { id: campaign.id, slug: campaign.slug, title: campaign.title, language: campaign.language },
      isOpen: campaign.open,
      isConfirmed: user.emailConfirmed,
      teamId: settings.teams.find(({ campaignId }) => campaignId === request.id)?.id ?? '',
      name: `${user['first-name']} ${user['last-name']}`.trim(),
    }
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const typed = readTypedPage(form)
  const kind = postedText(form, 'kind', 10) === 'team' ? ('team' as const) : ('supporter' as const)
  try {
    const page = await api('POST /v4/supporter-pages', {
      ...pageToSend(typed, postedText(form, 'currency', 3)),
      parentId: postedText(form, 'parentId', 18),
      kind,
    })
    return redirect(`/account/pages/${page.id}?done=opened`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin('/account/pages')
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, typed, kind }, { status: refused.status })
  }
}

/** Creates a supporter's page or a team's below a fundraiser. */
export default function NewSupporterPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaign, takesSupporters, isOpen, isConfirmed } = loaderData
  const { refused, typed, kind } = actionData ?? {}
  const title = t('supporter-pages.new')
  const canOpen = takesSupporters && isOpen && isConfirmed
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          <a href={`/v4/campaign/${encodeURIComponent(campaign.slug)}`}>
            {t('supporter-pages.back-to', { title: `\u2068${campaign.title}\u2069` })}
          </a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t('supporter-pages.new-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'title')} />
      {takesSupporters && isOpen ? null : <p className="notice">{t('supporter-pages.off')}</p>}
      {isConfirmed ? null : <p className="notice">{t('supporter-pages.confirm-email')}</p>}
      {canOpen ? (
        <PageForm className="stack supporter-form" noValidate>
          <input type="hidden" name="parentId" value={campaign.id} />
          <input type="hidden" name="currency" value={loaderData.currency} />
          <fieldset className="group">
            <legend>{t('supporter-pages.kind')}</legend>
            {(['supporter', 'team'] as const).map((option) => (
              <label key={option} className="check" htmlFor={`kind-${option}`}>
                <input
                  id={`kind-${option}`}
                  type="radio"
                  name="kind"
                  value={option}
                  defaultChecked={option === (kind ?? 'supporter')}
                />
                <span>{t(`supporter-pages.kind-${option}`)}</span>
              </label>
            ))}
          </fieldset>
          <PageFields
            typed={typed ?? { ...emptyPage, supporterName: loaderData.name, teamId: loaderData.teamId }}
            errors={refused?.fields ?? {}}
            currency={loaderData.currency}
            teams={loaderData.teams}
            mayMove
            hasLeaderboard={loaderData.hasLeaderboard}
          />
          {loaderData.needsApproval ? <p className="quiet">{t('supporter-pages.needs-approval')}</p> : null}
          <p>
            <button className="button button-primary">{t('supporter-pages.open')}</button>
          </p>
        </PageForm>
      ) : null}
    </>
  )
}
