import { loadPage } from '#web/kit/load-page.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { actText } from '#web/features/platform/audit/act-text.ts'
import { TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import '#web/features/trust/moderation/desk-audit.css'
import type { Route } from './+types/audit'

const fields = ['actor', 'act', 'object', 'from', 'until'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const text = (name: string, shape: RegExp) => {
      const value = query.get(name)?.trim() ?? ''
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
    return {
      ...(await api('GET /v4/staff/audit', { ...filter, ...before })),
      filter,
    }
  })

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
          <ol className="card desk-audit">
            {entries.map((entry) => (
              <li key={entry.id}>
                <time className="quiet small" dateTime={entry.at}>
                  <bdi>{entry.at.slice(0, 16).replace('T', ' ')}</bdi>
                </time>
                <div>
                  <p>
                    <bdi className="strong">{who(entry)}</bdi> <bdi>{actText(t, entry.act)}</bdi>
                  </p>
                  <p className="quiet small">
                    <a
                      className="tap-link"
                      href={`/staff/audit?${new URLSearchParams({ object: entry.object }).toString()}`}
                      dir="ltr"
                    >
                      {entry.object}
                    </a>
                  </p>
                  <Details details={entry.details} />
                </div>
              </li>
            ))}
          </ol>
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

/** The details of an entry as names and values. */
function Details({ details }: { readonly details: unknown }) {
  const t = useText()
  const entries =
    details && typeof details === 'object'
      ? Object.entries(details).filter(([, value]) => value !== null && value !== '')
      : []
  if (entries.length === 0) return null
  return (
    <details>
      <summary>{t('audit.details')}</summary>
      <dl className="desk-audit-details" dir="ltr">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
