import '#web/styles/kit/side-nav.css'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { memberRoles } from '#modules/causes/organizations/rules/roles.ts'
import { memberRolesOf } from '#modules/organizers/fundraising/rules/team.ts'
import {
  Invitations,
  InviteForm,
  PersonRow,
  RoleChoice,
  errorsOfPeopleForm,
  placeOf,
} from '#web/features/organizers/fundraising/people.tsx'
import { choice, hidden, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs } from '#web/kit/view-form.ts'
import { PendingChange } from '#web/features/organizers/charities/pending-change.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/charity-team'
import { organizeNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = organizeNamespaces

const done = {
  saved: 'fundraising.team-saved',
  removed: 'fundraising.team-removed',
  invited: 'fundraising.invited',
  pending: 'fundraising.ownership-done-pending',
  requested: 'fundraising.ownership-done-requested',
  stopped: 'fundraising.ownership-done-stopped',
  contested: 'fundraising.ownership-done-contested',
} as const

const role = choice(memberRoles, 'editor')
/** Invites, changes or removes a member, withdraws an invitation, or stops a change of ownership. */
const forms = {
  invite: { email: unlimited(320), role },
  change: { account: hidden, role },
  back: { invitation: hidden },
  stop: { change: hidden },
  remove: { account: hidden },
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const people = await api('GET /v4/organizations/:organizationId/members', params)
    const effectiveAt = people.change?.effectiveAt ?? null
    return {
      ...people,
      changeDate: effectiveAt && formatDay(localDateIn('UTC', new Date(effectiveAt)), locale),
      asksToRemove: query.get('remove'),
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(
    args,
    forms,
    {
      invite: async (values, { api }) => {
        await api('POST /v4/organizations/:organizationId/members/invitations', { organizationId, ...values })
        return '?done=invited'
      },
      change: async ({ account: accountId, role: chosen }, { api, viewer }) => {
        const call = 'PATCH /v4/organizations/:organizationId/members/:accountId'
        const { state } = await api(call, { organizationId, accountId, role: chosen })
        if (state !== 'done') return `?done=${state}`
        // A member who gives up the right to manage members can't open this page any more.
        return accountId === viewer.id && memberRolesOf(chosen).length === 0 ? '/organize' : '?done=saved'
      },
      back: async ({ invitation: invitationId }, { api }) => {
        const call = 'DELETE /v4/organizations/:organizationId/members/invitations/:invitationId'
        await api(call, { organizationId, invitationId })
        return '?done=removed'
      },
      stop: async ({ change: changeId }, { api }) => {
        const call = 'POST /v4/organizations/:organizationId/ownership-changes/:changeId/stop'
        const { state } = await api(call, { organizationId, changeId })
        return `?done=${state === 'stopped' ? 'stopped' : 'contested'}`
      },
      remove: async ({ account: accountId }, { api, viewer }) => {
        const call = 'DELETE /v4/organizations/:organizationId/members/:accountId'
        const { state } = await api(call, { organizationId, accountId })
        if (state !== 'done') return `?done=${state}`
        return accountId === viewer.id ? '/organize' : '?done=removed'
      },
    },
    { decisions: ['invite', 'change', 'back', 'stop', 'remove'] },
  )
}

/** A charity's members, for its owners and admins. */
export default function OrganizeCharityTeam({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { charity, members, invitations, roles, ownId, change, changeDate } = loaderData
  const here = `/organize/charities/${charity.id}/team`
  const title = t('fundraising.charity-team', { name: `\u2068${charity.name}\u2069` })
  const refused = actionData?.refused
  const invited = sentAs(actionData, 'invite')
  const changed = sentAs(actionData, 'change')?.values
  const wrong = { isRefused: refused !== undefined, errors: errorsOfPeopleForm(refused, placeOf(actionData)) }
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('fundraising.charity-team-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[wrong]} done={done} />
      {change ? <PendingChange change={change} date={changeDate} members={members} here={here} /> : null}
      <div className="with-panel">
        <div className="stack-lg">
          <ul className="card organize-rows">
            {members.map((member) => {
              const typed = changed?.account === member.accountId ? changed : undefined
              return (
                <PersonRow
                  key={member.accountId}
                  person={member}
                  isYou={member.accountId === ownId}
                  here={here}
                  asksToRemove={loaderData.asksToRemove === member.accountId}
                  canRemove={member.accountId === ownId || roles.includes(member.role)}
                  isRefused={typed !== undefined}
                  change={
                    roles.includes(member.role) ? (
                      <RoleChoice id={member.accountId} roles={roles} role={typed?.role ?? member.role} />
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
          typed={invited?.values}
          wrong={invited?.refused?.fields ?? {}}
          hasPublicName={false}
        />
      </div>
    </>
  )
}
