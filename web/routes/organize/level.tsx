import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { LevelConflict } from '#web/features/organizers/fundraising/level-conflict.tsx'
import {
  levelFieldsOf,
  LevelFields,
  type PostedLevel,
  postedLevel,
} from '#web/features/organizers/fundraising/level-form.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/level'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const { campaignId, levelId } = params
    const { levels, currency } = await api('GET /v4/campaigns/:campaignId/levels', { campaignId })
    const level = levels.find(({ id }) => id === levelId)
    if (!level && levelId !== 'new') throw new Response(null, { status: 404 })
    return { campaignId, currency, level: level ?? null, idempotencyKey: crypto.randomUUID() }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { campaignId, levelId } = params
  const here = `/organize/${campaignId}/levels`
  const form = await formOfOwner({ context, request })
  let typed: PostedLevel | undefined
  const posted = postedText(form, 'version', 10)
  const version = /^\d+$/.test(posted) ? Number(posted) : undefined
  try {
    const { currency } = await api('GET /v4/campaigns/:campaignId/levels', { campaignId })
    typed = postedLevel(form, currency)
    if (levelId === 'new')
      await api(
        'POST /v4/campaigns/:campaignId/levels',
        { campaignId, ...typed },
        postedText(form, 'idempotencyKey', 64),
      )
    else await api('PATCH /v4/campaigns/:campaignId/levels/:levelId', { campaignId, levelId, version, ...typed })
    return redirect(`${here}?done=saved`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    // The typed text stays in the form next to the stored level; saving again overwrites it.
    return data(
      { refused, typed, version: posted, isConflict: refused.code === 'level-changed' },
      { status: refused.status },
    )
  }
}

/** The level dialog as a page, for browsers without JavaScript. */
export default function OrganizeLevel({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, level, currency, idempotencyKey } = loaderData
  const mine = actionData?.typed
  const conflict = actionData?.isConflict && level && mine ? { theirs: level, mine } : undefined
  const title = t(level ? 'fundraising.level-edit-title' : 'fundraising.level-add')
  return (
    <>
      <PageTitle section={actionData ? t('shell.title-problem', { title }) : title} />
      <h1>{title}</h1>
      <ErrorSummary title={t('shell.problem')} wrong={conflict ? [] : toFormErrors(actionData?.refused, 'amount')} />
      <PageForm className="stack organize-form" noValidate>
        {conflict ? (
          <LevelConflict {...conflict}>
            <button className="button button-primary">{t('fundraising.keep-my-version')}</button>
            <a className="button button-quiet" href={`/organize/${campaignId}/levels/${conflict.theirs.id}`}>
              {t('fundraising.take-theirs')}
            </a>
          </LevelConflict>
        ) : null}
        {level ? null : <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
        {level ? (
          <input
            type="hidden"
            name="version"
            value={conflict ? level.version : (actionData?.version ?? level.version)}
          />
        ) : null}
        <LevelFields
          level={mine ?? (level ? levelFieldsOf(level) : undefined)}
          taken={level ? level.claimed + level.reserved : 0}
          currency={currency}
          wrong={actionData?.refused.fields ?? {}}
        />
        <div className="button-row">
          <button className="button button-primary">{t('fundraising.level-save')}</button>
          <a className="button button-quiet" href={`/organize/${campaignId}/levels`}>
            {t('fundraising.cancel')}
          </a>
        </div>
      </PageForm>
    </>
  )
}
