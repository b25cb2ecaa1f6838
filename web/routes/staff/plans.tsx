import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { KillSwitchForm } from '#web/features/recurring/subscriptions/billing/kill-switch-form.tsx'
import {
  KillSwitchHistory,
  KillSwitchState,
  WaitingDonations,
} from '#web/features/recurring/subscriptions/billing/kill-switch-parts.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/plans'

const endings = ['set', 'released', 'off'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const killSwitch = await api('GET /v4/staff/plans/kill-switch', {})
    const done = query.get('done')
    return { killSwitch, done: endings.find((ending) => ending === done) ?? null }
  })

type RefusedForm = { readonly message: string; readonly fields: Readonly<Record<string, string>> }
type Posted = { readonly note: string; readonly asked?: 'set' | 'release'; readonly refused?: RefusedForm }

/** Plain forms: `check-…` takes the reason and shows the confirmation, `set` stops charging, `release` resumes it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const form = await postedForm(request)
  const note = postedText(form, 'note', 300).trim()
  const intent = postedText(form, 'intent', 20)
  const done = (what: (typeof endings)[number]) => redirect(`/staff/plans?done=${what}`, 303)
  if (note === '') {
    const fields = sentencesOf({ note: { code: 'reason-missing' } })
    return data<Posted>({ note, refused: { message: '', fields } }, { status: 422 })
  }
  try {
    switch (intent) {
      case 'check-set':
      case 'check-release':
        return data<Posted>({ note, asked: intent === 'check-set' ? 'set' : 'release' })
      case 'set':
        await api('PUT /v4/staff/plans/kill-switch', { note })
        return done('set')
      case 'release': {
        const setAt = postedText(form, 'setAt', 40)
        const { wasOn } = await api('POST /v4/staff/plans/kill-switch/resume', { note, ...(setAt ? { setAt } : {}) })
        return done(wasOn ? 'released' : 'off')
      }
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (error instanceof Response || (error as { init?: unknown }).init) throw error
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin('/staff/plans')
    return data<Posted>({ note, refused }, { status: refused.status })
  }
}

export default function StaffPlans({ loaderData: { killSwitch, done }, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('kill-switch.title')
  const posted = actionData as Posted | undefined
  const refused = posted?.refused
  return (
    <div className="stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('kill-switch.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'note')} />
      {done && !posted ? <DoneNotice>{t(`kill-switch.done-${done}`)}</DoneNotice> : null}
      <KillSwitchState killSwitch={killSwitch} />
      <WaitingDonations waiting={killSwitch.waiting} />
      <KillSwitchForm
        killSwitch={killSwitch}
        note={posted?.note ?? ''}
        error={refused?.fields.note}
        isAsked={posted?.asked === (killSwitch.isOn ? 'release' : 'set')}
      />
      <KillSwitchHistory history={killSwitch.history} />
    </div>
  )
}
