import { expect, test } from 'vitest'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import {
  countOf,
  type Filters,
  groups,
  noFilters,
  readFilters,
  sortOf,
  sorts,
  type Switch,
  booleanFilters,
  toggled,
  writeFilters,
} from './filters.ts'
import { zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'

/** A small, seeded generator: the same thousand filters in every run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const words = ['', 'clean water', 'بئر في تشاد', 'a+b&c=d?e#f', '100% "zakat"', 'café', 'x'.repeat(200)]

function anyFilters(next: (below: number) => number): Filters {
  const some = <T>(items: readonly T[]) => [
    ...new Set(Array.from({ length: next(4) }, () => items[next(items.length)]!)),
  ]
  return {
    q: words[next(words.length)]!,
    categories: some(categories),
    countries: some(['PK', 'GB', 'PS', 'SD']),
    charities: some(['umeed-trust', 'al-birr', 'tohum']),
    schools: some(zakatSchools),
    recipients: some(zakatCategories),
    zakat: next(2) === 1,
    giftAid: next(2) === 1,
    nearGoal: next(2) === 1,
    endingSoon: next(2) === 1,
    isNew: next(2) === 1,
    sort: [undefined, ...sorts][next(sorts.length + 1)],
  }
}
const shapeOf = (filters: Filters) => ({
  ...filters,
  categories: filters.categories.toSorted(),
  countries: filters.countries.toSorted(),
  charities: filters.charities.toSorted(),
  schools: filters.schools.toSorted(),
  recipients: filters.recipients.toSorted(),
  sort: sortOf(filters),
})

test('filters survive the round trip through their URL, which is unique', () => {
  const next = random(2261)
  for (let count = 0; count < 1000; count++) {
    const filters = anyFilters(next)
    const address = writeFilters(filters).toString()
    const back = readFilters(new URLSearchParams(address))
    expect(shapeOf(back)).toEqual(shapeOf(filters))
    expect(writeFilters(back).toString()).toBe(address)
    expect(countOf(back)).toBe(countOf(filters))
  }
})

test('a form without scripts repeats a parameter, with the same meaning', () => {
  const form = new URLSearchParams('q=+clean++water+&category=water&category=food&country=PK&country=SD&zakat=1&sort=')
  expect(writeFilters(readFilters(form)).toString()).toBe('q=clean+water&category=food%2Cwater&country=PK%2CSD&zakat=1')
})

test('drops unknown values of a URL', () => {
  const filters = readFilters(
    new URLSearchParams('category=gold,water&country=pk,PK,XXX&charity=../etc&zakat=yes&sort=random&from=-3'),
  )
  expect(filters).toEqual({ ...noFilters, categories: ['water'], countries: ['PK'] })
})

test('toggling a value twice changes nothing', () => {
  const once = toggled(noFilters, 'countries', 'PK')
  expect(once.countries).toEqual(['PK'])
  expect(toggled(once, 'countries', 'PK')).toEqual(noFilters)
})

test('sorts by what is nearest to its goal unless there is a query', () => {
  expect(sortOf({ q: '', sort: undefined })).toBe('near-goal')
  expect(sortOf({ q: '', sort: 'relevance' })).toBe('near-goal')
  expect(sortOf({ q: 'water', sort: undefined })).toBe('relevance')
  expect(sortOf({ q: 'water', sort: 'ending' })).toBe('ending')
  expect(sortOf(readFilters(new URLSearchParams('q=water&sort=newest')))).toBe('newest')
})

test('no two filters share a parameter name', () => {
  const names = [
    ...Object.values(groups).map(({ param }) => param),
    ...(Object.keys(booleanFilters) as Switch[]).map((name) => booleanFilters[name]),
    'q',
    'sort',
    'from',
  ]
  expect(new Set(names).size).toBe(names.length)
})
