import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { expireOrders, releaseExpiredLevels } from './expire-orders.ts'

let installation: TestApp
let campaign: { id: bigint }
let level: { id: bigint }
let ahead = 0
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => new Date(Date.now() + ahead) })
  campaign = await aCampaign(installation.app)
  level = await aLevel(installation.app, campaign.id, { amount: 2500n, claim_limit: 3, claimed: 2 })
})
afterAll(() => installation.close())

let keys = 0
async function ask(url: string, payload: object, token = '') {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key ${(keys += 1)}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload,
  })
  const body = answer.json<{ id: string; token: string; result?: object }>()
  return { ...body, ...body.result, status: answer.statusCode }
}

test('too large a quantity of a level is a conflict at the quantity, in quote, donation and basket [payments-7]', async () => {
  const rewardID = String(level.id)
  const soldOut = (field: string) => ({
    status: 409,
    code: 'level-sold-out',
    class: 'conflict',
    fields: { [field]: 'This giving level is sold out.' },
  })
  expect(
    await ask('/v4/quotes', {
      campaignId: String(campaign.id),
      amount: 2500,
      currency: 'GBP',
      levelId: rewardID,
      quantity: 2,
    }),
  ).toMatchObject(soldOut('quantity'))
  const donation = {
    amount: '25',
    currency: 'GBP',
    rewardID,
    rewardCount: 2,
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  }
  expect(await ask(`/api/donate/donate/${campaign.id}`, donation)).toMatchObject(soldOut('rewardCount'))
  const { id, token } = await ask('/v4/checkout/guest/baskets', { currency: 'GBP' })
  const item = { projectId: String(campaign.id), amount: 2500, currency: 'GBP', givingLevelId: rewardID, quantity: 2 }
  expect(await ask(`/v4/checkout/guest/baskets/${id}/items`, { item }, token)).toMatchObject(soldOut('item.quantity'))
  // Together with another fault, the problem is invalid input with all faults.
  expect(await ask(`/api/donate/donate/${campaign.id}`, { ...donation, rewardEmail: 'unknown' })).toMatchObject({
    status: 400,
    code: 'invalid-input',
    fields: { rewardCount: expect.any(String), rewardEmail: expect.any(String) },
  })
})

test('a basket whose level sold out meanwhile is a conflict at its line', async () => {
  const { id, token } = await ask('/v4/checkout/guest/baskets', { currency: 'GBP' })
  const path = `/v4/checkout/guest/baskets/${id}`
  const item = { projectId: String(campaign.id), amount: 2500, currency: 'GBP', givingLevelId: String(level.id) }
  const { addedItemId } = (await ask(`${path}/items`, { item }, token)) as unknown as { addedItemId: string }
  const donation = {
    amount: '25',
    currency: 'GBP',
    rewardID: String(level.id),
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  }
  expect((await ask(`/api/donate/donate/${campaign.id}`, donation)).status).toBe(200)
  // The remaining pieces of a level are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(await ask(`${path}/checkout`, { tokens: donation.tokens }, token)).toMatchObject({
    status: 409,
    code: 'level-sold-out',
    fields: { [`items.${addedItemId}.quantity`]: 'This giving level is sold out.' },
  })
})

/** Creates a level with one piece, and a function that requests it in a given visit. */
async function aLastPlace() {
  const { id } = await aLevel(installation.app, campaign.id, { amount: 2500n, claim_limit: 1 })
  const want = async (visit: string, token = 'pm_card_visa') => {
    // The remaining pieces of a level are cached for a second.
    ahead += 1100
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: `/api/donate/donate/${campaign.id}`,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `key ${(keys += 1)}`,
        'session-id': `${visit} ${id}`,
      },
      payload: { amount: '25', currency: 'GBP', rewardID: String(id), tokens: [{ type: 'card', token }] },
    })
    return answer.statusCode
  }
  const placesTaken = () =>
    installation.app.db
      .selectFrom('campaigns.level')
      .select(['claimed', 'reserved'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { want, placesTaken }
}

test('a declined payment’s last piece is released at its timeout, not before', async () => {
  const { want, placesTaken } = await aLastPlace()
  expect(await want('declined', 'pm_card_visa_chargeDeclined')).toBe(402)
  await expireOrders(installation.app)
  expect([await want('another'), await placesTaken()]).toEqual([409, { claimed: 0, reserved: 1 }])
  ahead += 31 * 60_000
  await expireOrders(installation.app)
  expect(await want('another')).toBe(200)
})

test('a paid last piece stays taken, however late totals include it', async () => {
  const { want, placesTaken } = await aLastPlace()
  expect(await want('paid')).toBe(200)
  ahead += 40 * 60_000
  await releaseExpiredLevels(installation.app)
  expect([await want('another'), await placesTaken()]).toEqual([409, { claimed: 0, reserved: 1 }])
  while ((await drainOutbox(installation.app)) > 0);
  expect([await want('another'), await placesTaken()]).toEqual([409, { claimed: 1, reserved: 0 }])
})
