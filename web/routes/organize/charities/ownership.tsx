import '#web/features/organizers/charities/own-charity.css'
import { useState } from 'react'
import { redirect } from 'react-router'
import { hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { RadioGroup } from '#web/ui/field.tsx'
import type { Route } from './+types/ownership'

const fields = { account: { ...hidden, path: 'accountId' } }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const { members, ownId, roles, change } = await api('GET /v4/organizations/:organizationId/members', params)
    // Only owners can transfer, and one change waits at a time; the page of the members shows it.
    if (!roles.includes('owner') || change) throw redirect(`/organize/charities/${params.organizationId}/team`, 303)
    return { members: members.filter(({ accountId }) => accountId !== ownId) }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    fields,
    async ({ account: accountId }, { api }) => {
      const { organizationId } = args.params
      const { state } = await api('POST /v4/organizations/:organizationId/ownership', { organizationId, accountId })
      return `/organize/charities/${organizationId}/team?done=${state === 'done' ? 'saved' : state}`
    },
    { decisions: ['form'] },
  )

/** An owner chooses the member who becomes an owner in their place. */
export default function CharityOwnership({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { members } = loaderData
  const texts = { account: t('own-charity.ownership-missing') }
  const form = viewForm(fields, actionData, {}, { first: 'ownership', texts })
  const [chosen, choose] = useState(form.values.account)
  const title = t('own-charity.ownership-title')
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p>{t('own-charity.ownership-lead')}</p>
        <p className="quiet">{t('own-charity.ownership-delay')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
      {members.length === 0 ? (
        <p className="notice">{t('own-charity.ownership-none')}</p>
      ) : (
        <PageForm className="stack" id="ownership" noValidate>
          <RadioGroup
            name="account"
            legend={t('own-charity.ownership-to')}
            isWide
            value={chosen}
            onChoose={choose}
            error={form.errorOf('account')}
            choices={members.map(({ accountId, name, email, role }) => ({
              value: accountId,
              label: `\u2068${name || email}\u2069`,
              note: `\u2068${email}\u2069 · ${t(`fundraising.role-${role}` as MessageKey)}`,
            }))}
          />
          <p>
            <button className="button button-danger">{t('own-charity.ownership-submit')}</button>
          </p>
        </PageForm>
      )}
    </div>
  )
}
