import { filterNameMax } from '#modules/organizers/charity-donors/rules/saved-filters.ts'
import { hidden, trimmed, unlimited } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'

/** The forms of a list's saved filters. */
export const filterForms = {
  'save-filter': { name: trimmed(filterNameMax), query: unlimited(1000) },
  'remove-filter': { filterId: hidden, query: unlimited(1000) },
}

/** Returns the address of a list to which its page redirects, with the filters that it had. */
export const withDone = (query: string, done: 'filter-saved' | 'filter-removed'): string => {
  const parameters = new URLSearchParams(query)
  parameters.set('done', done)
  return `?${parameters.toString()}`
}

export const filterDone = {
  'filter-saved': 'charity-donors.filter-saved',
  'filter-removed': 'charity-donors.filter-removed',
} as const

/** The saved filters of a list as links, and a form that saves those of its address. */
export function SavedFilters({
  path,
  query,
  saved,
  form,
}: {
  readonly path: string
  /** The query of the address, such as `?state=refunded`; empty without filters and with the usual columns. */
  readonly query: string
  readonly saved: readonly { readonly id: string; readonly name: string; readonly query: string }[]
  readonly form: FormView<(typeof filterForms)['save-filter']>
}) {
  const t = useText()
  if (saved.length === 0 && query === '') return null
  return (
    <section className="stack" aria-labelledby="saved-filters">
      <h2 id="saved-filters" className="charity-donors-saved">
        {t('charity-donors.saved-filters')}
      </h2>
      {saved.length > 0 ? (
        <ul className="charity-donors-tags">
          {saved.map((filter) => (
            <li key={filter.id}>
              <a href={`${path}?${filter.query}`} aria-current={`?${filter.query}` === query ? 'page' : undefined}>
                <bdi>{filter.name}</bdi>
              </a>
              <PageForm>
                <input type="hidden" name="filterId" value={filter.id} />
                <input type="hidden" name="query" value={query} />
                <Button
                  look="quiet"
                  name="intent"
                  value="remove-filter"
                  aria-label={t('charity-donors.remove-filter', { name: `\u2068${filter.name}\u2069` })}
                >
                  {t('charity-donors.remove')}
                </Button>
              </PageForm>
            </li>
          ))}
        </ul>
      ) : null}
      {query === '' ? null : (
        <PageForm className="charity-donors-search">
          <input type="hidden" name="query" value={query} />
          <TextInput
            {...form.control('name')}
            label={t('charity-donors.filter-name')}
            hint={t('charity-donors.filter-name-hint')}
            autoComplete="off"
          />
          <Button look="quiet" name="intent" value="save-filter">
            {t('charity-donors.save-filter')}
          </Button>
        </PageForm>
      )}
    </section>
  )
}
