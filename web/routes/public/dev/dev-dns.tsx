import '#web/features/organizers/charities/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/dev-dns'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/dev-dns', 'platform/faults']

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  try {
    const { records } = await context.get(renderContext).api('GET /v4/dev/dns', {})
    return {
      records,
      name: query.get('name')?.slice(0, 300) ?? '',
      value: query.get('value')?.slice(0, 300) ?? '',
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw new Response(null, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const removed = postedText(form, 'remove', 300)
  const record = removed
    ? { name: removed, value: '' }
    : { name: postedText(form, 'name', 300), value: postedText(form, 'value', 300) }
  try {
    await api('PUT /v4/dev/dns', record)
    return redirect('/dev/dns', 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, record }, { status: refused.status })
  }
}

/** The demo's DNS: TXT records of names below .test. */
export default function DemoDns({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { records, name, value } = loaderData
  const { refused, record } = actionData ?? {}
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('dev-dns.title')}</title>
      <div className="stack">
        <h1>{t('dev-dns.title')}</h1>
        <p className="quiet">{t('dev-dns.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'name')} />
      {records.length === 0 ? <EmptyState title={t('dev-dns.empty')} /> : null}
      {records.length > 0 ? (
        <form method="post">
          <ul className="own-charity-documents">
            {records.map((row) => (
              <li key={row.name} className="own-charity-row">
                <span>
                  <bdi dir="ltr">{row.name}</bdi>
                  <br />
                  <code dir="ltr">{row.value}</code>
                </span>
                <button className="button button-quiet" name="remove" value={row.name}>
                  {t('dev-dns.remove')} <span className="visually-hidden">{row.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </form>
      ) : null}
      <form method="post" className="card card-in stack" noValidate>
        <TextInput
          id="name"
          label={t('dev-dns.name')}
          hint={t('dev-dns.name-hint')}
          error={refused?.fields.name}
          defaultValue={record?.name ?? name}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextInput
          id="value"
          label={t('dev-dns.value')}
          error={refused?.fields.value}
          defaultValue={record?.value ?? value}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
        />
        <p>
          <button className="button button-primary">{t('dev-dns.save')}</button>
        </p>
      </form>
    </div>
  )
}
