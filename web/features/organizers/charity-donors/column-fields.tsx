import { useText, type MessageKey } from '#web/lib/text.tsx'
import type { DonationColumn, DonorColumn } from './list-columns.ts'

const labels: Readonly<Record<DonationColumn | DonorColumn, MessageKey>> = {
  day: 'charity-donors.day',
  amount: 'charity-donors.amount',
  fundraiser: 'charity-donors.fundraiser',
  receipt: 'charity-donors.receipt',
  state: 'charity-donors.state',
  kind: 'charity-donors.kind',
  total: 'charity-donors.total',
  count: 'charity-donors.count',
  first: 'charity-donors.first',
  last: 'charity-donors.last',
  place: 'charity-donors.place',
  segment: 'charity-donors.segment',
}

/** Checkboxes for the columns of a list, in the form of its filters. */
export function ColumnFields<Column extends DonationColumn | DonorColumn>({
  all,
  chosen,
  isLegendHidden = false,
}: {
  readonly all: readonly Column[]
  readonly chosen: readonly Column[]
  /** Where a heading says the same. */
  readonly isLegendHidden?: boolean
}) {
  const t = useText()
  return (
    <fieldset className="charity-donors-columns">
      <legend className={isLegendHidden ? 'visually-hidden' : 'label'}>{t('charity-donors.columns')}</legend>
      {all.map((column) => (
        <label key={column} className="check">
          <input type="checkbox" name="columns" value={column} defaultChecked={chosen.includes(column)} />
          <span>{t(labels[column])}</span>
        </label>
      ))}
    </fieldset>
  )
}
