import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireOrders } from '#modules/money/giving/payment/expire-orders.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { QurbaniItemView } from './contract.ts'
import { aQurbaniFundraiser } from './testing.ts'

let server: TestApp
let shop: Awaited<ReturnType<typeof aQurbaniFundraiser>>
const clock = manualClock()
beforeAll(async () => {
  server = await createTestApp({
    clock: clock.now,
    withSandbox: true,
    environment: { RATE_LIMIT_PER_MINUTE: '100000' },
  })
  shop = await aQurbaniFundraiser(server, clock)
})
afterAll(() => server.close())

type Items = typeof shop
const anItem: Items['anItem'] = (over) => shop.anItem(over)
const order: Items['order'] = (...items) => shop.order(...items)
const call: Items['call'] = (...items) => shop.call(...items)
const donationsOf = (item: QurbaniItemView) =>
  server.app.db
    .selectFrom('giving.donation')
    .select(['id', 'gift', 'quantity', 'qurbani_intention', 'qurbani_names', 'is_zakat', 'level_requirements'])
    .where('level_id', '=', BigInt(item.id))
    .orderBy('given_at')
    .execute()
const claimsOf = (item: QurbaniItemView) =>
  server.app.db
    .selectFrom('campaigns.level')
    .select(['claimed', 'reserved'])
    .where('id', '=', BigInt(item.id))
    .executeTakeFirstOrThrow()
const drain = async () => {
  while ((await drainOutbox(server.app)) > 0);
}

test('an order is stored with intention and names, and eight shares cost the animal and a share [qurbani-2, qurbani-4]', async () => {
  const item = await anItem({ capacity: '' })
  const quote = await call<{ total: number }>('POST', '/v4/quotes', {
    payload: { campaignId: String(shop.campaignId), amount: 5400, currency: 'GBP', levelId: item.id, quantity: 8 },
  })
  expect(quote.total).toBe(42_900)
  const names = ' Amina  Yusuf \r\n\r\nthe late Hasan Yusuf'
  const response = await order(item, { rewardCount: 8, qurbaniIntention: 'aqiqah', qurbaniNames: names })
  expect(response.status, JSON.stringify(response)).toBe(200)
  await order(item, { qurbaniIntention: 'qurbani' })
  expect(await donationsOf(item)).toMatchObject([
    {
      gift: 42_900n,
      quantity: 8,
      qurbani_intention: 'aqiqah',
      qurbani_names: 'Amina Yusuf\nthe late Hasan Yusuf',
      level_requirements: ['qurbani'],
    },
    { gift: 5400n, quantity: 1, qurbani_intention: null, qurbani_names: null },
  ])
})

test('zakat, another type, too many names and an unknown intention are refused at their fields [qurbani-4]', async () => {
  const item = await anItem()
  const fieldsOf = async (over: object) => (await order(item, over)).fields
  expect(await fieldsOf({ zakah: true })).toEqual({
    zakah: 'Qurbani can’t be paid from zakat. Please leave zakat off for this order.',
  })
  expect(await fieldsOf({ donationType: 'fidya' })).toEqual({ donationType: expect.stringContaining('Qurbani') })
  expect(await fieldsOf({ qurbaniNames: 'Amina\nHasan' })).toEqual({
    qurbaniNames: 'Enter at most 1 names, one for each share.',
  })
  expect(await fieldsOf({ qurbaniNames: '=SUM(A1)' })).toEqual({ qurbaniNames: expect.any(String) })
  expect((await order(item, { qurbaniIntention: 'zakat' })).status).toBe(400)
  expect((await order(item, { rewardCount: 0 })).status).toBe(400)
  expect(await donationsOf(item)).toEqual([])
})

test('a whole cow has seven names, and a level that is no item stores none [qurbani-1, qurbani-4]', async () => {
  const item = await anItem({ unit: 'animal' })
  const names = Array.from({ length: 7 }, (_, index) => `Name ${index + 1}`).join('\n')
  expect((await order(item, { qurbaniNames: `${names}\nEighth` })).status).toBe(400)
  expect((await order(item, { qurbaniNames: names })).status).toBe(200)
  expect(await donationsOf(item)).toMatchObject([{ gift: 37_500n, qurbani_names: names }])
  const plain = await order(item, { rewardID: undefined, qurbaniNames: 'Amina', qurbaniIntention: 'vow' })
  const { qurbani_names, qurbani_intention } = await server.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('intent_id', '=', plain.intentId)
    .executeTakeFirstOrThrow()
  expect([qurbani_names, qurbani_intention]).toEqual([null, null])
})

