import { useState } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import {
  mailPreferences,
  type Monthly,
  monthlyPreferences,
} from '#modules/recurring/subscriptions/rules/mail-preferences.ts'
import { loadByMailLink } from '#web/lib/mail-link.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { useText } from '#web/lib/text.tsx'
import { RadioGroup } from '#web/ui/field.tsx'
import type { Route } from './+types/plan-mails'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['recurring/plan-mails']

/**
 * The page of the footer link in emails about plans. Opening it changes nothing, because email programs open links by
 * themselves.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  return loadByMailLink(() =>
    context.get(renderContext).api('GET /v4/scheduled-giving/mails/:token', { token: params.token }),
  )
}

/** Handles the page's buttons and one-click unsubscribe (RFC 8058), which sends no cookie. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const sent = (await postedForm(request)).get('preference')
  const preference = mailPreferences.find((mailPreference) => mailPreference === sent)
  return loadByMailLink(() =>
    context
      .get(renderContext)
      .api('POST /v4/scheduled-giving/mails/:token', { token: params.token, ...(preference ? { preference } : {}) }),
  )
}

export default function PlanMails({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { of } = actionData ?? loaderData
  const upcoming = of?.monthly === null ? 'upcoming' : 'upcoming-first'
  const title = !of ? t('plan-mails.dead') : t(`plan-mails.${of.kind === 'upcoming' ? upcoming : 'monthly'}`)
  const plan = of ? `\u2068${of.plan}\u2069` : ''
  return (
    <div className="page narrow-page stack">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {of ? null : <p>{t('plan-mails.dead-text')}</p>}
      {of?.kind === 'upcoming' ? (
        <form method="post" className="stack">
          <p role="status">{t(`plan-mails.${upcoming}-${of.remindBefore ? 'on' : 'off'}`, { plan })}</p>
          {of.remindBefore ? (
            <button className="button button-primary">{t('plan-mails.upcoming-stop')}</button>
          ) : (
            <button name="preference" value="before" className="button">
              {t('plan-mails.upcoming-again')}
            </button>
          )}
        </form>
      ) : null}
      {of?.kind === 'summary' ? (
        <MonthlyForm plan={plan} monthly={of.monthly ?? 'summary'} isSaved={actionData !== undefined} />
      ) : null}
      {of?.cancelUrl ? (
        <div className="stack">
          <p className="quiet">{t('plan-mails.continues')}</p>
          <p>
            <a className="button button-quiet" href={of.cancelUrl}>
              {t('plan-mails.cancel')}
            </a>
          </p>
        </div>
      ) : null}
    </div>
  )
}

function MonthlyForm({
  plan,
  monthly,
  isSaved,
}: {
  readonly plan: string
  readonly monthly: Monthly
  readonly isSaved: boolean
}) {
  const t = useText()
  const [chosen, choose] = useState<string>(monthly)
  const choices = monthlyPreferences.map((value) => ({
    value,
    label: t(`plan-mails.${value}`),
    note: t(`plan-mails.${value}-note`),
  }))
  return (
    <form method="post" className="stack">
      <p>{t('plan-mails.monthly-text', { plan })}</p>
      <RadioGroup
        name="preference"
        legend={t('plan-mails.legend')}
        choices={choices}
        value={chosen}
        onChoose={choose}
        isWide
      />
      <div className="stack">
        <button className="button button-primary">{t('plan-mails.save')}</button>
        <p role="status">{isSaved && chosen === monthly ? t('plan-mails.saved') : ''}</p>
      </div>
    </form>
  )
}
