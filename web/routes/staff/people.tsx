import { dateTimeFormat } from '#shared/formats.ts'
import type { StaffRole } from '#shared/endpoint.ts'
import { dateTag } from '#shared/text.ts'
import { choices, hidden, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox, TextInput } from '#web/ui/field.tsx'
import { FormIds } from '#web/ui/labelled.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/features/trust/moderation/desk.css'
import { FactorRemovals } from '#web/features/platform/identity/factor-removals.tsx'
import type { Route } from './+types/people'

const roles: readonly StaffRole[] = ['support', 'reviewer', 'finance', 'admin']

/** Finds an account by email, saves its roles, or requests or approves the removal of its second factor. */
const forms = {
  find: { email: unlimited(254) },
  save: { account: hidden, roles: choices(roles) },
  request: { email: unlimited(254) },
  approve: { removal: hidden },
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, now }) => {
    const [{ people }, { removals }] = await Promise.all([
      api('GET /v4/staff/people', {}),
      api('GET /v4/staff/factor-removals', {}),
    ])
    const instant = dateTimeFormat(dateTag(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    return {
      people,
      removals: removals.map((removal) => ({
        ...removal,
        isRemovable: new Date(removal.removableFrom) <= now(),
        removableFrom: instant.format(new Date(removal.removableFrom)),
      })),
    }
  })

export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    forms,
    {
      find: async (values, { api }) => ({ result: await api('POST /v4/staff/people/lookups', values) }),
      save: async ({ account: accountId, roles: chosen }, { api }) => {
        await api('PUT /v4/staff/people/:accountId/roles', { accountId, roles: chosen })
        return '?done=saved'
      },
      request: async (values, { api }) => {
        await api('POST /v4/staff/factor-removals', values)
        return '?done=requested'
      },
      approve: async ({ removal: removalId }, { api }) => {
        await api('POST /v4/staff/factor-removals/:removalId/approve', { removalId })
        return '?done=removed'
      },
    },
    { decisions: ['save', 'request', 'approve'] },
  )

const done = {
  saved: 'people.done-saved',
  requested: 'people.done-requested',
  removed: 'people.done-removed',
} as const

export default function StaffPeople({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('people.title')
  const found = sentAs(actionData, 'find')?.result
  const form = viewForm(forms.find, sentAs(actionData, 'find') ?? sentAs(actionData, 'request'))
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('people.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} first="email" done={done} />
      <PageForm className="stack account-form" noValidate>
        <TextInput {...form.control('email')} type="email" label={t('people.find')} autoComplete="off" />
        <button className="button button-quiet" name="intent" value="find">
          {t('people.find-submit')}
        </button>
      </PageForm>
      <ul className="desk-list desk-people">
        {found && !loaderData.people.some(({ id }) => id === found.id) ? (
          <li>
            <Person of={found} isOpen />
          </li>
        ) : null}
        {loaderData.people.map((person) => (
          <li key={person.id}>
            <Person of={person} isOpen={found?.id === person.id} />
          </li>
        ))}
      </ul>
      <FactorRemovals removals={loaderData.removals} />
    </>
  )
}

function Person({
  of,
  isOpen,
}: {
  readonly of: Route.ComponentProps['loaderData']['people'][number]
  readonly isOpen: boolean
}) {
  const t = useText()
  const name = `\u2068${of.name || of.email}\u2069`
  return (
    <article className="card card-in stack" aria-label={of.name || of.email}>
      <div className="desk-case-head row-apart">
        <p>
          <bdi className="strong">{of.name}</bdi> <bdi className="quiet">{of.email}</bdi>
        </p>
        <p className="button-row">
          {of.roles.length === 0 ? <span className="quiet">{t('people.none')}</span> : null}
          {of.roles.map((role) => (
            <Badge key={role} look="brand">
              {t(`people.role-${role}`)}
            </Badge>
          ))}
        </p>
      </div>
      <details open={isOpen}>
        <summary>
          {t('people.change')} <span className="visually-hidden">{name}</span>
        </summary>
        <PageForm className="stack account-form" noValidate>
          <input type="hidden" name="account" value={of.id} />
          <fieldset className="group">
            <legend className="visually-hidden">{t('people.roles', { name })}</legend>
            <FormIds value={`${of.id}-`}>
              {roles.map((role) => (
                <Checkbox
                  key={role}
                  id={role}
                  name="roles"
                  value={role}
                  label={t(`people.role-${role}`)}
                  hint={t(`people.role-${role}-hint`)}
                  defaultChecked={of.roles.includes(role)}
                />
              ))}
            </FormIds>
          </fieldset>
          <p className="quiet small">{t('people.save-hint')}</p>
          <button className="button button-primary" name="intent" value="save">
            {t('people.save')}
          </button>
        </PageForm>
      </details>
    </article>
  )
}
