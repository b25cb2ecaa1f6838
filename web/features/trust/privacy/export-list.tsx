import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { useText } from '#web/lib/text.tsx'

type Listed = OutputOf<ProductContract, 'GET /v4/privacy/exports'>
type Exports = Listed['exports']

/** The exports with their states, and the button that requests one unless one is in progress. */
export function ExportList({ exports, mustReauthenticate }: Listed) {
  const t = useText()
  return (
    <>
      {exports.map(({ id, state }) => (
        <section key={id} className="card card-in stack" aria-label={t('privacy.export')}>
          <ExportState id={id} state={state} mustReauthenticate={mustReauthenticate} />
        </section>
      ))}
      {exports.some(({ state }) => state === 'being-made') ? null : (
        <form method="post">
          <button className="button button-primary" id="ask" name="act" value="export">
            {t('privacy.ask')}
          </button>
        </form>
      )}
    </>
  )
}

function ExportState({
  id,
  state,
  mustReauthenticate,
}: Pick<Exports[number], 'id' | 'state'> & Pick<Listed, 'mustReauthenticate'>) {
  const t = useText()
  if (state === 'ready')
    return (
      <>
        <p className="strong">{t('privacy.ready')}</p>
        <p className="quiet small">{t('privacy.until')}</p>
        <p className="button-row">
          {(['json', 'csv'] as const).map((format) => (
            <a
              key={format}
              className="button button-quiet"
              {...(mustReauthenticate
                ? { href: reauthenticationUrlFor('/account/privacy') }
                : { href: `/v4/privacy/exports/${id}/document?format=${format}`, download: true })}
            >
              {t('privacy.download', { format: format.toUpperCase() })}
            </a>
          ))}
        </p>
      </>
    )
  if (state === 'failed')
    return (
      <>
        <p className="strong">{t('privacy.failed')}</p>
        <p className="quiet small">{t('privacy.failed-text')}</p>
      </>
    )
  return (
    <>
      <p className="strong" role="status">
        {t('privacy.being-made')}
      </p>
      <p className="quiet small">{t('privacy.mail-comes')}</p>
      <p>
        <a href="/account/privacy">{t('privacy.check-again')}</a>
      </p>
    </>
  )
}
