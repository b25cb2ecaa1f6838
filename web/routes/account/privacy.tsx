import '#web/features/trust/privacy/privacy.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { ConsentSwitch } from '#web/features/trust/privacy/consent-switch.tsx'
import { ExportList } from '#web/features/trust/privacy/export-list.tsx'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/privacy'

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  // The layout redirects visitors without a session.
  if (!viewer.isSignedIn) return { exports: { exports: [], mustReauthenticate: false }, consents: [] }
  const [exports, { consents }] = await Promise.all([
    api('GET /v4/privacy/exports', {}),
    api('GET /v4/privacy/consents', {}),
  ])
  const dayOf = (since: string | null) => (since ? formatDay(localDateIn('UTC', new Date(since)), locale) : null)
  return { exports, consents: consents.map((consent) => ({ consent, since: dayOf(consent.since) })) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const isConsent = form.get('act') === 'consent'
  const purpose = form.get('purpose') === 'recap' ? 'recap' : 'zakat'
  try {
    if (isConsent)
      await api('POST /v4/privacy/consents', {
        purpose,
        isGiven: form.get('isGiven') === 'true',
        textVersion: postedText(form, 'textVersion', 40),
      })
    else await api('POST /v4/privacy/exports', {})
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor('/account/privacy'), 303)
    return data({ refused, at: isConsent ? `consent-${purpose}` : 'ask' }, { status: refused.status })
  }
  return redirect(isConsent ? `/account/privacy?done=name#consent-${purpose}` : '/account/privacy', 303)
}

/**
 * Privacy rights: export, consent for data that reveals belief, and erasure (privacy-4).
 */
export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('privacy.title')
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <h1>{title}</h1>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(actionData?.refused, actionData?.at ?? 'ask')} />
      <section className="stack" aria-labelledby="consents">
        <h2 id="consents">{t('privacy.consents')}</h2>
        <p className="quiet">{t('privacy.consents-lead')}</p>
        {loaderData.consents.map((consent) => (
          <ConsentSwitch key={consent.consent.purpose} {...consent} />
        ))}
      </section>
      <section className="stack" aria-labelledby="export">
        <h2 id="export">{t('privacy.export')}</h2>
        <p className="quiet">{t('privacy.lead')}</p>
        <ExportList {...loaderData.exports} />
      </section>
      <section className="stack" aria-labelledby="erase">
        <h2 id="erase">{t('erasure.title')}</h2>
        <p className="quiet">{t('erasure.short')}</p>
        <p>
          <a className="button button-quiet" href="/account/privacy/erase">
            {t('erasure.begin')}
          </a>
        </p>
      </section>
    </>
  )
}
