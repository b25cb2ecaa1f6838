import { dateTimeFormat } from '#shared/formats.ts'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import type { StaffRole } from '#shared/endpoint.ts'
import { dateTag } from '#shared/text.ts'
import { redirectToLogin, reauthenticationUrlFor } from '../../lib/login-urls.ts'
import { loadRestricted } from '../../lib/access.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../lib/form-values.ts'
import { useText } from '../../lib/text.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { FormIds } from '../../ui/labelled.tsx'
import { Badge } from '../../ui/small-parts.tsx'
import '../../styles/trust/desk.css'
import { FactorRemovals } from '../../features/platform/identity/factor-removals.tsx'
import type { Route } from './+types/people'

const roles: readonly StaffRole[] = ['support', 'reviewer', 'finance', 'admin']

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale, now } = context.get(renderContext)
  return loadRestricted(viewer, request, async () => {
    const [{ people }, { removals }] = await Promise.all([
      api('GET /v4/staff/people', {}),
      api('GET /v4/staff/factor-removals', {}),
    ])
    const instant = dateTimeFormat(dateTag(locale), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    return {
      people,
      removals: removals.map((removal) => ({
        ...removal,
        isRemovable: new Date(removal.removableFrom) <= now(),
        removableFrom: instant.format(new Date(removal.removableFrom)),
      })),
      done: (['saved', 'requested', 'removed'] as const).find(
        (option) => option === new URL(request.url).searchParams.get('done'),
      ),
    }
  })
}

/**
 * Plain forms: `find` finds an account by email, `save` saves its roles, `request` and `approve` remove its second
 * factor.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const email = postedText(form, 'email', 254)
  try {
    if (postedText(form, 'intent', 10) === 'find')
      return { refused: undefined, email, found: await api('POST /v4/staff/people/lookups', { email }) }
    if (postedText(form, 'intent', 10) === 'request') {
      await api('POST /v4/staff/factor-removals', { email })
      return redirect('/staff/people?done=requested', 303)
    }
    if (postedText(form, 'intent', 10) === 'approve') {
      await api('POST /v4/staff/factor-removals/:removalId/approve', { removalId: postedText(form, 'removal', 40) })
      return redirect('/staff/people?done=removed', 303)
    }
    await api('PUT /v4/staff/people/:accountId/roles', {
      accountId: postedText(form, 'account', 64),
      roles: roles.filter((role) => form.getAll('roles').includes(role)),
    })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor('/staff/people'), 303)
    if (refused.status === 401) return redirectToLogin('/staff/people')
    return data({ refused, email, found: undefined }, { status: refused.status })
  }
  return redirect('/staff/people?done=saved', 303)
}

export default function StaffPeople({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('people.title')
  const { refused, found } = actionData ?? {}
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('people.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'email')} />
      {loaderData.done && !actionData ? (
        <p className="notice" role="status">
          {t(`people.done-${loaderData.done}`)}
        </p>
      ) : null}
      <form method="post" className="stack account-form" noValidate>
        <TextInput
          id="email"
          type="email"
          label={t('people.find')}
          autoComplete="off"
          defaultValue={actionData?.email}
          error={refused?.fields.email}
        />
        <button className="button button-quiet" name="intent" value="find">
          {t('people.find-submit')}
        </button>
      </form>
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
        <form method="post" className="stack account-form" noValidate>
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
        </form>
      </details>
    </article>
  )
}
