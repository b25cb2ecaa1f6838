import type { QurbaniItemView } from '#modules/faith/qurbani/contract.ts'
import { itemLimits } from '#modules/faith/qurbani/rules/read-item.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Country } from '#web/features/platform/addresses/address-data.ts'
import { ItemTable } from './item-table.tsx'
import type { Json } from '#shared/wire/json.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export type LoadedItems = {
  readonly hijriYear: number
  readonly items: readonly Json<QurbaniItemView>[]
  /** Whether the previous year has items to copy. */
  readonly canCopy: boolean
  readonly countries: readonly Country[]
  readonly copied: number | null
  readonly done: 'added' | 'saved' | null
}

/** The items of a Hijri year: links to other years, a new item, a copy of the previous year's, and the table. */
export function ItemsOfYear({
  loaded: { hijriYear, items, canCopy, countries, copied, done },
  addressOf,
  problem,
}: {
  readonly loaded: LoadedItems
  /** Returns the URL of an item, of its shares, or of a year's items. */
  readonly addressOf: (to: { readonly item?: string; readonly shares?: boolean; readonly year: number }) => string
  readonly problem: string | undefined
}) {
  const t = useText()
  const years = [hijriYear - 1, hijriYear, hijriYear + 1].filter(
    (year) => year >= itemLimits.firstYear && year <= itemLimits.lastYear,
  )
  const add = (
    <a className="button button-primary" href={addressOf({ item: 'new', year: hijriYear })}>
      {t('qurbani-items.add')}
    </a>
  )
  const copy = canCopy ? (
    <form method="post">
      <input type="hidden" name="year" value={hijriYear} />
      <button className="button button-quiet">{t('qurbani-items.copy', { year: String(hijriYear - 1) })}</button>
    </form>
  ) : null
  return (
    <>
      {problem ? (
        <p className="notice notice-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {copied === null ? null : (
        <DoneNotice>
          {t(copied === 0 ? 'qurbani-items.copied-none' : 'qurbani-items.copied', { count: copied })}
        </DoneNotice>
      )}
      {done && !problem ? <DoneNotice>{t(`qurbani-items.done-${done}`)}</DoneNotice> : null}
      <div className="row-apart">
        <nav aria-label={t('qurbani-items.years')} className="qurbani-items-years row-apart">
          {years.map((year) => (
            <a
              key={year}
              className="chip"
              href={addressOf({ year })}
              {...(year === hijriYear ? { 'aria-current': 'page' } : {})}
            >
              {t('qurbani-items.year', { year: String(year) })}
            </a>
          ))}
        </nav>
        {items.length > 0 ? (
          <div className="button-row">
            {copy}
            {add}
          </div>
        ) : null}
      </div>
      {items.length === 0 ? (
        <EmptyState title={t('qurbani-items.empty', { year: String(hijriYear) })}>
          <p className="quiet">{t('qurbani-items.empty-text')}</p>
          <div className="button-row qurbani-items-begin">
            {add}
            {copy}
          </div>
        </EmptyState>
      ) : (
        <ItemTable
          items={items}
          countries={countries}
          editAddress={(item) => addressOf({ item, year: hijriYear })}
          sharesAddress={(item) => addressOf({ item, shares: true, year: hijriYear })}
        />
      )}
    </>
  )
}
