import { useCallback, useRef } from 'react'
import type { RenderContext } from '#server/pages/render-context.ts'
import { agoText } from '#web/features/platform/identity/when.ts'
import { type OverviewOnPage, StaffOverviewCards } from '#web/features/trust/figures/staff-overview.tsx'
import { FirstSteps } from '#web/features/trust/moderation/first-steps.tsx'
import { KeysHelp } from '#web/features/trust/moderation/keys-help.tsx'
import { queueChoices, queueFilterOf, queueQuery } from '#web/features/trust/moderation/queue-filter.ts'
import { QueueList } from '#web/features/trust/moderation/queue-list.tsx'
import { useQueueKeys } from '#web/features/trust/moderation/use-keys.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { useApplyChoice } from '#web/lib/use-apply-choice.ts'
import { Select } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import '#web/features/trust/moderation/review.css'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/queue'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['trust/staff-home']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, firstSteps, locale, now, query }) => {
    const filter = queueFilterOf(query)
    const found = await api('GET /v4/staff/cases', filter)
    const today = now()
    const ago = (instant: string) => agoText(new Date(instant), today, locale)
    // Read after the queue, which opens missing cases. Pages of the filtered queue show only the cases.
    const overview = queueQuery(filter) === '' ? await readOverview(api, ago) : null
    return {
      ...found,
      cases: found.cases.map((item) => ({ row: item, ago: ago(item.openedAt) })),
      overview,
      filter,
      firstSteps: await firstSteps(),
      isDone: query.get('done') === 'decided',
    }
  })

/** Reads the overview and writes its times as texts. */
async function readOverview(api: RenderContext['api'], ago: (instant: string) => string): Promise<OverviewOnPage> {
  const overview = await api('GET /v4/staff/overview', {})
  const instants = [
    ...overview.cases.map(({ oldestAt }) => oldestAt),
    ...overview.bounced.map(({ lastAt }) => lastAt),
    ...overview.failing.flatMap(({ since }) => since ?? []),
  ]
  return { ...overview, ago: Object.fromEntries(instants.map((instant) => [instant, ago(instant)])) }
}

/** The home of staff: what needs attention, and the cases that need review, most urgent first. */
export default function StaffQueue({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { cases, kinds, filter, firstSteps, hasMore, overview } = loaderData
  const Heading = overview ? 'h2' : 'h1'
  const apply = useApplyChoice()
  const list = useRef<HTMLOListElement>(null)
  const keys = useQueueKeys(
    useCallback((key) => {
      if (key !== 'j' && key !== 'k') return
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]
      const index = links.findIndex((link) => link === document.activeElement)
      links[key === 'j' ? Math.min(index + 1, links.length - 1) : Math.max(index - 1, 0)]?.focus()
    }, []),
  )
  return (
    <>
      <title>{t(overview ? 'staff.home' : 'staff.queue')}</title>
      {overview ? <h1>{t('staff.home')}</h1> : null}
      {firstSteps.length > 0 ? <FirstSteps steps={firstSteps} /> : null}
      {overview ? <StaffOverviewCards overview={overview} /> : null}
      <div className="stack">
        <Heading>{t('staff.queue')}</Heading>
        <p className="quiet">{kinds.length === 0 ? t('queue.no-work') : t('queue.lead')}</p>
      </div>
      {loaderData.isDone ? <DoneNotice>{t('case.decided')}</DoneNotice> : null}
      {kinds.length > 0 ? (
        <form method="get" className="desk-filter" action="/staff" onChange={apply}>
          <Select id="kind" label={t('queue.kind')} defaultValue={filter.kind ?? ''}>
            <option value="">{t('queue.kind-all')}</option>
            {kinds.map(({ kind, open }) => (
              <option key={kind} value={kind}>
                {t(`case.kind-${kind}`)} ({open})
              </option>
            ))}
          </Select>
          {(['assignee', 'sort', 'state'] as const).map((name) => (
            <Select key={name} id={name} label={t(`queue.${name}`)} defaultValue={filter[name]}>
              {queueChoices[name].map((value) => (
                <option key={value} value={value}>
                  {t(`queue.${name}-${value}` as MessageKey)}
                </option>
              ))}
            </Select>
          ))}
          <noscript>
            <button className="button button-quiet">{t('queue.show')}</button>
          </noscript>
        </form>
      ) : null}
      {cases.length === 0 ? (
        <EmptyState title={t(firstSteps.length > 0 ? 'queue.no-cases' : 'queue.empty')}>
          <p className="quiet">{t('queue.empty-text')}</p>
        </EmptyState>
      ) : (
        <>
          <QueueList cases={cases} query={queueQuery(filter)} titleLevel={overview ? 'h3' : 'h2'} listRef={list} />
          <KeysHelp page="queue" {...keys} />
        </>
      )}
      {filter.page > 1 || hasMore ? (
        <p className="button-row">
          {filter.page > 1 ? (
            <a className="button button-quiet" href={`/staff${queueQuery(filter, { page: filter.page - 1 })}`}>
              {t('queue.newer')}
            </a>
          ) : null}
          {hasMore ? (
            <a className="button button-quiet" href={`/staff${queueQuery(filter, { page: filter.page + 1 })}`}>
              {t('queue.more')}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
