import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as charity from './charity.tsx'
import * as event from './event.tsx'
import * as featured from './featured.tsx'
import * as list from './list.tsx'

const pages = { charity, event, featured, list }
type Name = keyof typeof pages
const post = (name: Name, params: Record<string, string>, form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => pages[name].action(pageArgs('/staff/page', { params, form, ...page })))

const readEvent = 'GET /v4/staff/events/:slug'
const saveEvent = 'PUT /v4/discovery/events/:slug'
const readList = 'GET /v4/staff/lists/:listId'
const saveList = 'PUT /v4/discovery/lists/:listId'
const saveCharity = 'PUT /v4/staff/charities/:organizationId'
const texts = { title: 'Hajj', titleAr: '', about: '', aboutAr: '', startsOn: '2027-05-06', endsOn: '2027-05-20' }
const loadedTexts = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`loaded-${name}`, text]))
const campaigns = [{ id: '4' }, { id: '9' }]
const input = { ...texts, titleAr: null, aboutAr: null, campaignIds: ['4', '9'] }
const conflict = (field: string) =>
  new Problem('conflict', 'edited-meanwhile', { fields: { [field]: { code: 'changed-meanwhile' } } })

test('an event is saved with what the form loaded, so that another person’s changes stay', async () => {
  const { api, calls } = fakeApi({ [readEvent]: { ...input, slug: 'hajj', campaigns } })
  const form = { intent: 'save', ...texts, ...loadedTexts, title: 'Hajj 1448' }
  expect(await post('event', { slug: 'hajj' }, form, { api })).toMatchObject({ status: 303 })
  const sent = { slug: 'hajj', ...input, title: 'Hajj 1448', loaded: input, isNew: false }
  expect(calls.at(-1)).toEqual([saveEvent, sent])
})

test('an event that two people changed comes back with what was typed and loaded', async () => {
  const { api } = fakeApi({ [readEvent]: { ...input, slug: 'hajj', campaigns }, [saveEvent]: conflict('title') })
  const form = { intent: 'save', ...texts, ...loadedTexts, title: 'Hajj 1448' }
  expect(await post('event', { slug: 'hajj' }, form, { api })).toMatchObject({
    status: 409,
    data: {
      typed: { title: 'Hajj 1448' },
      loaded: { title: 'Hajj' },
      code: 'edited-meanwhile',
      refusals: { title: 'text of changed-meanwhile' },
    },
  })
})

test('a new event asks again about its address, which never changes, and creates nothing before', async () => {
  const { api, calls } = fakeApi()
  const form = { intent: 'save', ...texts, slug: 'hajj' }
  expect(await post('event', {}, form, { api })).toMatchObject({ status: 200, data: { unconfirmed: 'hajj' } })
  expect(await post('event', {}, { ...form, confirmedChoice: 'haj' }, { api })).toMatchObject({ status: 200 })
  expect(calls).toEqual([])
  expect(await post('event', {}, { ...texts, slug: 'hajj', confirmedChoice: 'hajj' }, { api })).toMatchObject({
    status: 303,
    location: '/staff/lists/events/hajj?done=saved',
  })
  expect(calls).toEqual([[saveEvent, { slug: 'hajj', ...input, campaignIds: [], isNew: true }]])
})

const orders: [Name, Record<string, string>, string, string, object][] = [
  ['event', { slug: 'hajj' }, readEvent, saveEvent, { ...input, slug: 'hajj', campaigns }],
  ['list', { listId: '3' }, readList, saveList, { title: 'Winter', campaigns }],
  ['featured', {}, 'GET /v4/staff/featured', 'PUT /v4/staff/featured', { fundraisers: campaigns, charities: [] }],
]
test.each(orders)('%s: an order is saved on the order that it changes, otherwise it is refused', async (...order) => {
  const [name, params, read, save, saved] = order
  const { api, calls } = fakeApi({ [read]: saved })
  await post(name, params, { intent: 'up', chosen: '9' }, { api })
  expect(calls.at(-1)).toMatchObject([
    save,
    { campaignIds: ['9', '4'], loaded: name === 'featured' ? ['4', '9'] : { campaignIds: ['4', '9'] } },
  ])
  const other = fakeApi({ [read]: saved, [save]: conflict('campaignIds') })
  const refused = await post(name, params, { intent: 'up', chosen: '9' }, { api: other.api })
  expect(refused.status).toBe(409)
  expect(JSON.stringify(refused.data)).toContain('text of order-changed')
})

test('a list’s title is saved with what the form loaded, and comes back if two people changed it', async () => {
  const { api, calls } = fakeApi({ [readList]: { title: 'Cold', campaigns } })
  const form = { intent: 'save', title: 'Frost', 'loaded-title': 'Winter' }
  await post('list', { listId: '3' }, form, { api })
  const loaded = { title: 'Winter', campaignIds: ['4', '9'] }
  expect(calls.at(-1)).toEqual([saveList, { listId: '3', title: 'Frost', campaignIds: ['4', '9'], loaded }])
  const refusing = fakeApi({ [readList]: { title: 'Cold', campaigns }, [saveList]: conflict('title') })
  expect(await post('list', { listId: '3' }, form, { api: refusing.api })).toMatchObject({
    status: 409,
    data: {
      field: 'title',
      message: 'text of changed-meanwhile',
      typed: { title: 'Frost' },
      loaded: { title: 'Winter' },
    },
  })
})

test('a charity’s texts are saved with what the form loaded', async () => {
  const { api, calls } = fakeApi()
  const form = { intent: 'save', name: 'Zad Trust', 'loaded-name': 'Zad', 'loaded-about': 'Wells.\r\nTaps.' }
  expect(await post('charity', { organizationId: '7' }, form, { api })).toMatchObject({ status: 303 })
  expect(calls).toMatchObject([
    [saveCharity, { organizationId: '7', name: 'Zad Trust', loaded: { name: 'Zad', about: 'Wells.\nTaps.' } }],
  ])
  const refusing = fakeApi({ [saveCharity]: conflict('name') })
  expect(await post('charity', { organizationId: '7' }, form, { api: refusing.api })).toMatchObject({
    status: 409,
    data: { typed: { words: { name: 'Zad Trust' }, loaded: { name: 'Zad' } } },
  })
})
