import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { GivingTotal } from './giving-total.ts'

type Year = OutputOf<ProductContract, 'GET /v4/account/giving'>['hijri'] & { readonly total: GivingTotal | null }

/** This year's donations as one total, with an expandable table by currency and calendar. */
export function GivingHeadline({ hijri, gregorian }: { readonly hijri: Year; readonly gregorian: Year }) {
  const t = useText()
  const hijriName = t('donations.hijri-year', { year: hijri.year.slice(1) })
  const { total } = hijri
  const currencies = [...new Set([...hijri.sums, ...gregorian.sums].map(({ currency }) => currency))]
  return (
    <section className="donation-headline" aria-labelledby="hijri">
      <h2 id="hijri">{t('account.given-in', { year: hijriName })}</h2>
      {hijri.sums.length === 0 ? <p className="donation-none">{t('account.nothing-yet')}</p> : null}
      {total ? (
        <p className="donation-total">
          <Total total={total} part="gift" />
        </p>
      ) : (
        hijri.sums.map((sum) => (
          <p key={sum.currency} className="donation-total">
            <Amount minor={sum.gift} currency={sum.currency} />
          </p>
        ))
      )}
      {total ? (
        <p>
          {t('account.donation-count', { count: total.count })}
          {total.zakat > 0 ? (
            <>
              {' · '}
              {t('account.of-it-zakat')} <Total total={total} part="zakat" />
            </>
          ) : null}
        </p>
      ) : null}
      {gregorian.total ? (
        <p>
          {t('account.in-year', { year: gregorian.year.slice(1) })} <Total total={gregorian.total} part="gift" />
        </p>
      ) : null}
      {currencies.length > 0 ? (
        <details className="donation-by-currency">
          <summary>{t('account.by-currency')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{t('account.currency')}</span>
                </th>
                <th scope="col">
                  <a href={`/account/donations?year=${hijri.year}`}>{hijriName}</a>
                </th>
                <th scope="col">
                  <a href={`/account/donations?year=${gregorian.year}`}>{gregorian.year.slice(1)}</a>
                </th>
              </tr>
            </thead>
            <tbody>
              {currencies.map((currency) => (
                <tr key={currency}>
                  <th scope="row">{currency}</th>
                  {[hijri, gregorian].map(({ year, sums }) => {
                    const sum = sums.find((sum) => sum.currency === currency)
                    return <td key={year}>{sum ? <Amount minor={sum.gift} currency={currency} /> : '–'}</td>
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          {total?.isApproximate || gregorian.total?.isApproximate ? <p>{t('account.approximate')}</p> : null}
        </details>
      ) : null}
    </section>
  )
}

const Total = ({ total, part }: { readonly total: GivingTotal; readonly part: 'gift' | 'zakat' }) => (
  <>
    {total.isApproximate ? '≈\u00a0' : ''}
    <Amount minor={total[part]} currency={total.currency} />
  </>
)
