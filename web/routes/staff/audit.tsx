import { loadPage } from '#web/kit/load-page.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { actText } from '#web/features/platform/audit/act-text.ts'
import { Select, TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import '#web/features/trust/moderation/desk-audit.css'
import type { Route } from './+types/audit'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['trust/audit-acts']

/** Parts of the platform whose acts are most often looked for. */
const auditKinds = [
  'identity',
  'charities',
  'fundraising',
  'moderation',
  'payouts',
  'refunds',
  'receipts',
  'subscriptions',
  'zakat',
  'privacy',
] as const

/** The pages of objects, which end with the object's id; null for objects without a page for staff. */
const objectPages = {
  organization: '/staff/charities/',
  intent: '/staff/donations/',
  case: '/staff/cases/',
  payout: '/staff/payouts/',
  campaign: null,
  account: null,
  donation: null,
  receipt: null,
  refund: null,
  subscription: null,
  'gift-aid-claim': null,
  'payout-batch': null,
  card: null,
  comment: null,
  'screening-list': null,
  flag: null,
  bank: null,
  hijri: null,
  ledger: null,
} as const

type FilterName = 'actor' | 'act' | 'charity' | 'object' | 'from' | 'until'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const text = (name: string, shape: RegExp) => {
      const value = query.get(name)?.trim() ?? ''
      return shape.test(value) ? { [name]: value } : {}
    }
    const filter: { readonly [Name in FilterName]?: string } = {
      ...text('actor', /^.{1,254}$/),
      ...text('act', /^.{1,100}$/),
      ...text('charity', /^\d{1,18}$/),
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

export default function StaffAudit({ loaderData: { entries, next, filter, charities } }: Route.ComponentProps) {
  const t = useText()
  const query = (more: Record<string, string> = {}) => new URLSearchParams({ ...filter, ...more }).toString()
  const who = (entry: (typeof entries)[number]) =>
    entry.actorKind === 'account'
      ? entry.actorName || entry.actor || entry.actorId
      : t(`audit.${entry.actorKind}` as MessageKey)
  return (
    <>
      <title>{t('audit.title')}</title>
      <div className="stack">
        <h1>{t('audit.title')}</h1>
        <p className="quiet">{t('audit.lead')}</p>
      </div>
      <form method="get" className="desk-filter" action="/staff/audit">
        <TextInput id="actor" label={t('audit.actor')} defaultValue={filter.actor} autoComplete="off" />
        <Select id="act" label={t('audit.act')} defaultValue={filter.act ?? ''}>
          <option value="">{t('audit.act-all')}</option>
          {auditKinds.map((kind) => (
            <option key={kind} value={`${kind}.`}>
              {t(`audit.kind-${kind}`)}
            </option>
          ))}
          {filter.act && !auditKinds.some((kind) => `${kind}.` === filter.act) ? (
            <option value={filter.act}>{actText(t, filter.act)}</option>
          ) : null}
        </Select>
        <Select id="charity" label={t('audit.charity')} defaultValue={filter.charity ?? ''}>
          <option value="">{t('audit.charity-all')}</option>
          {charities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {(['object', 'from', 'until'] as const).map((name) => (
          <TextInput
            key={name}
            id={name}
            type={name === 'object' ? 'text' : 'date'}
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
                  <AuditObject object={entry.object} name={entry.objectName} />
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

/** What the entry is about: its kind and name, which show all its entries, and a link to its page. */
function AuditObject({ object, name }: { readonly object: string; readonly name: string | null }) {
  const t = useText()
  const [kind = '', id = ''] = object.split(':')
  const label = kind in objectPages ? t(`audit.object-${kind as keyof typeof objectPages}`) : kind
  const page = kind in objectPages ? objectPages[kind as keyof typeof objectPages] : undefined
  return (
    <p className="quiet small">
      {label}{' '}
      <a className="tap-link" href={`/staff/audit?${new URLSearchParams({ object }).toString()}`}>
        <bdi>{name ?? id}</bdi>
      </a>
      {page ? (
        <>
          {' · '}
          <a href={page + id}>{t('audit.open')}</a>
        </>
      ) : null}
    </p>
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
            <dd>{detailText(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A detail as text: lists with commas, objects as "name: value". */
function detailText(value: unknown): string {
  if (Array.isArray(value)) return value.map(detailText).join(', ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${detailText(part)}`)
    .join('; ')
}
