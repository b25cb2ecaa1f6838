import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

export type LedgerTotals = OutputOf<ProductContract, 'GET /v4/ledger'>['totals']
type Figures = LedgerTotals[number]['rest']

/** The figures of each currency and kind of money that received anything or owes anything, with a name. */
export const totalRows = (totals: LedgerTotals) =>
  totals
    .flatMap(({ currency, rest, zakat }) => [
      { currency, isZakat: false, figures: rest },
      { currency, isZakat: true, figures: zakat },
    ])
    .filter(({ figures }) => Object.values(figures).some((figure) => figure !== 0))

/** The columns of a table of totals; nothing is paid out or waits if this installation pays nothing out. */
export const totalColumns = (hasPayouts: boolean): readonly (readonly [keyof Figures, MessageKey])[] => [
  ['received', 'public-ledger.received'],
  ['fees', 'public-ledger.fees'],
  ...(hasPayouts
    ? ([
        ['paidOut', 'public-ledger.paid-out'],
        ['waiting', 'public-ledger.waiting'],
      ] as const)
    : []),
]

/** A table of totals by currency, with zakat apart. */
export function LedgerTotalsTable({
  label,
  totals,
  hasPayouts,
}: {
  readonly label: string
  readonly totals: LedgerTotals
  readonly hasPayouts: boolean
}) {
  const t = useText()
  const columns = totalColumns(hasPayouts)
  return (
    <ScrollRegion label={label}>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('public-ledger.currency')}</th>
            {columns.map(([name, text]) => (
              <th key={name} scope="col" className="table-figure">
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totalRows(totals).map(({ currency, isZakat, figures }) => (
            <tr key={`${currency}${isZakat}`}>
              <th scope="row">{isZakat ? t('public-ledger.zakat', { currency }) : currency}</th>
              {columns.map(([name, text]) => (
                <td key={name} className="table-figure" data-label={t(text)}>
                  <Amount minor={figures[name]} currency={currency} fractions="always" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
