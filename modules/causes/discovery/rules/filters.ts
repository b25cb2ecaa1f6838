import { ascending } from '#shared/collections.ts'
import { categories, type Category } from '#modules/causes/campaigns/rules/category.ts'
import {
  zakatCategories,
  type ZakatCategory,
  zakatSchools,
  type ZakatSchool,
} from '#modules/causes/campaigns/rules/zakat.ts'

/** In the offered order. `relevance` only with a query. */
export const sorts = ['relevance', 'newest', 'ending', 'near-goal', 'funded'] as const
export type Sort = (typeof sorts)[number]

/** Search filters (content-13). An empty group doesn't filter; several values of a group are alternatives. */
export type Filters = {
  readonly q: string
  readonly categories: readonly Category[]
  /** ISO 3166-1 alpha-2 countries that benefit. */
  readonly countries: readonly string[]
  /** Slugs of charities. */
  readonly charities: readonly string[]
  /** Schools of law that accept zakat to it, by its ruling. */
  readonly schools: readonly ZakatSchool[]
  /** Recipients of its zakat. */
  readonly recipients: readonly ZakatCategory[]
  readonly zakat: boolean
  readonly giftAid: boolean
  readonly nearGoal: boolean
  readonly endingSoon: boolean
  readonly isNew: boolean
  /** Undefined: relevance with a query, otherwise nearest to its goal, where a donation changes most. */
  readonly sort: Sort | undefined
}

export const noFilters: Filters = {
  q: '',
  categories: [],
  countries: [],
  charities: [],
  schools: [],
  recipients: [],
  zakat: false,
  giftAid: false,
  nearGoal: false,
  endingSoon: false,
  isNew: false,
  sort: undefined,
}

/** Minimum percentage of "near goal", below 100. */
export const nearGoalPercent = 75
export const endingSoonDays = 7
export const newDays = 30
export const resultsPerPage = 24
/** Limit of counted results and of ranked matches; beyond it the count says "more than". */
export const countedMax = 300
/** Limit of "show more". */
export const offsetMax = 2400
const textMax = 200
const listMax = 50

/** Group → parameter name and the pattern of its values. */
export const groups = {
  categories: { param: 'category', isOne: (text: string) => (categories as readonly string[]).includes(text) },
  countries: { param: 'country', isOne: (text: string) => /^[A-Z]{2}$/.test(text) },
  charities: { param: 'charity', isOne: (text: string) => /^[a-z0-9-]{1,120}$/.test(text) },
  schools: { param: 'school', isOne: (text: string) => (zakatSchools as readonly string[]).includes(text) },
  recipients: { param: 'recipients', isOne: (text: string) => (zakatCategories as readonly string[]).includes(text) },
} as const
export type FilterGroup = keyof typeof groups

/** Boolean filter → parameter name. */
export const booleanFilters = {
  zakat: 'zakat',
  nearGoal: 'near-goal',
  endingSoon: 'ending',
  isNew: 'new',
  giftAid: 'gift-aid',
} as const
export type Switch = keyof typeof booleanFilters

/** Trims and collapses whitespace. */
export const normalizeQuery = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, textMax).trim()

/** Parses filters from a URL, ignoring what is invalid, so that a truncated link still works. */
export function readFilters(query: URLSearchParams): Filters {
  const q = normalizeQuery(query.get('q') ?? '')
  const listOf = (group: FilterGroup) =>
    [
      ...new Set(
        query
          .getAll(groups[group].param)
          .flatMap((text) => text.split(','))
          .filter(groups[group].isOne),
      ),
    ].slice(0, listMax)
  const isOn = (name: Switch) => query.get(booleanFilters[name]) === '1'
  const sort = sorts.find((sort) => sort === query.get('sort'))
  return {
    q,
    categories: listOf('categories') as Category[],
    countries: listOf('countries'),
    charities: listOf('charities'),
    schools: listOf('schools') as ZakatSchool[],
    recipients: listOf('recipients') as ZakatCategory[],
    zakat: isOn('zakat'),
    giftAid: isOn('giftAid'),
    nearGoal: isOn('nearGoal'),
    endingSoon: isOn('endingSoon'),
    isNew: isOn('isNew'),
    sort: sort === 'relevance' || sort === sortOf({ q, sort: undefined }) ? undefined : sort,
  }
}

/** Converts filters to a canonical URL, which can be shared and bookmarked. */
export function writeFilters(filters: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (filters.q) query.set('q', filters.q)
  for (const group of Object.keys(groups) as FilterGroup[])
    if (filters[group].length > 0) query.set(groups[group].param, filters[group].toSorted(ascending).join(','))
  for (const name of Object.keys(booleanFilters) as Switch[]) if (filters[name]) query.set(booleanFilters[name], '1')
  if (filters.sort && filters.sort !== 'relevance' && filters.sort !== sortOf({ q: filters.q, sort: undefined }))
    query.set('sort', filters.sort)
  return query
}

/** Returns the filters with a value of a group toggled. */
export function toggled(filters: Filters, group: FilterGroup, value: string): Filters {
  const held: readonly string[] = filters[group]
  return { ...filters, [group]: held.includes(value) ? held.filter((text) => text !== value) : [...held, value] }
}

/** Returns the number of applied filters, without query and order. */
export const countOf = (filters: Filters): number =>
  (Object.keys(groups) as FilterGroup[]).reduce((sum, group) => sum + filters[group].length, 0) +
  (Object.keys(booleanFilters) as Switch[]).filter((name) => filters[name]).length

/** Returns the effective order. */
export const sortOf = ({ q, sort = 'relevance' }: Pick<Filters, 'q' | 'sort'>): Sort => {
  const isDefault = q === '' && sort === 'relevance'
  if (isDefault) return 'near-goal'
  return sort
}

/** Converts filters to the search call's parameters. */
export const toSearchParameters = (filters: Filters) => ({
  q: filters.q,
  category: filters.categories.join(','),
  country: filters.countries.join(','),
  charity: filters.charities.join(','),
  school: filters.schools.join(','),
  recipients: filters.recipients.join(','),
  zakat: filters.zakat,
  giftAid: filters.giftAid,
  nearGoal: filters.nearGoal,
  endingSoon: filters.endingSoon,
  new: filters.isNew,
  sort: sortOf(filters),
})
