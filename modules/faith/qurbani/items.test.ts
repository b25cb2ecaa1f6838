import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTeamMembers, getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { QurbaniItemView } from './contract.ts'
import { sharesOfCow } from './testing.ts'

let server: TestApp
const clock = manualClock()
beforeAll(async () => {
  server = await createTestApp({ clock: clock.now })
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, url: string, token?: string, payload: object = {}) =>
  server.fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })

async function aFundraiser(over: Parameters<typeof aCampaign>[1] = {}) {
  const campaign = await aCampaign(server.app, over)
  const organizer = await aSession(server.app, { firstName: 'Sana' })
  const { accountId } = organizer.viewer
  await server.app.write((tx) =>
    insertTeamMembers(tx, [{ campaignId: campaign.id, accountId, role: 'organizer', publicName: '', at: clock.now() }]),
  )
  return { id: campaign.id, token: organizer.token, url: `/v4/campaigns/${campaign.id}/qurbani-items` }
}

const added = async (url: string, token: string, over: object = {}): Promise<QurbaniItemView> => {
  const answer = await call('POST', url, token, { ...sharesOfCow, ...over })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const offersOf = async (campaignId: bigint) => {
  const { open, upcoming, nextOpening } = (await call('GET', '/v4/qurbani/items')).json()
  const { slug } = await server.app.db
    .selectFrom('campaigns.campaign')
    .select('slug')
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow()
  const own = (offers: { campaign: string; id: string }[]) =>
    offers.filter(({ campaign }) => campaign === slug).map((offer) => offer.id)
  return { open: own(open), upcoming: own(upcoming), nextOpening }
}

test('an item is a level of its price with its window, zone and calendar by the country [qurbani-1, qurbani-2, qurbani-3]', async () => {
  const { id, token, url } = await aFundraiser()
  const item = await added(url, token)
  expect(item).toMatchObject({
    currency: 'GBP',
    animalPrice: 37_500,
    sharePrice: 5400,
    remaining: 70,
    capacity: 10,
    calendar: 'SOUTH_ASIA',
    timeZone: 'Asia/Karachi',
    opensAt: '2026-06-19T19:00:00.000Z',
    closesAt: '2027-05-18T07:00:00.000Z',
    performedFrom: '2027-05-16',
    performedUntil: '2027-05-18',
    isAnnounced: false,
  })
  const level = await server.app.db
    .selectFrom('campaigns.level')
    .select(['amount', 'claim_limit as limit', 'flags', 'campaign_id as campaignId'])
    .select(['bundle_size as bundleSize', 'bundle_amount as bundleAmount', 'shares'])
    .where('id', '=', BigInt(item.id))
    .executeTakeFirstOrThrow()
  expect(level).toEqual({
    amount: 5400n,
    limit: 70,
    flags: 0,
    campaignId: id,
    bundleSize: 7,
    bundleAmount: 37500n,
    shares: 1,
  })

  const sheep = await added(url, token, { animal: 'sheep', unit: 'animal', animalPrice: '١٠٠', capacity: '' })
  expect(sheep).toMatchObject({ animalPrice: 10_000, sharePrice: 10_000, remaining: null, sharesPerAnimal: 1 })
  expect(
    (await call('GET', `${url}?hijriYear=1448`, token)).json().items.map((one: QurbaniItemView) => one.id),
  ).toEqual([item.id, sheep.id])
})

test('levels of items are not edited or listed with a fundraiser’s levels; offered ones can be chosen', async () => {
  const { id, token, url } = await aFundraiser()
  const item = await added(url, token)
  const levels = `/v4/campaigns/${id}/levels`
  expect((await call('GET', levels, token)).json().levels).toEqual([])
  expect((await call('DELETE', `${levels}/${item.id}`, token)).json().code).toBe('level-not-found')
  clock.move({ minutes: 1 })
  const chosen = async () => (await getCampaignForDonation(server.app, id))?.levels.map((level) => String(level.id))
  expect(await chosen()).toEqual([item.id])
  const { slug } = await server.app.db
    .selectFrom('campaigns.campaign')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await call('GET', `/v4/campaign-pages/${slug}`)).json().levels).toEqual([])
  expect((await call('POST', '/api/projectapi/rewards', undefined, { id: String(id) })).json()).toMatchObject({
    result: { Rewards: [] },
  })
  await call('PATCH', `${url}/${item.id}`, token, { ...sharesOfCow, version: 0, isOffered: false })
  clock.move({ minutes: 1 })
  expect(await chosen()).toEqual([])
})

test('faults are at their fields, and the same item is added once a year', async () => {
  const { token, url } = await aFundraiser()
  const refused = await call('POST', url, token, {
    ...sharesOfCow,
    title: ' ',
    partner: '',
    country: 'XX',
    animal: 'goat',
    animalPrice: '10.50',
    capacity: '0',
    timeZone: 'Asia/Nowhere',
    opensOn: '2027-02-30',
    close: { day: 13, hour: 9, minute: 0 },
  })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().fields).toSorted()).toEqual(
    ['animalPrice', 'capacity', 'close', 'country', 'opensOn', 'partner', 'timeZone', 'title', 'unit'].toSorted(),
  )
  const late = await call('POST', url, token, { ...sharesOfCow, opensOn: '2027-05-19' })
  expect(late.json().fields).toEqual({ opensOn: 'Orders must open before they close.' })
  await added(url, token)
  expect((await call('POST', url, token, sharesOfCow)).json().code).toBe('qurbani-item-exists')
})

