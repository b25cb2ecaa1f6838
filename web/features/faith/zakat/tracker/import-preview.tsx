import type { ReactNode } from 'react'
import type { Currency } from '#shared/currencies.ts'
import { fromMajor } from '#shared/money.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { ShownDay } from './shown-day.ts'

type Column = 'date' | 'amount' | 'currency' | 'note'
type Entry = ShownDay & {
  readonly row: number
  readonly amount: string
  readonly code: Currency
  readonly note: string
}

/** The number of rows shown of a longer file. */
const rowsShown = 100

/** Previews the payments read from a file, before they are saved. `children`: the form that saves them. */
export function ImportPreview({
  entries,
  children,
}: {
  readonly entries: readonly Entry[]
  readonly children: ReactNode
}) {
  const t = useText()
  const more = entries.length - rowsShown
  return (
    <section className="stack" aria-labelledby="preview">
      <h2 id="preview">{t('zakat-account.import-good', { count: entries.length })}</h2>
      <p className="notice" role="status">
        {t('zakat-account.import-not-yet')}
      </p>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('zakat-account.import-row')}</th>
            <th scope="col">{t('zakat-account.payment-date')}</th>
            <th scope="col">{t('zakat-account.payment-note')}</th>
            <th scope="col" className="table-figure">
              {t('zakat-account.payment-amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, rowsShown).map(({ row, day, hijri, note, amount, code }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              <td data-label={t('zakat-account.payment-date')}>
                <span>
                  <bdi>{day}</bdi> · <bdi className="quiet">{hijri}</bdi>
                </span>
              </td>
              <td data-label={t('zakat-account.payment-note')} {...(note ? {} : { 'data-empty': true })}>
                <bdi>{note}</bdi>
              </td>
              <td data-label={t('zakat-account.payment-amount')} className="table-figure">
                <Amount minor={fromMajor(amount, code).amount} currency={code} fractions="always" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="quiet">{t('zakat-account.import-more', { count: more })}</p> : null}
      {children}
    </section>
  )
}

/** Lists the errors of a file by row and column, above the form with its rows. */
export function ImportFaults({
  faults,
}: {
  readonly faults: readonly { readonly row: number | null; readonly column: Column | null; readonly text: string }[]
}) {
  const t = useText()
  const more = faults.length - rowsShown
  return (
    <section className="stack" aria-labelledby="faults">
      <h2 id="faults">{t('zakat-account.import-faults', { count: faults.length })}</h2>
      <p className="notice notice-problem" role="alert">
        {t('zakat-account.import-fix')}
      </p>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('zakat-account.import-row')}</th>
            <th scope="col">{t('zakat-account.import-column')}</th>
            <th scope="col">{t('zakat-account.import-problem')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, rowsShown).map(({ row, column, text }, index) => (
            <tr key={index}>
              <th scope="row">
                {row === null ? t('zakat-account.import-whole-file') : t('zakat-account.import-row-number', { row })}
              </th>
              <td data-label={t('zakat-account.import-column')} {...(column ? {} : { 'data-empty': true })}>
                {column ? t(`zakat-account.payment-${column}`) : null}
              </td>
              <td data-label={t('zakat-account.import-problem')}>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="quiet">{t('zakat-account.import-more', { count: more })}</p> : null}
    </section>
  )
}
