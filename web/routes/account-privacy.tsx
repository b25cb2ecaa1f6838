import { data, redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { wrongOf } from '../lib/posted.ts'
import { useText } from '../lib/text.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import type { Route } from './+types/account-privacy'

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  // The frame around this page sends whoever is not signed in to log in.
  return viewer.isSignedIn ? api('GET /v4/privacy/exports', {}) : { exports: [] }
}

export async function action({ context }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  try {
    await api('POST /v4/privacy/exports', {})
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'prove-yourself') return redirect('/account/again?redirectUrl=%2Faccount%2Fprivacy', 303)
    return data({ refused }, { status: refused.status })
  }
  return redirect('/account/privacy', 303)
}

/** Everything we keep of somebody, as files (trust.md S14). */
export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('privacy.title')
  const isBeingMade = loaderData.exports.some(({ state }) => state === 'being-made')
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('privacy.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrongOf(actionData?.refused, 'ask')} />
      {loaderData.exports.map((each) => (
        <section key={each.id} className="card card-in stack" aria-label={t('privacy.export')}>
          {each.state === 'ready' ? (
            <>
              <p className="strong">{t('privacy.ready')}</p>
              <p className="quiet small">{t('privacy.until')}</p>
              <p className="button-row">
                {(['json', 'csv'] as const).map((format) => (
                  <a key={format} className="button button-quiet" href={`/v4/privacy/exports/${each.id}/document?format=${format}`} download>
                    {t('privacy.download', { format: format.toUpperCase() })}
                  </a>
                ))}
              </p>
            </>
          ) : (
            <>
              <p className="strong" role="status">
                {t('privacy.being-made')}
              </p>
              <p className="quiet small">{t('privacy.mail-comes')}</p>
              <p>
                <a href="/account/privacy">{t('privacy.look-again')}</a>
              </p>
            </>
          )}
        </section>
      ))}
      {isBeingMade ? null : (
        <form method="post" className="stack">
          <button className="button button-primary" id="ask">
            {t('privacy.ask')}
          </button>
        </form>
      )}
    </>
  )
}