test('an outdated change is refused, and an item with orders keeps its animal and what is ordered', async () => {
  const { id, token, url } = await aFundraiser()
  const item = await added(url, token)
  const change = (over: object) =>
    call('PATCH', `${url}/${item.id}`, token, { ...sharesOfCow, version: item.version, ...over })
  const changed = (await change({ animalPrice: '420', isOffered: false })).json()
  expect(changed).toMatchObject({ animalPrice: 42_000, sharePrice: 6000, isOffered: false, version: item.version + 1 })
  expect((await change({})).json().code).toBe('qurbani-item-changed')
  await server.app.write((tx) =>
    tx.updateTable('campaigns.level').set({ claimed: 8 }).where('id', '=', BigInt(item.id)).execute(),
  )
  const { version } = changed
  expect((await change({ version, animal: 'camel' })).json().code).toBe('qurbani-item-ordered')
  expect((await change({ version, capacity: '1' })).json().code).toBe('qurbani-capacity-below-orders')
  expect((await change({ version, capacity: '2' })).json()).toMatchObject({ claimed: 8, remaining: 6 })
  const other = await aFundraiser()
  expect((await call('PATCH', `${other.url}/${item.id}`, other.token, { ...sharesOfCow, version })).json().code).toBe(
    'qurbani-item-not-found',
  )
  expect(id).not.toBe(other.id)
})

test('last year’s items are copied once, opening on the same Hijri day', async () => {
  const { token, url } = await aFundraiser()
  await added(url, token, { opensOn: '2026-06-16' })
  await added(url, token, { country: 'SD', animalPrice: '1,420', isOffered: false })
  const copy = () => call('POST', `${url}/copy`, token, { fromYear: 1448 })
  const first = (await copy()).json()
  expect(first).toMatchObject({ hijriYear: 1449, added: 1 })
  expect(first.items).toMatchObject([
    { country: 'PK', hijriYear: 1449, opensOn: '2027-06-06', performedFrom: '2028-05-05', claimed: 0 },
  ])
  expect((await copy()).json()).toMatchObject({ added: 0, items: [{ id: first.items[0].id }] })
})

test('two copies at once add each item once', async () => {
  const { token, url } = await aFundraiser()
  await added(url, token)
  const copies = await Promise.all([1, 2, 3].map(() => call('POST', `${url}/copy`, token, { fromYear: 1448 })))
  expect(copies.map((answer) => Number(answer.json().added)).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
})

test('the public list has what is open and what opens next, of fundraisers that accept donations', async () => {
  const { id, token, url } = await aFundraiser()
  const paused = await aFundraiser({ status: 2 })
  const open = await added(url, token)
  const upcoming = await added(url, token, { country: 'KE', opensOn: '2027-04-01' })
  await added(url, token, { country: 'ET', isOffered: false })
  await added(paused.url, paused.token)
  expect(await offersOf(id)).toMatchObject({ open: [open.id], upcoming: [upcoming.id] })
  expect(await offersOf(paused.id)).toMatchObject({ open: [], upcoming: [] })
  expect((await call('GET', '/v4/qurbani/items')).json().nextOpening).toBe('2027-03-31T21:00:00.000Z')
})

test('the window follows the month that the performing country announced [qurbani-3]', async () => {
  const { token, url } = await aFundraiser()
  await added(url, token, { country: 'MA', calendar: 'MA', timeZone: 'Africa/Casablanca' })
  const admin = await aSession(server.app, { roles: ['admin'] })
  await sql`insert into plans.announced_month (calendar, hijri_year, hijri_month, starts_on, source, announced_by, announced_at)
    values ('MA', 1448, 12, '2027-05-08', 'Ministry', ${admin.viewer.accountId}::uuid, ${clock.now()}::timestamptz)`.execute(
    server.app.db,
  )
  const { items } = (await call('GET', `${url}?hijriYear=1448`, token)).json()
  expect(items).toMatchObject([{ performedFrom: '2027-05-17', performedUntil: '2027-05-19', isAnnounced: true }])
})

test('reviewers edit the items of every fundraiser, support does not [qurbani-3]', async () => {
  const { id } = await aFundraiser()
  const staffUrl = `/v4/staff/campaigns/${id}/qurbani-items`
  const reviewer = await aSession(server.app, { roles: ['reviewer'] })
  const support = await aSession(server.app, { roles: ['support'] })
  const item = await added(staffUrl, reviewer.token)
  expect(
    (
      await call('PATCH', `${staffUrl}/${item.id}`, reviewer.token, { ...sharesOfCow, version: 0, title: 'A share' })
    ).json(),
  ).toMatchObject({ title: 'A share' })
  expect((await call('POST', staffUrl, support.token, sharesOfCow)).statusCode).toBe(403)
  expect((await call('GET', '/v4/staff/campaigns/999999/qurbani-items', reviewer.token)).statusCode).toBe(404)
  expect(
    (await call('POST', '/v4/staff/campaigns/999999/qurbani-items/copy', reviewer.token, { fromYear: 1448 }))
      .statusCode,
  ).toBe(404)
})

test('PostgreSQL refuses what the rules refuse, and a level of an item without its shares', async () => {
  const { token, url } = await aFundraiser()
  const item = await added(url, token)
  const set = (assignment: string) =>
    sql`update qurbani.item set ${sql.raw(assignment)} where level_id = ${item.id}::bigint`.execute(server.app.db)
  await expect(set(`animal = 'sheep'`)).rejects.toThrow(/item_of_one_share_is_whole/)
  await expect(set('close_day = 12, close_minutes = 1261')).rejects.toThrow(/item_closes_by_the_last_evening/)
  await expect(set('capacity = 0')).rejects.toThrow(/capacity/)
  await expect(
    sql`update campaigns.level set shares = null where id = ${item.id}::bigint`.execute(server.app.db),
  ).rejects.toThrow(/qurbani_has_shares/)
})
