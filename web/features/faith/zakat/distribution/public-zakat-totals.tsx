import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

type Totals = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/zakat-totals'>['totals'][number]

/** The zakat that a fundraiser received and distributed, by currency and recipient category (zakat-19). */
export function PublicZakatTotals({ totals }: { readonly totals: readonly Totals[] }) {
  const t = useText()
  return totals.map(({ currency, categories, ...sums }) => (
    <div key={currency} className="stack">
      <dl className="lines card card-in">
        <dt>{t('zakat-totals.received')}</dt>
        <dd>
          <Amount minor={sums.received} currency={currency} />
        </dd>
        <dt>{t('zakat-totals.distributed')}</dt>
        <dd>
          <Amount minor={sums.distributed} currency={currency} />
        </dd>
        <dt>{t('zakat-totals.outstanding')}</dt>
        <dd>
          <Amount minor={sums.outstanding} currency={currency} />
        </dd>
      </dl>
      {categories.length > 0 ? (
        <ul>
          {categories.map(({ category, amount, people }) => (
            <li key={category}>
              {t(`zakat.${category}`)}: <Amount minor={amount} currency={currency} />{' '}
              <span className="quiet">({t('zakat-totals.people', { count: people })})</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  ))
}
