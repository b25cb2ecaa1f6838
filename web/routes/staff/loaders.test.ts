import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import * as audit from './audit.tsx'
import * as donations from './payments/donations.tsx'
import * as event from './event.tsx'
import * as featured from './featured.tsx'
import * as queue from './queue.tsx'
import * as distributions from './zakat-distributions.tsx'

const pages = { audit, donations, event, featured, distributions }
type Name = keyof typeof pages
const calls: Readonly<Record<Name, string>> = {
  audit: 'GET /v4/staff/audit',
  donations: 'GET /v4/staff/donations',
  event: 'GET /v4/staff/events/:slug',
  featured: 'GET /v4/staff/featured',
  distributions: 'GET /v4/staff/zakat-distributions',
}
const names = Object.keys(pages) as Name[]
const params = { slug: 'ramadan' }
const load = (name: Name, query: string, page: object = {}) =>
  resultOf(() => pages[name].loader(pageArgs(`/staff/page${query}`, { params, ...page })))

test.each(names)('%s asks visitors to log in, and returns to the same address', async (name) => {
  const { api, calls } = fakeApi()
  expect(await load(name, '?a=b', { api, viewer: visitors.guest })).toEqual({
    status: 303,
    location: '/login?redirectUrl=%2Fstaff%2Fpage%3Fa%3Db',
  })
  expect(calls).toEqual([])
})

test.each(names)('%s is 404 without permission', async (name) => {
  const { api } = fakeApi({ [calls[name]]: new Problem('authorization', 'not-allowed') })
  expect(await load(name, '', { api })).toMatchObject({ status: 404 })
})

test.each(names)('%s asks for a second factor if it is required', async (name) => {
  const { api } = fakeApi({ [calls[name]]: new Problem('authentication', 'two-factor-required') })
  expect((await load(name, '', { api })).location).toMatch(/redirectUrl=%2Fstaff%2Fpage/)
})

test.each<[Name, string, object]>([
  ['audit', '?actor=a&from=yesterday&until=2026-02-01&before=12', { actor: 'a', until: '2026-02-01', before: '12' }],
  ['audit', '?charity=7&act=charities.', { charity: '7', act: 'charities.' }],
  ['audit', '?charity=Sabeel', {}],
  [
    'donations',
    '?group=paid&currency=XXX&until=2026-01-31&before=1',
    { query: '', group: 'paid', until: '2026-01-31' },
  ],
  ['donations', '?query=amina', { query: 'amina' }],
  ['featured', '?spot=home', { adSpotType: 'home' }],
  ['featured', '?spot=A+spot', { adSpotType: 'general' }],
  ['event', '', { slug: 'ramadan' }],
])('%s%s is read with %o', async (name, query, input) => {
  const { api, calls: made } = fakeApi()
  await load(name, query, { api })
  expect(made).toEqual([[calls[name], input]])
})

test('the form for a new event opens only for those who may see the lists', async () => {
  const { api, calls } = fakeApi()
  expect((await load('event', '?delete', { api, params: {} })).data).toMatchObject({ event: null, asksToDelete: true })
  expect(calls).toEqual([['GET /v4/staff/lists', {}]])
})

test('the home reads the overview, and a filtered or later page of the queue only its cases', async () => {
  const overview = { cases: [], bounced: [], failing: [] }
  const read = async (query: string) => {
    const { api, calls: made } = fakeApi({ 'GET /v4/staff/cases': { cases: [] }, 'GET /v4/staff/overview': overview })
    await resultOf(() => queue.loader(pageArgs(`/staff${query}`, { api, firstSteps: async () => [] })))
    return made.map(([call]) => call)
  }
  expect(await read('?done=decided')).toEqual(['GET /v4/staff/cases', 'GET /v4/staff/overview'])
  expect(await read('?kind=match')).toEqual(['GET /v4/staff/cases'])
  expect(await read('?page=2')).toEqual(['GET /v4/staff/cases'])
})
