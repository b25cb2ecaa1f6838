import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let support: Awaited<ReturnType<typeof aSession>>
let reviewer: string
const ids: Record<string, string> = {}

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, token = support.token) => {
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { payload: JSON.stringify(payload ?? {}) }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const named = (...names: string[]) => names.map((name) => ids[name]!)
const slugsIn = async (query: string) =>
  (await ask('GET', `/v4/discovery/featured?${query}`)).body.results.map(({ slug }: { slug: string }) => slug)
const charitiesIn = async (query: string) =>
  (await ask('GET', `/v4/discovery/organizations?${query}`)).body.results.map(({ slug }: { slug: string }) => slug)
const actsOn = (object: string) =>
  installation.app.db
    .selectFrom('audit.entry')
    .select(['act', 'actor_id', 'details'])
    .where('object', '=', object)
    .orderBy('id')
    .execute()

beforeAll(async () => {
  installation = await createTestApp()
  support = await aSession(installation.app, { roles: ['support'] })
  reviewer = (await aSession(installation.app, { roles: ['reviewer'] })).token
  const time = installation.app.clock().getTime()
  for (const [place, slug] of ['wells', 'bread', 'lamps', 'boats'].entries())
    ids[slug] = String(
      (await aCampaign(installation.app, { slug, name: slug, created_at: new Date(time - place * 60_000) })).id,
    )
  ids.paused = String((await aCampaign(installation.app, { slug: 'paused', status: 2 })).id)
  ids.draft = String((await aCampaign(installation.app, { slug: 'draft', status: 0 })).id)
  for (const slug of ['amal', 'sabeel']) {
    const organization_id = (await anOrganization(installation.app, { slug, name: slug })).id
    ids[slug] = String(
      (
        await aCampaign(installation.app, {
          slug,
          name: slug,
          kind: 'general-fund',
          organization_id,
          ends_at: null,
          goal: null,
        })
      ).id,
    )
  }
})
afterAll(() => installation.close())

describe('the featured order', () => {
  test('is chosen, used by the home page and the featured search, and audited', async () => {
    expect(await slugsIn('')).toEqual(['wells', 'bread', 'lamps', 'boats'])
    expect(
      (await ask('PUT', '/v4/staff/featured', { kind: 'fundraiser', campaignIds: named('boats', 'lamps') })).status,
    ).toBe(200)
    expect(await slugsIn('')).toEqual(['boats', 'lamps', 'wells', 'bread'])
    await ask('PUT', '/v4/staff/featured', { kind: 'fundraiser', campaignIds: named('lamps', 'paused', 'boats') })
    expect(await slugsIn('')).toEqual(['lamps', 'boats', 'wells', 'bread'])
    const { body } = await ask('GET', '/v4/staff/featured')
    expect(body.fundraisers).toMatchObject([
      { slug: 'lamps', isOpen: true },
      { slug: 'paused', isOpen: false },
      { slug: 'boats', isOpen: true },
    ])
    await ask('PUT', '/v4/staff/featured', { kind: 'fundraiser', campaignIds: named('lamps', 'paused', 'boats') })
    expect(await actsOn('ad-spot:general')).toMatchObject([
      {
        act: 'discovery.featured-saved',
        actor_id: support.viewer.accountId,
        details: { before: [], after: named('boats', 'lamps') },
      },
      { details: { before: named('boats', 'lamps'), after: named('lamps', 'paused', 'boats') } },
    ])
  })

  test('has its own order in an ad spot, followed by the general one; page by page without gaps', async () => {
    await ask('PUT', '/v4/staff/featured', {
      adSpotType: 'home',
      kind: 'fundraiser',
      campaignIds: named('bread', 'paused', 'boats'),
    })
    expect(await slugsIn('adSpotType=home')).toEqual(['bread', 'boats', 'lamps', 'wells'])
    expect(await slugsIn('adSpotType=list')).toEqual(['lamps', 'boats', 'wells', 'bread'])
    expect(await slugsIn('adSpotType=home&sort=newest')).toEqual(['wells', 'bread', 'lamps', 'boats'])
    for (const limit of [1, 2, 3]) {
      const pages: string[] = []
      for (let offset = 0; offset < 4; offset += limit)
        pages.push(...(await slugsIn(`adSpotType=home&limit=${limit}&offset=${offset}`)))
      expect(pages, String(limit)).toEqual(['bread', 'boats', 'lamps', 'wells'])
    }
    await ask('PUT', '/v4/staff/featured', { adSpotType: 'home', kind: 'fundraiser', campaignIds: [] })
    expect(await slugsIn('adSpotType=home')).toEqual(['lamps', 'boats', 'wells', 'bread'])
  })

  test('charities have their own order, separate from fundraisers', async () => {
    expect(await charitiesIn('')).toEqual(['amal', 'sabeel'])
    await ask('PUT', '/v4/staff/featured', { kind: 'general-fund', campaignIds: named('sabeel') })
    expect(await charitiesIn('')).toEqual(['sabeel', 'amal'])
    await ask('PUT', '/v4/staff/featured', { adSpotType: 'home', kind: 'general-fund', campaignIds: named('amal') })
    expect(await charitiesIn('adSpotType=home')).toEqual(['amal', 'sabeel'])
    expect(await slugsIn('')).toEqual(['lamps', 'boats', 'wells', 'bread'])
    expect(
      (await ask('PUT', '/v4/staff/featured', { kind: 'general-fund', campaignIds: named('wells') })).body.code,
    ).toBe('charity-not-found')
    expect(
      (await ask('PUT', '/v4/staff/featured', { kind: 'fundraiser', campaignIds: named('sabeel') })).body.code,
    ).toBe('campaign-not-found')
    expect((await ask('PUT', '/v4/staff/featured', { kind: 'fundraiser', campaignIds: ['999999'] })).status).toBe(404)
  })

  test('of two changes of the order that was read, the second is refused [content-47]', async () => {
    const change = (campaignIds: string[], loaded: string[]) =>
      ask('PUT', '/v4/staff/featured', { adSpotType: 'list', kind: 'fundraiser', campaignIds, loaded })
    expect((await change(named('wells'), [])).status).toBe(200)
    expect(await change(named('bread'), [])).toMatchObject({ status: 409, body: { code: 'edited-meanwhile' } })
    expect((await change(named('wells', 'bread'), named('wells'))).status).toBe(200)
    await change([], named('wells', 'bread'))
  })

  test('concurrent changes leave exactly one of them', async () => {
    const orders = [named('wells', 'bread'), named('bread', 'wells', 'lamps')]
    await Promise.all(
      orders.map((campaignIds) =>
        ask('PUT', '/v4/staff/featured', { adSpotType: 'event', kind: 'fundraiser', campaignIds }),
      ),
    )
    const kept = (await ask('GET', '/v4/staff/featured?adSpotType=event')).body.fundraisers.map(
      ({ id }: { id: string }) => id,
    )
    expect(orders).toContainEqual(kept)
  })
})

test('finds a fundraiser by typed or copied text, but no drafts', async () => {
  const find = (text: string, kind = '') =>
    ask('GET', `/v4/staff/campaigns-named?text=${encodeURIComponent(text)}${kind && `&kind=${kind}`}`)
  for (const text of ['wells', ids.wells!, `${installation.app.origin}/v4/campaign/wells?share=1`])
    expect((await find(text)).body).toMatchObject({ id: ids.wells, slug: 'wells' })
  expect((await find('amal', 'general-fund')).body).toMatchObject({ kind: 'general-fund' })
  for (const [text, kind] of [
    ['draft', ''],
    [ids.draft!, ''],
    ['nothing', ''],
    ['', ''],
    ['amal', 'fundraiser'],
    ['wells', 'general-fund'],
    [`'; drop table discovery.list; --`, ''],
  ] as const)
    expect(Object.keys((await find(text, kind)).body.fields), text).toEqual(['campaign'])
})

describe('lists and events', () => {
  test('can be viewed, changed and deleted with their fundraisers', async () => {
    const { id } = (
      await ask('POST', '/v4/discovery/lists', { title: 'For the winter', campaignIds: named('lamps', 'draft') })
    ).body
    expect((await ask('GET', `/v4/staff/lists/${id}`)).body).toMatchObject({
      title: 'For the winter',
      campaigns: [{ slug: 'lamps' }, { slug: 'draft', isOpen: false }],
    })
    await ask('PUT', `/v4/discovery/lists/${id}`, { title: 'For the spring', campaignIds: [] })
    expect((await ask('GET', '/v4/staff/lists')).body.lists).toContainEqual({ id, title: 'For the spring', count: 0 })
    expect((await ask('DELETE', `/v4/discovery/lists/${id}`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', 'staff'],
      ['DELETE', 'discovery'],
    ] as const)
      expect((await ask(method, `/v4/${path}/lists/${id}`)).status).toBe(404)
    expect((await actsOn(`list:${id}`)).map(({ act }) => act)).toEqual([
      'discovery.list-saved',
      'discovery.list-saved',
      'discovery.list-removed',
    ])
  })

  test('an event is created once per slug and owns its list', async () => {
    const event = {
      title: 'Ramadan',
      titleAr: 'رمضان',
      startsOn: '2027-02-08',
      endsOn: '2027-03-09',
      campaignIds: named('wells'),
      isNew: true,
    }
    expect((await ask('PUT', '/v4/discovery/events/ramadan', event)).status).toBe(200)
    expect(
      (await ask('PUT', '/v4/discovery/events/ramadan', { ...event, title: 'Another' })).body.fields,
    ).toHaveProperty('slug')
    await ask('PUT', '/v4/discovery/events/ramadan', { ...event, isNew: false, campaignIds: named('bread', 'paused') })
    expect((await ask('GET', '/v4/staff/events/ramadan')).body).toMatchObject({
      title: 'Ramadan',
      campaigns: [{ slug: 'bread' }, { slug: 'paused' }],
    })
    const { lists, events } = (await ask('GET', '/v4/staff/lists')).body
    expect(events).toEqual([
      { slug: 'ramadan', title: 'Ramadan', titleAr: 'رمضان', startsOn: '2027-02-08', endsOn: '2027-03-09', count: 2 },
    ])
    expect(lists).toEqual([])
    const [{ id: listId }] = (await installation.app.db.selectFrom('discovery.list').select('id').execute()) as [
      { id: bigint },
    ]
    expect((await ask('DELETE', `/v4/discovery/lists/${listId}`)).status).toBe(404)
    expect((await ask('DELETE', '/v4/discovery/events/ramadan')).status).toBe(200)
    expect((await ask('GET', '/v4/events/by-slug/ramadan')).status).toBe(404)
    expect(await installation.app.db.selectFrom('discovery.list').select('id').execute()).toEqual([])
  })
})

describe('two people who edit the same [content-47]', () => {
  const event = { title: 'Hajj', about: 'Days of giving.', startsOn: '2027-05-06', endsOn: '2027-05-20' }

  test('keep both changes of an event, and the second sees the other text where both wrote', async () => {
    const path = '/v4/discovery/events/hajj'
    const loaded = { ...event, campaignIds: named('wells') }
    await ask('PUT', path, { ...loaded, isNew: true })
    const save = (over: object) => ask('PUT', path, { ...loaded, ...over, loaded })
    expect((await save({ title: 'Hajj 1448', campaignIds: named('wells', 'bread') })).status).toBe(200)
    expect((await save({ about: 'Ten days of giving.' })).status).toBe(200)
    const current = {
      title: 'Hajj 1448',
      about: 'Ten days of giving.',
      campaigns: [{ slug: 'wells' }, { slug: 'bread' }],
    }
    expect((await ask('GET', '/v4/staff/events/hajj')).body).toMatchObject(current)
    const second = await save({ title: 'The Hajj', about: 'Ten days of giving.', endsOn: '2027-05-21' })
    expect([second.status, second.body.code]).toEqual([409, 'edited-meanwhile'])
    expect(second.body.fields).toEqual({ title: expect.stringContaining('Hajj 1448') })
    expect((await ask('GET', '/v4/staff/events/hajj')).body).toMatchObject({ ...current, endsOn: event.endsOn })
    const again = { ...loaded, title: 'Hajj 1448' }
    expect((await ask('PUT', path, { ...loaded, title: 'The Hajj', loaded: again })).status).toBe(200)
    await ask('DELETE', path)
    expect((await save({ title: 'Gone' })).body.code).toBe('event-not-found')
  })

  test('keep a title and an order of a list, but not two orders', async () => {
    const loaded = { title: 'Winter', campaignIds: named('wells') }
    const { id } = (await ask('POST', '/v4/discovery/lists', loaded)).body
    const path = `/v4/discovery/lists/${id}`
    const answers = await Promise.all(
      [named('wells', 'bread'), named('wells', 'lamps')].map((campaignIds) =>
        ask('PUT', path, { ...loaded, campaignIds, loaded }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.fields).toHaveProperty('campaignIds')
    expect((await ask('PUT', path, { ...loaded, title: 'Cold', loaded })).status).toBe(200)
    const { title, campaigns } = (await ask('GET', `/v4/staff/lists/${id}`)).body
    expect([title, campaigns.length]).toEqual(['Cold', 2])
    await ask('DELETE', path)
  })
})

test('lists ad variants by fundraiser and spot, and keeps their pictures', async () => {
  const { accountId } = support.viewer
  const picture = installation.app.newId()
  const uploaded_at = installation.app.clock()
  await installation.app.write((tx) =>
    tx
      .insertInto('media.picture')
      .values({ id: picture, account_id: accountId, width: 9, height: 9, bytes: 9, uploaded_at })
      .execute(),
  )
  const variants = [{ creativeType: 'image', creativeUrl: `/media/${picture}.webp?v=1` }]
  await ask('PUT', `/v4/discovery/ad-variants/${ids.wells}`, { adSpotType: 'home', variants })
  const { adSpots, cards } = (await ask('GET', '/v4/staff/ad-variants')).body
  expect(adSpots).toEqual(expect.arrayContaining(['general', 'home', 'list', 'event']))
  expect(cards).toMatchObject([{ campaign: { slug: 'wells' }, adSpotType: 'home', variants }])
  expect(
    await installation.app.db
      .selectFrom('media.picture')
      .select('used_at')
      .where('id', '=', picture)
      .executeTakeFirst(),
  ).toEqual({ used_at: expect.any(Date) })
})

test('only the support role can curate [security-3]', async () => {
  expect((await ask('PUT', '/v4/staff/featured', { kind: 'fundraiser', campaignIds: [] }, reviewer)).status).toBe(403)
  expect((await ask('GET', '/v4/staff/lists', undefined, reviewer)).status).toBe(403)
})
