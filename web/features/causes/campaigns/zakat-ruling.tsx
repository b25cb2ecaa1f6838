import { listFormat } from '#shared/formats.ts'
import { useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

type Verification = NonNullable<
  OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/zakat-verification'>['verification']
>

/** The ruling behind a fundraiser's zakat verification, loaded when shown; empty until then. */
export function ZakatRuling({ campaignId }: { readonly campaignId: string }) {
  const [found, setFound] = useState<Verification | null>(null)
  useEffect(() => {
    api('GET /v4/campaigns/:campaignId/zakat-verification', { campaignId }).then(
      ({ verification }) => setFound(verification),
      (error: unknown) => console.warn('the zakat ruling could not be loaded', error),
    )
  }, [campaignId])
  return found?.ruledBy && found.ruledOn ? <Ruling {...found} ruledBy={found.ruledBy} ruledOn={found.ruledOn} /> : null
}

type Ruled = Verification & { readonly ruledBy: string; readonly ruledOn: string }

/** Scholar, date, schools, conditions, eligible share, expiry and document. */
function Ruling({ ruledBy, ruledOn, schools, conditions, eligibleBps, documentUrl, expiresAt }: Ruled) {
  const t = useText()
  const locale = useLocale()
  const names = listFormat(locale).format(schools.map((school) => t(`zakat.school-${school}`)))
  const validUntil = formatDay(localDateIn('UTC', new Date(expiresAt)), locale)
  return (
    <section className="stack">
      <h3>{t('zakat-info.ruling')}</h3>
      <ul>
        <li>{t('zakat-info.ruled', { name: ruledBy, date: formatDay(localDate(ruledOn), locale) })}</li>
        <li>{t('zakat-info.schools', { schools: names })}</li>
        {eligibleBps < 10_000 ? <li>{t('zakat-info.share', { percent: String(eligibleBps / 100) })}</li> : null}
        {conditions ? <li>{t('zakat-info.conditions', { text: conditions })}</li> : null}
        <li>{t('zakat-info.valid', { date: validUntil })}</li>
      </ul>
      {documentUrl ? (
        <p>
          <a href={documentUrl} rel="noreferrer nofollow" target="_blank">
            {t('zakat-info.ruling-read')}
          </a>
        </p>
      ) : null}
    </section>
  )
}
