import '../../styles/kit/side-nav.css'
import '../../styles/organizers/organize.css'
import '../../styles/organizers/editor.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { memberRoles } from '#modules/causes/organizations/rules/roles.ts'
import { memberRolesOf } from '#modules/organizers/fundraising/rules/team.ts'
import { isProblem } from '#shared/problem.ts'
import {
  Invitations,
  InviteForm,
  PersonRow,
  RoleChoice,
  errorsOfPeopleForm,
} from '../../features/organizers/fundraising/people.tsx'
import { reauthenticationUrlFor, redirectToLogin } from '../../lib/login-urls.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/form-values.ts'
import { PendingChange } from '../../features/organizers/charities/pending-change.tsx'
import { useText } from '../../lib/text.tsx'
import { loadRestricted } from '../../lib/access.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { Route } from './+types/charity-team'

const done = ['saved', 'removed', 'invited', 'pending', 'requested', 'stopped', 'contested'] as const
const doneText = {
  saved: 'fundraising.team-saved',
  removed: 'fundraising.team-removed',
  invited: 'fundraising.invited',
  pending: 'fundraising.ownership-done-pending',
  requested: 'fundraising.ownership-done-requested',
  stopped: 'fundraising.ownership-done-stopped',
  contested: 'fundraising.ownership-done-contested',
} as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const url = new URL(request.url)
  return loadRestricted(viewer, request, async () => {
    const people = await api('GET /v4/organizations/:organizationId/members', { organizationId: params.organizationId })
    const effectiveAt = people.change?.effectiveAt ?? null
    return {
      ...people,
      changeDate: effectiveAt && formatDay(localDateIn('UTC', new Date(effectiveAt)), locale),
      asksToRemove: url.searchParams.get('remove'),
      done: done.find((option) => url.searchParams.get('done') === option) ?? null,
    }
  })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/team`
  const form = await postedForm(request)
  const text = (name: string, max: number) => postedText(form, name, max)
  const intent = text('intent', 10)
  const accountId = text('account', 40)
  const role = memberRoles.find((memberRole) => memberRole === text('role', 20)) ?? 'editor'
  const typed = { email: text('email', 320), role }
  try {
    switch (intent) {
      case 'invite':
        await api('POST /v4/organizations/:organizationId/members/invitations', { organizationId, ...typed })
        return redirect(`${here}?done=invited`, 303)
      case 'change': {
        const changed = await api('PATCH /v4/organizations/:organizationId/members/:accountId', {
          organizationId,
          accountId,
          role,
        })
        if (changed.state !== 'done') return redirect(`${here}?done=${changed.state}`, 303)
        // A member who gives up the right to manage members can't open this page any more.
        return redirect(
          accountId === viewer.id && memberRolesOf(role).length === 0 ? '/organize' : `${here}?done=saved`,
          303,
        )
      }
      case 'back':
        await api('DELETE /v4/organizations/:organizationId/members/invitations/:invitationId', {
          organizationId,
          invitationId: text('invitation', 40),
        })
        return redirect(`${here}?done=removed`, 303)
      case 'stop': {
        const { state } = await api('POST /v4/organizations/:organizationId/ownership-changes/:changeId/stop', {
          organizationId,
          changeId: text('change', 40),
        })
        return redirect(`${here}?done=${state === 'stopped' ? 'stopped' : 'contested'}`, 303)
      }
      case 'remove': {
        const removed = await api('DELETE /v4/organizations/:organizationId/members/:accountId', {
          organizationId,
          accountId,
        })
        if (removed.state !== 'done') return redirect(`${here}?done=${removed.state}`, 303)
        return redirect(accountId === viewer.id ? '/organize' : `${here}?done=removed`, 303)
      }
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    return data(
      { refused, typed, at: intent === 'invite' ? intent : accountId || 'invitations', intent },
      { status: refused.status },
    )
  }
}

/** A charity's members, for its owners and admins. */
export default function OrganizeCharityTeam({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { charity, members, invitations, roles, ownId, change, changeDate } = loaderData
  const here = `/organize/charities/${charity.id}/team`
  const title = t('fundraising.charity-team', { name: `\u2068${charity.name}\u2069` })
  const { refused, typed, at = 'invite' } = actionData ?? {}
  const isInviting = at === 'invite'
  return (
    <div className="page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('fundraising.charity-team-lead')}</p>
        <p>
          <a href="/organize">{t('organize.title')}</a>
        </p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={errorsOfPeopleForm(refused, at)} />
      {loaderData.done && !refused ? (
        <p className="notice" role="status">
          {t(doneText[loaderData.done])}
        </p>
      ) : null}
      {change ? <PendingChange change={change} date={changeDate} members={members} here={here} /> : null}
      <div className="with-panel">
        <div className="stack-lg">
          <ul className="card organize-rows">
            {members.map((member) => {
              const changed = actionData?.intent === 'change' && at === member.accountId ? typed : undefined
              return (
                <PersonRow
                  key={member.accountId}
                  person={member}
                  isYou={member.accountId === ownId}
                  here={here}
                  asksToRemove={loaderData.asksToRemove === member.accountId}
                  canRemove={member.accountId === ownId || roles.includes(member.role)}
                  isRefused={changed !== undefined}
                  change={
                    roles.includes(member.role) ? (
                      <RoleChoice id={member.accountId} roles={roles} role={(changed ?? member).role} />
                    ) : null
                  }
                />
              )
            })}
          </ul>
          <Invitations invitations={invitations} here={here} />
          {roles.includes('owner') && !change ? (
            <p>
              <a href={`/organize/charities/${charity.id}/ownership`}>{t('fundraising.ownership-link')}</a>
            </p>
          ) : null}
        </div>
        <InviteForm
          here={here}
          roles={roles}
          first="editor"
          typed={isInviting ? typed : undefined}
          wrong={isInviting ? (refused?.fields ?? {}) : {}}
          hasPublicName={false}
        />
      </div>
    </div>
  )
}
