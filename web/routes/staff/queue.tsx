import { useCallback, useRef } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { agoText } from '../../features/platform/identity/when.ts'
import { theirs } from '../../lib/theirs.ts'
import { CaseFacts, type CaseRow } from '../../features/trust/moderation/case-facts.tsx'
import { KeysHelp } from '../../features/trust/moderation/keys-help.tsx'
import { useKeys } from '../../features/trust/moderation/use-keys.ts'
import { type MessageKey, useText } from '../../lib/text.tsx'
import { Select } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/small-parts.tsx'
import '../../styles/trust/desk.css'
import type { Route } from './+types/queue'

const choices = { assignee: ['anyone', 'me', 'nobody'], sort: ['score', 'age'], state: ['open', 'decided'] } as const
const kinds = ['fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale, now } = context.get(renderContext)
  const { searchParams } = new URL(request.url)
  const one = <Value extends string>(name: string, of: readonly Value[]) =>
    of.find((each) => each === searchParams.get(name))
  const page = Math.min(Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)), 1000)
  const kind = one('kind', kinds)
  const asked = {
    assignee: one('assignee', choices.assignee) ?? 'anyone',
    sort: one('sort', choices.sort) ?? 'score',
    state: one('state', choices.state) ?? 'open',
    page,
    ...(kind ? { kind } : {}),
  }
  const found = await theirs(viewer, request, () => api('GET /v4/staff/cases', asked))
  const today = now()
  return {
    ...found,
    cases: found.cases.map((each) => ({ row: each, ago: agoText(new Date(each.openedAt), today, locale) })),
    asked,
    isDone: searchParams.get('done') === 'decided',
  }
}

export default function StaffQueue({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { cases, kinds: theirs, asked, hasMore } = loaderData
  const list = useRef<HTMLOListElement>(null)
  const keys = useKeys(
    useCallback((key) => {
      if (key !== 'j' && key !== 'k') return
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('h2 a') ?? [])]
      const at = links.findIndex((link) => link === document.activeElement)
      links[key === 'j' ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0)]?.focus()
    }, []),
  )
  const pageLink = (page: number) =>
    `/staff?${new URLSearchParams(Object.entries({ ...asked, page: String(page) }).map(([name, value]) => [name, String(value)])).toString()}`
  return (
    <>
      <title>{t('staff.queue')}</title>
      <div className="stack">
        <h1>{t('staff.queue')}</h1>
        <p className="quiet">{theirs.length === 0 ? t('queue.no-work') : t('queue.lead')}</p>
      </div>
      {loaderData.isDone ? (
        <p className="notice" role="status">
          {t('case.decided')}
        </p>
      ) : null}
      {theirs.length > 0 ? (
        <form method="get" className="desk-filter" action="/staff">
          <Select id="kind" label={t('queue.kind')} defaultValue={asked.kind ?? ''}>
            <option value="">{t('queue.kind-all')}</option>
            {theirs.map(({ kind, open }) => (
              <option key={kind} value={kind}>
                {t(`case.kind-${kind}`)} ({open})
              </option>
            ))}
          </Select>
          {(['assignee', 'sort', 'state'] as const).map((name) => (
            <Select key={name} id={name} label={t(`queue.${name}`)} defaultValue={asked[name]}>
              {choices[name].map((value) => (
                <option key={value} value={value}>
                  {t(`queue.${name}-${value}` as MessageKey)}
                </option>
              ))}
            </Select>
          ))}
          <button className="button button-quiet">{t('queue.show')}</button>
        </form>
      ) : null}
      {cases.length === 0 ? (
        <EmptyState title={t('queue.empty')}>
          <p className="quiet">{t('queue.empty-text')}</p>
        </EmptyState>
      ) : (
        <>
          <KeysHelp of="queue" {...keys} />
          <ol className="desk-list" ref={list}>
            {cases.map(({ row, ago }) => (
              <li key={row.id}>
                <QueueRow row={row} ago={ago} />
              </li>
            ))}
          </ol>
        </>
      )}
      {asked.page > 1 || hasMore ? (
        <p className="button-row">
          {asked.page > 1 ? (
            <a className="button button-quiet" href={pageLink(asked.page - 1)}>
              {t('queue.newer')}
            </a>
          ) : null}
          {hasMore ? (
            <a className="button button-quiet" href={pageLink(asked.page + 1)}>
              {t('queue.more')}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

function QueueRow({ row, ago }: { readonly row: CaseRow; readonly ago: string }) {
  const t = useText()
  return (
    <article className="card card-in stack">
      <div className="desk-case-head row-apart">
        <h2>
          <a className="tap-link" href={`/staff/cases/${row.id}`} lang={row.language} dir="auto">
            {row.campaign}
          </a>
        </h2>
        <Badge look={row.kind === 'zakat' ? 'zakat' : 'accent'}>{t(`case.kind-${row.kind}`)}</Badge>
      </div>
      {row.decided ? (
        <p>
          {t('queue.decided', {
            name: `\u2068${row.decided.by}\u2069`,
            decision: t(`case.do-${row.decided.decision}` as MessageKey),
          })}
        </p>
      ) : null}
      <CaseFacts of={row} ago={ago} />
    </article>
  )
}
