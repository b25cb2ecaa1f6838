import '../../styles/organizers/organize.css'
import '../../styles/organizers/editor.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { teamRoles } from '#modules/organizers/fundraising/rules/team.ts'
import { isProblem } from '#shared/problem.ts'
import {
  Invitations,
  InviteForm,
  PersonRow,
  PublicFields,
  RoleChoice,
  errorsOfPeopleForm,
} from '../../features/organizers/fundraising/people.tsx'
import { PageTitle } from '../../features/organizers/organizing/page-title.tsx'
import { redirectToLogin } from '../../lib/login-urls.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/form-values.ts'
import { useText } from '../../lib/text.tsx'
import { loadRestricted } from '../../lib/access.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { Route } from './+types/team'

const done = ['saved', 'removed', 'invited'] as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const url = new URL(request.url)
  return loadRestricted(viewer, request, async () => {
    const team = await api('GET /v4/campaigns/:campaignId/team', { campaignId: params.campaignId })
    return {
      ...team,
      campaignId: params.campaignId,
      asksToRemove: url.searchParams.get('remove'),
      done: done.find((option) => url.searchParams.get('done') === option) ?? null,
    }
  })
}

/** Plain forms: invites, changes or removes a member, and withdraws an invitation. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { campaignId } = params
  const here = `/organize/${campaignId}/team`
  const form = await postedForm(request)
  const text = (name: string, max: number) => postedText(form, name, max)
  const intent = text('intent', 10)
  const accountId = text('account', 40)
  const role = teamRoles.find((teamRole) => teamRole === text('role', 20)) ?? 'viewer'
  const typed = {
    email: text('email', 320),
    role,
    publicName: text('publicName', 200),
    publicRole: text('publicRole', 200),
  }
  const { email: _email, ...shown } = typed
  try {
    switch (intent) {
      case 'invite':
        await api('POST /v4/campaigns/:campaignId/team/invitations', { campaignId, ...typed })
        return redirect(`${here}?done=invited`, 303)
      case 'change':
        await api('PATCH /v4/campaigns/:campaignId/team/:accountId', { campaignId, accountId, ...shown })
        return redirect(`${here}?done=saved`, 303)
      case 'back':
        await api('DELETE /v4/campaigns/:campaignId/team/invitations/:invitationId', {
          campaignId,
          invitationId: text('invitation', 40),
        })
        return redirect(`${here}?done=removed`, 303)
      case 'remove':
        await api('DELETE /v4/campaigns/:campaignId/team/:accountId', { campaignId, accountId })
        return redirect(accountId === viewer.id ? '/organize' : `${here}?done=removed`, 303)
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data(
      { refused, typed, at: intent === 'invite' ? intent : accountId || 'invitations', intent },
      { status: refused.status },
    )
  }
}

export default function OrganizeTeam({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, members, invitations, canChange, ownId } = loaderData
  const here = `/organize/${campaignId}/team`
  const title = t('fundraising.team')
  const { refused, typed, at = 'invite' } = actionData ?? {}
  const isInviting = at === 'invite'
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('fundraising.team-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={errorsOfPeopleForm(refused, at)} />
      {loaderData.done && !refused ? (
        <p className="notice" role="status">
          {t(loaderData.done === 'invited' ? 'fundraising.invited' : `fundraising.team-${loaderData.done}`)}
        </p>
      ) : null}
      <div className={canChange ? 'with-panel' : 'stack-lg'}>
        <div className="stack-lg">
          <ul className="card organize-rows">
            {members.map((member) => {
              const changed = actionData?.intent === 'change' && at === member.accountId ? typed : undefined
              const shown = changed ?? member
              return (
                <PersonRow
                  key={member.accountId}
                  person={member}
                  isYou={member.accountId === ownId}
                  page={[member.publicName, member.publicRole].filter(Boolean).join(' · ')}
                  here={here}
                  asksToRemove={loaderData.asksToRemove === member.accountId}
                  canRemove={canChange || member.accountId === ownId}
                  isRefused={changed !== undefined}
                  change={
                    canChange || member.accountId === ownId ? (
                      <>
                        {canChange ? (
                          <RoleChoice id={member.accountId} roles={teamRoles} role={shown.role} />
                        ) : (
                          <input type="hidden" name="role" value={member.role} />
                        )}
                        <PublicFields
                          id={member.accountId}
                          publicName={shown.publicName}
                          publicRole={shown.publicRole}
                          wrong={changed ? (refused?.fields ?? {}) : {}}
                        />
                      </>
                    ) : null
                  }
                />
              )
            })}
          </ul>
          <Invitations invitations={invitations} here={here} />
        </div>
        {canChange ? (
          <InviteForm
            here={here}
            roles={teamRoles}
            first="editor"
            typed={isInviting ? typed : undefined}
            wrong={isInviting ? (refused?.fields ?? {}) : {}}
            hasPublicName
          />
        ) : null}
      </div>
    </>
  )
}
