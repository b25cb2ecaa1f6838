import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import { teamRoles } from '#modules/organizers/fundraising/rules/team.ts'
import {
  Invitations,
  InviteForm,
  PersonRow,
  PublicFields,
  RoleChoice,
  errorsOfPeopleForm,
  placeOf,
} from '#web/features/organizers/fundraising/people.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { choice, hidden, text, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/team'

const done = {
  saved: 'fundraising.team-saved',
  removed: 'fundraising.team-removed',
  invited: 'fundraising.invited',
} as const

const shown = { role: choice(teamRoles, 'viewer'), publicName: text(60), publicRole: text(60) }
/** Invites, changes or removes a member, or withdraws an invitation. */
const forms = {
  invite: { email: unlimited(320), ...shown },
  change: { account: hidden, ...shown },
  back: { invitation: hidden },
  remove: { account: hidden },
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => ({
    ...(await api('GET /v4/campaigns/:campaignId/team', { campaignId: params.campaignId })),
    campaignId: params.campaignId,
    asksToRemove: query.get('remove'),
  }))

export const action = (args: Route.ActionArgs) => {
  const { campaignId } = args.params
  return submitForms(
    args,
    forms,
    {
      invite: async (values, { api }) => {
        await api('POST /v4/campaigns/:campaignId/team/invitations', { campaignId, ...values })
        return '?done=invited'
      },
      change: async ({ account: accountId, ...values }, { api }) => {
        await api('PATCH /v4/campaigns/:campaignId/team/:accountId', { campaignId, accountId, ...values })
        return '?done=saved'
      },
      back: async ({ invitation: invitationId }, { api }) => {
        const call = 'DELETE /v4/campaigns/:campaignId/team/invitations/:invitationId'
        await api(call, { campaignId, invitationId })
        return '?done=removed'
      },
      remove: async ({ account: accountId }, { api, viewer }) => {
        await api('DELETE /v4/campaigns/:campaignId/team/:accountId', { campaignId, accountId })
        return accountId === viewer.id ? '/organize' : '?done=removed'
      },
    },
    { decisions: ['invite', 'change', 'back', 'remove'] },
  )
}

export default function OrganizeTeam({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, members, invitations, canChange, ownId } = loaderData
  const here = `/organize/${campaignId}/team`
  const title = t('fundraising.team')
  const refused = actionData?.refused
  const invited = sentAs(actionData, 'invite')
  const changed = sentAs(actionData, 'change')?.values
  const wrong = { isRefused: refused !== undefined, errors: errorsOfPeopleForm(refused, placeOf(actionData)) }
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('fundraising.team-lead')}</p>
      </div>
      <FormResult sent={actionData} forms={[wrong]} done={done} />
      <div className={canChange ? 'with-panel' : 'stack-lg'}>
        <div className="stack-lg">
          <ul className="card organize-rows">
            {members.map((member) => {
              const typed = changed?.account === member.accountId ? changed : undefined
              const { role, publicName, publicRole } = { ...member, ...typed }
              return (
                <PersonRow
                  key={member.accountId}
                  person={member}
                  isYou={member.accountId === ownId}
                  page={[member.publicName, member.publicRole].filter(Boolean).join(' · ')}
                  here={here}
                  asksToRemove={loaderData.asksToRemove === member.accountId}
                  canRemove={canChange || member.accountId === ownId}
                  isRefused={typed !== undefined}
                  change={
                    canChange || member.accountId === ownId ? (
                      <>
                        {canChange ? (
                          <RoleChoice id={member.accountId} roles={teamRoles} role={role} />
                        ) : (
                          <input type="hidden" name="role" value={member.role} />
                        )}
                        <PublicFields
                          id={member.accountId}
                          publicName={publicName}
                          publicRole={publicRole}
                          wrong={typed ? (refused?.fields ?? {}) : {}}
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
            typed={invited?.values}
            wrong={invited?.refused?.fields ?? {}}
            hasPublicName
          />
        ) : null}
      </div>
    </>
  )
}
