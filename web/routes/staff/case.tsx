import { useCallback, useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { wordDiff } from '#modules/trust/moderation/rules/diff.ts'
import { isZakatCategory } from '#modules/trust/moderation/rules/zakat.ts'
import { agoText } from '#web/features/platform/identity/when.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { CharityCase, postedChecks } from '#web/features/trust/moderation/charity-case.tsx'
import { CaseDetails } from '#web/features/trust/moderation/case-details.tsx'
import { neighboursIn, queueFilterOf, queueQuery } from '#web/features/trust/moderation/queue-filter.ts'
import { QueueList } from '#web/features/trust/moderation/queue-list.tsx'
import { CaseStory } from '#web/features/trust/moderation/case-story.tsx'
import { KeysHelp } from '#web/features/trust/moderation/keys-help.tsx'
import { decisionOfKey, useQueueKeys } from '#web/features/trust/moderation/use-keys.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/features/trust/moderation/desk.css'
import '#web/features/trust/moderation/review.css'
import type { Route } from './+types/case'
import { Assignee, Decision, Evidence, Subject } from './case-parts.tsx'
import { rulingToSend, typedRuling } from './posted-ruling.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['organizers/charities', 'organizers/fundraising', 'causes/causes']

const done = [
  'claimed',
  'unassign',
  'assigned',
  'noted',
  'resume',
  'restore-words',
  'decided',
  'checked',
  'sent-back',
] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, viewer, locale, now, params, query }) => {
    const filter = queueFilterOf(query)
    const [found, { cases }] = await Promise.all([
      api('GET /v4/staff/cases/:caseId', { caseId: params.caseId }),
      api('GET /v4/staff/cases', filter),
    ])
    const doneParam = query.get('done')
    return {
      found,
      query: queueQuery(filter),
      ...neighboursIn(cases, params.caseId, found),
      cases: cases.map((row) => ({ row, ago: agoText(new Date(row.openedAt), now(), locale) })),
      isMine: found.assignee?.id === viewer.id,
      ago: agoText(new Date(found.openedAt), now(), locale),
      // Compared on the server once, so that the browser needs no code for it.
      texts: found.texts.map(({ name, before, now: text }) => ({
        name,
        now: text,
        pieces: before === null ? null : wordDiff(before, text),
      })),
      done: done.find((option) => option === doneParam) ?? null,
    }
  })

