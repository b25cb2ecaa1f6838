import type { Currency } from '#shared/money.ts'
import { Fragment } from 'react'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

type Totals = {
  readonly currency: Currency
  readonly received: number
  readonly paid: number
  readonly distributed: number
  readonly outstanding: number
  readonly late: number
}

/** The zakat that a fundraiser received and distributed, by currency, for its organizers. */
export function ZakatTotals({ totals }: { readonly totals: readonly Totals[] }) {
  const t = useText()
  if (totals.length === 0) return null
  return (
    <section className="stack" aria-labelledby="totals">
      <h2 id="totals">{t('distribution.totals')}</h2>
      {totals.map((ofCurrency) => (
        <dl key={ofCurrency.currency} className="lines">
          {(['received', 'paid', 'distributed', 'outstanding', 'late'] as const).map((name) => (
            <Fragment key={name}>
              <dt>{t(`distribution.${name}`)}</dt>
              <dd>
                <Amount minor={ofCurrency[name]} currency={ofCurrency.currency} />
              </dd>
            </Fragment>
          ))}
        </dl>
      ))}
    </section>
  )
}
