import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '#modules/platform/identity/index.ts'
import { refundsOfDonation, requestRefund } from '#modules/money/refunds/request-refund.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { aQurbaniFundraiser } from './testing.ts'

let server: TestApp
let shop: Awaited<ReturnType<typeof aQurbaniFundraiser>>
const clock = manualClock()
beforeAll(async () => {
  server = await createTestApp({ clock: clock.now, withSandbox: true })
  shop = await aQurbaniFundraiser(server, clock)
})
afterAll(() => server.close())

const drain = async () => {
  while ((await drainOutbox(server.app)) > 0);
}
const ordered = [
  { label: 'Qurbani order', text: '2 × A share of a cow in Pakistan' },
  { label: 'Intention', text: 'Qurbani' },
  { label: 'On behalf of', text: 'Amina Yusuf\nthe late Hasan Yusuf' },
]
const names = 'Amina Yusuf\nthe late Hasan Yusuf'

test('receipt, thank-you page, history and organizer’s list state what was ordered [qurbani-4]', async () => {
  const item = await shop.anItem()
  const donor = await aSession(server.app)
  const response = await shop.order(item, { rewardCount: 2, qurbaniNames: names }, 'pm_card_visa', {
    token: donor.token,
  })
  expect(response.status, JSON.stringify(response)).toBe(200)
  await drain()
  const { snapshot } = await server.app.db
    .selectFrom('receipts.receipt')
    .select('snapshot')
    .where('intent_id', '=', response.intentId)
    .executeTakeFirstOrThrow()
  expect(snapshot).toMatchObject({ donor: { fields: ordered } })
  expect(await shop.call('GET', `/v4/account/donations/${response.id}`, { token: donor.token })).toMatchObject({
    fields: ordered,
  })
  const thanks = signToken(
    server.app.tokenSecret,
    'donation',
    response.intentId,
    new Date(clock.now().getTime() + 60_000),
  )
  expect(
    await shop.call('GET', `/v4/thank-yous/${response.intentId}?token=${encodeURIComponent(thanks)}`),
  ).toMatchObject({
    donations: [{ fields: ordered }],
  })
  const { token } = shop.organizer
  const list = await shop.call<{ donations: object[] }>('GET', `/v4/campaigns/${shop.campaignId}/donations`, { token })
  expect(list.donations).toMatchObject([
    { quantity: 2, level: 'A share of a cow in Pakistan', fields: ordered.slice(1) },
  ])
})

test('a basket pays for two items at once, and lines that name shares stay apart [qurbani-2, qurbani-4]', async () => {
  const cow = await shop.anItem({ capacity: '' })
  const goat = await shop.anItem({
    title: 'A goat in Kenya',
    country: 'KE',
    animal: 'goat',
    unit: 'animal',
    animalPrice: '70',
    capacity: '',
  })
  const { id, token } = await shop.call<{ id: string; token: string }>('POST', '/v4/checkout/guest/baskets')
  const path = `/v4/checkout/guest/baskets/${id}`
  const add = (givingLevelId: string, over: object) =>
    shop.call<{ items: { total: number; quantity: number }[] }>('POST', `${path}/items`, {
      token,
      payload: {
        item: { projectId: String(shop.campaignId), amount: 5400, currency: 'GBP', givingLevelId, ...over },
      },
    })
  expect((await add(cow.id, { isZakat: true })).fields).toEqual({ 'item.isZakat': expect.stringContaining('zakat') })
  expect((await add(cow.id, { qurbaniNames: names })).fields).toEqual({ 'item.qurbaniNames': expect.any(String) })
  await add(cow.id, { quantity: 8, qurbaniNames: names })
  await add(goat.id, { qurbaniIntention: 'aqiqah', qurbaniNames: 'Maryam' })
  const full = await add(goat.id, { qurbaniIntention: 'aqiqah', qurbaniNames: 'Maryam' })
  expect(full.items.map(({ total }) => total)).toEqual([42_900, 7000, 7000])
  const response = await shop.call<{ intentId: string }>('POST', `${path}/checkout`, {
    token,
    payload: {
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: 'basket@example.org', name: 'Amina Yusuf' },
    },
  })
  expect(response.status, JSON.stringify(response)).toBe(200)
  const donations = await server.app.db
    .selectFrom('giving.donation')
    .select(['gift', 'quantity', 'qurbani_intention as intention', 'qurbani_names as names'])
    .where('intent_id', '=', response.intentId)
    .orderBy('line')
    .execute()
  expect(donations).toEqual([
    { gift: 42_900n, quantity: 8, intention: null, names },
    { gift: 7000n, quantity: 1, intention: 'aqiqah', names: 'Maryam' },
    { gift: 7000n, quantity: 1, intention: 'aqiqah', names: 'Maryam' },
  ])
})

test('the offer of an item answers its window, and an item that is not offered is not there', async () => {
  const item = await shop.anItem()
  expect(await shop.call('GET', `/v4/qurbani/items/${item.id}`)).toMatchObject({ state: 'open', sharePrice: 5400 })
  const url = `/v4/campaigns/${shop.campaignId}/qurbani-items/${item.id}`
  const { token } = shop.organizer
  const payload = { ...item, animalPrice: '375', capacity: '1', isOffered: false, version: 0 }
  expect((await shop.call('PATCH', url, { token, payload })).status).toBe(200)
  expect((await shop.call('GET', `/v4/qurbani/items/${item.id}`)).code).toBe('qurbani-item-not-found')
  clock.move({ minutes: 1 })
  expect((await shop.order(item)).fields).toEqual({ rewardID: expect.any(String) })
})

test('an order is refunded until its item closes, and from then on neither asked for nor refunded [qurbani-6]', async () => {
  const item = await shop.anItem({ capacity: '' })
  const before = await aSession(server.app)
  const [first, second] = [
    await shop.order(item, { rewardCount: 2 }, 'pm_card_visa', { token: before.token }),
    await shop.order(item, { rewardCount: 3 }, 'pm_card_visa', { token: before.token }),
  ]
  await drain()
  const { staff, refund } = refundHelpers(server)
  expect((await refundsOfDonation(server.app, before.viewer.accountId, second.id)).canAsk).toBe(true)
  expect((await refund(await staff(), first.intentId)).status).toBe(200)
  clock.move({ seconds: (new Date(item.closesAt).getTime() - clock.now().getTime()) / 1000 })
  const finance = await staff()
  expect(await refund(finance, second.intentId)).toMatchObject({ status: 409, body: { code: 'refund-qurbani-closed' } })
  const { accountId } = before.viewer
  expect((await refundsOfDonation(server.app, accountId, second.id)).canAsk).toBe(false)
  await expect(
    requestRefund(server.app, before.viewer, aRequestContext(), { donationId: second.id, reason: 'Please' }),
  ).rejects.toMatchObject({ code: 'refund-qurbani-closed' })
})