/** Plain forms: `claim`, `unassign` and `assign` change the assignee, `note` adds a note, `decide` decides the case. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { caseId } = params
  const filter = queueFilterOf(new URL(request.url).searchParams)
  const query = queueQuery(filter)
  const here = (result: string) => redirect(withQuery(`/staff/cases/${caseId}${query}`, { done: result }), 303)
  const form = await formOfOwner({ context, request })
  const text = (name: string) => postedText(form, name, 8000)
  const intent = text('intent')
  const typed = {
    decision: text('decision'),
    reason: text('reason'),
    template: text('template'),
    message: text('message'),
    categories: form
      .getAll('categories')
      .flatMap((value) => (typeof value === 'string' && isZakatCategory(value) ? [value] : [])),
    expiresOn: text('expiresOn'),
    ruling: typedRuling(form),
    note: postedText(form, 'note', 4000),
  }
  try {
    switch (intent) {
      case 'claim':
      case 'unassign':
        await api('POST /v4/staff/cases/:caseId/assignee', { caseId, to: intent === 'claim' ? 'me' : 'unassigned' })
        return here(intent === 'claim' ? 'claimed' : 'unassign')
      case 'assign':
        await api('POST /v4/staff/cases/:caseId/assignee', { caseId, to: postedText(form, 'to', 64) })
        return here('assigned')
      case 'resume':
        await api('POST /v4/staff/cases/:caseId/resume', { caseId })
        return here('resume')
      case 'restore-words':
        await api('POST /v4/staff/cases/:caseId/restore-words', { caseId, seen: text('seen') })
        return here('restore-words')
      case 'check':
        await api('PUT /v4/staff/cases/:caseId/checklist', { caseId, seen: text('seen'), ...postedChecks(form) })
        return here('checked')
      case 'uncheck':
        await api('DELETE /v4/staff/cases/:caseId/checklist', { caseId })
        return here('sent-back')
      case 'note':
        await api('POST /v4/staff/cases/:caseId/notes', { caseId, text: typed.note })
        return here('noted')
      case 'decide': {
        const { expiresOn, note: _, ruling, ...rest } = typed
        const [page, { cases }] = await Promise.all([
          api('GET /v4/staff/cases/:caseId', { caseId }),
          api('GET /v4/staff/cases', filter),
        ])
        const { before, after } = neighboursIn(cases, caseId, page)
        await api('POST /v4/staff/cases/:caseId/decision', {
          caseId,
          seen: text('seen'),
          ...rest,
          ...(/^\d{4}-\d\d-\d\d$/.test(expiresOn) ? { expiresOn } : {}),
          ...(form.has('ruledBy') ? { ruling: rulingToSend(ruling) } : {}),
        })
        const next = after ?? before
        return redirect(withQuery(`/staff${next ? `/cases/${next}` : ''}${query}`, { done: 'decided' }), 303)
      }
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(`/staff/cases/${caseId}`)
    return data({ refused, intent, typed }, { status: refused.status })
  }
}

export default function StaffCase({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { found, texts, ago, isMine, query } = loaderData
  const { refused, intent, typed } = actionData ?? {}
  const isNote = intent === 'note'
  // The note's field has its own name on the page.
  const wrong = toFormErrors(refused, isNote ? 'note' : 'decision').map((item) =>
    isNote && item.id === 'text' ? { ...item, id: 'note' } : item,
  )
  const [chosen, choose] = useState(typed?.decision ?? '')
  const { before, after } = loaderData
  const { decisions } = found
  const keys = useQueueKeys(
    useCallback(
      (key) => {
        const next = { j: after, k: before }[key]
        if (next) window.location.assign(`/staff/cases/${next}${query}`)
        const decision = decisionOfKey(decisions, key)
        if (!decision) return
        choose(decision.key)
        // Deferred, so that the shortcut's letter isn't typed into the field.
        setTimeout(() => document.getElementById('reason')?.focus())
      },
      [after, before, decisions, query],
    ),
  )
  const title = found.subject?.title ?? found.campaign
  return (
    <div className="review-case">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="review-case-main stack-lg">
        <nav className="row-apart small" aria-label={t('case.nav')}>
          <a className="tap-link" href={`/staff${query}`}>
            {t('case.all')}
          </a>
          <span className="row">
            {before ? (
              <a className="tap-link" href={`/staff/cases/${before}${query}`}>
                {t('case.previous')}
              </a>
            ) : null}
            {after ? (
              <a className="tap-link" href={`/staff/cases/${after}${query}`}>
                {t('case.next')}
              </a>
            ) : null}
          </span>
        </nav>
        <ErrorSummary title={t('shell.problem')} wrong={wrong} />
        {loaderData.done && !refused ? <DoneNotice>{t(`case.done-${loaderData.done}`)}</DoneNotice> : null}
        <div className="stack">
          <p>
            <Badge look={found.kind === 'zakat' ? 'zakat' : 'accent'}>{t(`case.kind-${found.kind}`)}</Badge>
          </p>
          <h1 lang={found.language} dir="auto">
            {title}
          </h1>
          <CaseDetails row={found} ago={ago} />
        </div>
        {found.state === 'open' ? (
          <Assignee found={found} isMine={isMine} isAssignOpen={intent === 'assign'} error={refused?.fields.to} />
        ) : null}
        <Subject found={found} texts={texts} />
        {found.evidence.length > 0 ? <Evidence found={found} /> : null}
        <CharityCase found={found} errors={refused?.fields} />
        <CaseStory
          page={found}
          noteError={isNote ? (refused?.fields.text ?? refused?.message) : undefined}
          typed={isNote ? (typed?.note ?? '') : ''}
        />
        <KeysHelp page="case" {...keys} />
        {found.decided ? null : (
          <p className="review-decide-bar">
            <a className="button button-primary button-wide" href="#decide">
              {t('case.decide')}
            </a>
          </p>
        )}
      </div>
      <Decision found={found} chosen={chosen} choose={choose} posted={actionData} />
      {/* After the case, so that a keyboard doesn't pass each row of the queue to reach the decision. */}
      <nav className="review-case-queue" aria-label={t('staff.queue')}>
        <QueueList cases={loaderData.cases} query={query} current={found.id} />
      </nav>
    </div>
  )
}
