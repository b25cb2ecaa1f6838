import '../../../styles/organizers/own-charity.css'
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { redirectToLogin, reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { type MessageKey, useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { RadioGroup } from '../../../ui/field.tsx'
import type { Route } from './+types/ownership'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const { organizationId } = params
  const { charity, members, ownId, roles, change } = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/members', { organizationId }),
  )
  // Only owners can transfer, and one change waits at a time; the page of the members shows it.
  if (!roles.includes('owner') || change) throw redirect(`/organize/charities/${organizationId}/team`, 303)
  return { charity, members: members.filter(({ accountId }) => accountId !== ownId) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/ownership`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const accountId = postedText(await postedForm(request), 'account', 40)
  if (accountId === '') return data({ refused: undefined, isMissing: true }, { status: 400 })
  try {
    const { state } = await api('POST /v4/organizations/:organizationId/ownership', { organizationId, accountId })
    return redirect(`/organize/charities/${organizationId}/team?done=${state === 'done' ? 'saved' : state}`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused, isMissing: false }, { status: refused.status })
  }
}

/** An owner chooses the member who becomes an owner in their place. */
export default function CharityOwnership({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { charity, members } = loaderData
  const [chosen, choose] = useState<string>()
  const title = t('own-charity.ownership-title')
  const missing = actionData?.isMissing ? t('own-charity.ownership-missing') : undefined
  const wrong = missing ? [{ id: 'account', text: missing }] : toFormErrors(actionData?.refused, 'ownership')
  return (
    <div className="page narrow-page stack-lg">
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={charity.id} name={charity.name} />
        <h1>{title}</h1>
        <p>{t('own-charity.ownership-lead')}</p>
        <p className="quiet">{t('own-charity.ownership-delay')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {members.length === 0 ? (
        <p className="notice">{t('own-charity.ownership-none')}</p>
      ) : (
        <form method="post" className="stack" id="ownership" noValidate>
          <RadioGroup
            name="account"
            legend={t('own-charity.ownership-to')}
            isWide
            value={chosen}
            onChoose={choose}
            error={missing}
            choices={members.map(({ accountId, name, email, role }) => ({
              value: accountId,
              label: `\u2068${name || email}\u2069`,
              note: `\u2068${email}\u2069 · ${t(`fundraising.role-${role}` as MessageKey)}`,
            }))}
          />
          <p>
            <button className="button button-danger">{t('own-charity.ownership-submit')}</button>
          </p>
        </form>
      )}
    </div>
  )
}
