import type { ReactNode } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { type MessageKey, useText } from '../../lib/text.tsx'
import { theirs } from '../../lib/theirs.ts'
import { TextInput } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import '../../styles/trust/desk.css'
import type { Route } from './+types/audit'

const fields = ['actor', 'act', 'object', 'from', 'until'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const { searchParams } = new URL(request.url)
  const text = (name: string, shape: RegExp) => {
    const value = searchParams.get(name)?.trim() ?? ''
    return shape.test(value) ? { [name]: value } : {}
  }
  const filter: { readonly [Name in (typeof fields)[number]]?: string } = {
    ...text('actor', /^.{1,254}$/),
    ...text('act', /^.{1,100}$/),
    ...text('object', /^.{1,100}$/),
    ...text('from', /^\d{4}-\d\d-\d\d$/),
    ...text('until', /^\d{4}-\d\d-\d\d$/),
  }
  const before = text('before', /^\d{1,18}$/) as { before?: string }
  return { ...(await theirs(viewer, request, () => api('GET /v4/staff/audit', { ...filter, ...before }))), filter }
}

export default function StaffAudit({ loaderData: { entries, next, filter } }: Route.ComponentProps) {
  const t = useText()
  const query = (more: Record<string, string> = {}) => new URLSearchParams({ ...filter, ...more }).toString()
  const who = (entry: (typeof entries)[number]) =>
    entry.actorKind === 'account' ? entry.actor || entry.actorId : t(`audit.${entry.actorKind}` as MessageKey)
  return (
    <>
      <title>{t('audit.title')}</title>
      <div className="stack">
        <h1>{t('audit.title')}</h1>
        <p className="quiet">{t('audit.lead')}</p>
      </div>
      <form method="get" className="desk-filter" action="/staff/audit">
        {fields.map((name) => (
          <TextInput
            key={name}
            id={name}
            type={name === 'from' || name === 'until' ? 'date' : 'text'}
            label={t(`audit.${name}`)}
            defaultValue={filter[name]}
            autoComplete="off"
          />
        ))}
        <button className="button button-quiet">{t('audit.show')}</button>
      </form>
      {entries.length === 0 ? (
        <EmptyState title={t('audit.empty')} />
      ) : (
        <>
          <p>
            <a href={`/v4/staff/audit/export?${query()}`} download="audit.csv">
              {t('audit.export')}
            </a>
          </p>
          <table className="desk-table">
            <thead>
              <tr>
                {(['when', 'who', 'what', 'to', 'details'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`audit.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <Cell of="when">
                    <time dateTime={entry.at}>{entry.at.slice(0, 19).replace('T', ' ')}</time>
                  </Cell>
                  <Cell of="who">{who(entry)}</Cell>
                  <Cell of="what">{entry.act}</Cell>
                  <Cell of="to">{entry.object}</Cell>
                  <Cell of="details">
                    <code dir="ltr">{JSON.stringify(entry.details)}</code>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {next ? (
        <p>
          <a className="button button-quiet" href={`/staff/audit?${query({ before: next })}`}>
            {t('audit.older')}
          </a>
        </p>
      ) : null}
    </>
  )
}

/** Its column's name goes with it where a table has no room for columns. */
function Cell({
  of,
  children,
}: {
  readonly of: 'when' | 'who' | 'what' | 'to' | 'details'
  readonly children: ReactNode
}) {
  const t = useText()
  return (
    <td data-label={t(`audit.${of}`)}>
      <bdi>{children}</bdi>
    </td>
  )
}
