import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useText } from '../../../lib/text.tsx'

type Exports = OutputOf<ProductContract, 'GET /v4/privacy/exports'>['exports']

/** What was asked for and where it stands; the button to ask, unless one is being made. */
export function ExportList({ exports }: { readonly exports: Exports }) {
  const t = useText()
  return (
    <>
      {exports.map((each) => (
        <section key={each.id} className="card card-in stack" aria-label={t('privacy.export')}>
          {each.state === 'ready' ? (
            <>
              <p className="strong">{t('privacy.ready')}</p>
              <p className="quiet small">{t('privacy.until')}</p>
              <p className="button-row">
                {(['json', 'csv'] as const).map((format) => (
                  <a
                    key={format}
                    className="button button-quiet"
                    href={`/v4/privacy/exports/${each.id}/document?format=${format}`}
                    download
                  >
                    {t('privacy.download', { format: format.toUpperCase() })}
                  </a>
                ))}
              </p>
            </>
          ) : each.state === 'failed' ? (
            <>
              <p className="strong">{t('privacy.failed')}</p>
              <p className="quiet small">{t('privacy.failed-text')}</p>
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