test('fifty simultaneous orders for the last share sell it once [qurbani-5]', async () => {
  const item = await anItem()
  expect((await order(item, { rewardCount: 6 })).status).toBe(200)
  clock.move({ minutes: 1 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => order(item, {}, 'pm_card_visa', { visit: `last share ${index}` })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(49).fill(409)])
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ code }) => code))).toEqual(
    new Set(['level-sold-out']),
  )
  expect((await donationsOf(item)).map(({ quantity }) => quantity)).toEqual([6, 1])
  await drain()
  expect(await claimsOf(item)).toEqual({ claimed: 7, reserved: 0 })
}, 60_000)

test('simultaneous orders of two intentions share no animal, though shares are left [qurbani-5]', async () => {
  const item = await anItem({ capacity: '2' })
  const answers = await Promise.all(
    ['qurbani', 'aqiqah', 'vow'].flatMap((qurbaniIntention) =>
      Array.from({ length: 3 }, (_, index) =>
        order(item, { qurbaniIntention, rewardCount: 2 }, 'pm_card_visa', { visit: `${qurbaniIntention} ${index}` }),
      ),
    ),
  )
  // Two animals, so two of the intentions: twelve of fourteen shares are ordered.
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    ...Array<number>(6).fill(200),
    409,
    409,
    409,
  ])
  const ordered = (await donationsOf(item)).map(({ qurbani_intention }) => qurbani_intention)
  expect([ordered.length, new Set(ordered).size]).toEqual([6, 2])
  expect(await claimsOf(item)).toEqual({ claimed: 0, reserved: 12 })
  await drain()
  expect(await claimsOf(item)).toEqual({ claimed: 12, reserved: 0 })
}, 60_000)

test('a share is reserved during 3-D Secure, kept after a decline, and released on timeout', async () => {
  const item = await anItem()
  await order(item, { rewardCount: 6 })
  clock.move({ minutes: 1 })
  const challenged = await order(item, { qurbaniIntention: 'qurbani' }, 'pm_card_threeDSecureRequired', {
    visit: 'asked',
  })
  expect(challenged.challenge?.url).toContain('/3ds/')
  expect((await order(item)).code).toBe('level-sold-out')
  const refused = new URL(challenged.challenge!.url).pathname.split('/').at(-1)!
  await server.sandbox!.gateway.answerChallenge(refused, false)
  await call('POST', '/api/donate/challenge', {
    payload: { id: challenged.id, challenge: challenged.challenge!.token },
    visit: 'asked',
  })
  expect((await order(item)).code).toBe('level-sold-out')
  clock.move({ minutes: 31 })
  await expireOrders(server.app)
  clock.move({ minutes: 1 })
  expect((await order(item)).status).toBe(200)
})

test('what is being paid with another intention keeps its animal, and its decline frees it', async () => {
  const item = await anItem()
  const declined = { visit: 'aqiqah first' }
  expect((await order(item, { qurbaniIntention: 'aqiqah' }, 'pm_card_visa_chargeDeclined', declined)).status).toBe(402)
  clock.move({ minutes: 1 })
  expect((await order(item)).code).toBe('level-sold-out')
  expect((await order(item, { qurbaniIntention: 'aqiqah' })).status).toBe(200)
  // The same donor changes the intention: their own declined order is released, but another donor's paid order isn't.
  expect((await order(item, {}, 'pm_card_visa', declined)).code).toBe('level-sold-out')
})

test('an order outside the window is refused and nothing is charged, judged when it is sent [qurbani-3]', async () => {
  const item = await anItem({ capacity: '' })
  const later = await anItem({ opensOn: '2027-01-01', title: 'A goat', animal: 'goat', unit: 'animal', capacity: '' })
  expect(await order(later)).toMatchObject({
    status: 409,
    code: 'qurbani-upcoming',
    message: 'Orders aren’t open yet: A goat. You haven’t been charged.',
  })
  clock.move({ seconds: (new Date(item.closesAt).getTime() - 1000 - clock.now().getTime()) / 1000 })
  expect((await order(item)).status).toBe(200)
  clock.move({ seconds: 1 })
  expect(await order(item)).toMatchObject({
    status: 409,
    code: 'qurbani-closed',
    message: 'Orders for 1448 are closed: A share of a cow in Pakistan. You haven’t been charged.',
  })
  expect(await donationsOf(item)).toHaveLength(1)
})
