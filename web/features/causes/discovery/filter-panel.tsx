import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import {
  toSearchParameters,
  countOf,
  type Filters,
  type FilterGroup,
  groups,
  readFilters,
  type Switch,
  booleanFilters,
} from '#modules/causes/discovery/rules/filters.ts'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { FormIds } from '#web/ui/labelled.tsx'
import { hiddenFilterFields } from './addresses.ts'
import { type ShownChoices, useNames } from './names.ts'

type Props = { readonly filters: Filters; readonly choices: ShownChoices }

const never = () => () => undefined

/** All filters in one form: a drawer, on phones a sheet; without JavaScript an expandable part of the page. */
export function FilterPanel({ filters, choices }: Props) {
  const t = useText()
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [isOpen, setOpen] = useState(false)
  const count = countOf(filters)
  const label = count > 0 ? t('discover.all-filters-count', { count }) : t('discover.all-filters')
  if (!isAlive)
    return (
      <details className="discover-filter">
        <summary className="button button-quiet">{label}</summary>
        <FilterForm filters={filters} choices={choices} />
      </details>
    )
  return (
    <>
      <Button type="button" look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        look="drawer"
        title={t('discover.all-filters')}
        closeLabel={t('discover.close')}
        onClose={() => setOpen(false)}
      >
        <FilterForm filters={filters} choices={choices} />
      </Dialog>
    </>
  )
}

/** Delay after a choice before counting the results again, in milliseconds. */
const countAfterMs = 250

/**
 * Returns the number of campaigns that match the chosen filters; undefined until something is chosen, or after an
 * error.
 */
function useLiveCount() {
  const [count, setCount] = useState<{ readonly total: number; readonly isMore: boolean }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ref = useRef<AbortController>(undefined)
  const stop = () => {
    clearTimeout(timer.current)
    ref.current?.abort()
  }
  useEffect(() => stop, [])
  function onChange(event: FormEvent<HTMLFormElement>) {
    stop()
    const filters = readFilters(new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][]))
    const { signal } = (ref.current = new AbortController())
    timer.current = setTimeout(() => {
      api('GET /v4/discovery/cards', { ...toSearchParameters(filters), limit: 1 }, { signal }).then(
        ({ total, isMore }) => setCount({ total, isMore }),
        () => {
          if (!signal.aborted) setCount(undefined)
        },
      )
    }, countAfterMs)
  }
  return { count, onChange }
}

/**
 * The filters' form. Values of a group can be combined; chosen ones come first. The button shows the number of results.
 */
function FilterForm({ filters, choices }: Props) {
  const t = useText()
  const { count: live, onChange } = useLiveCount()
  const shows = live && t(live.isMore ? 'discover.apply-more' : 'discover.apply-count', { count: live.total })
  const { nameOf, switchName } = useNames(choices)
  const counts: Readonly<Record<FilterGroup, readonly { readonly code: string; readonly count?: number }[]>> = {
    categories: choices.categories,
    countries: choices.countries,
    charities: choices.charities.map(({ slug, count }) => ({ code: slug, count })),
    schools: zakatSchools.map((code) => ({ code })),
    recipients: zakatCategories.map((code) => ({ code })),
  }
  const group = (name: FilterGroup, legend: ReactNode) => {
    // A value without open fundraisers can still be removed.
    const all = [
      ...counts[name],
      ...filters[name]
        .filter((value) => !counts[name].some(({ code }) => code === value))
        .map((code) => ({ code: code as string, count: 0 })),
    ]
    if (all.length === 0) return null
    return (
      <fieldset className="group">
        <legend>{legend}</legend>
        <p className="hint">{t('discover.several')}</p>
        <div className="discover-filter-checks">
          {all.map(({ code, count }) => (
            <Checkbox
              key={code}
              id={`${groups[name].param}-${code}`}
              name={groups[name].param}
              value={code}
              defaultChecked={(filters[name] as readonly string[]).includes(code)}
              label={
                <>
                  <bdi>{nameOf(name, code)}</bdi>{' '}
                  {count === undefined ? null : <span className="quiet num">{count}</span>}
                </>
              }
            />
          ))}
        </div>
      </fieldset>
    )
  }
  return (
    <FormIds.Provider value="filter-">
      <form method="get" action="/v4/discover" className="discover-filter-form stack-lg" onChange={onChange}>
        <fieldset className="group">
          <legend>{t('discover.promoted')}</legend>
          <div className="discover-filter-checks">
            {(Object.keys(booleanFilters) as Switch[]).map((name) => (
              <Checkbox
                key={name}
                id={booleanFilters[name]}
                value="1"
                defaultChecked={filters[name]}
                label={switchName(name)}
                hint={
                  name === 'nearGoal' || name === 'endingSoon' || name === 'isNew'
                    ? t(`discover.hint-${name}`)
                    : undefined
                }
              />
            ))}
          </div>
        </fieldset>
        {group('categories', t('discover.causes'))}
        {group('countries', t('discover.countries'))}
        {group('charities', t('discover.charities'))}
        {group('schools', t('discover.schools'))}
        {group('recipients', t('discover.recipients'))}
        <div className="discover-filter-apply">
          {hiddenFilterFields(filters, [
            ...Object.values(groups).map(({ param }) => param),
            ...Object.values(booleanFilters),
          ]).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="button button-primary button-wide">{shows ?? t('discover.apply')}</button>
          <p role="status" className="visually-hidden">
            {shows}
          </p>
        </div>
      </form>
    </FormIds.Provider>
  )
}
