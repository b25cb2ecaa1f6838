import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

/** The last receipts, each to keep as a file. */
export function LatestReceipts({
  receipts,
}: {
  readonly receipts: OutputOf<ProductContract, 'GET /v4/receipts'>['receipts']
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <section className="card card-in account-tile" aria-labelledby="receipts">
      <h2 id="receipts">{t('documents.receipts')}</h2>
      {receipts.length === 0 ? <p className="quiet">{t('account.no-receipts')}</p> : null}
      <ul className="donation-latest">
        {receipts.map(({ id, number, givenOn }) => {
          const named = t('documents.number', { number: `\u2066${number}\u2069` })
          return (
            <li key={id} className="donation-latest-receipt">
              <span>
                <span className="donation-receipt-name">{named}</span>
                <span className="quiet small donation-receipt-name">{formatDay(localDate(givenOn), locale)}</span>
              </span>
              <a
                className="tap-link"
                href={`/v4/receipts/${id}/document?format=pdf`}
                aria-label={t('documents.pdf-of', { what: named })}
              >
                {t('documents.pdf')}
              </a>
            </li>
          )
        })}
      </ul>
      <p className="account-tile-act">
        <a href="/account/receipts">{t('account.all-receipts')}</a>
      </p>
    </section>
  )
}
