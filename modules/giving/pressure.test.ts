import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { calm } from './crowd.ts'

let house: TestApp
let campaignId: string
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true })
  campaignId = String((await aCampaign(house.app)).id)
})
afterAll(() => house.close())

let presses = 0
/** Each from a visit and under an e-mail of its own: only the address is the same, or not. */
async function press(ip: string, token = 'pm_card_visa_chargeDeclined') {
  const press = (presses += 1)
  const answer = await house.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', 'idempotency-key': `press ${press}`, 'session-id': `visit ${press}` },
    payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token }], guest: { email: `tester-${press}@example.org`, name: 'A tester' } },
  })
  return { status: answer.statusCode, code: (answer.json() as { result: { code?: string } }).result.code }
}

test('refused cards are counted by network: who takes another address of their /64 for each must show that somebody is there [S5]', async () => {
  for (let refused = 0; refused < 5; refused++) expect(await press(`2001:db8:7:7::${refused + 1}`)).toMatchObject({ status: 402 })
  expect(await press('2001:db8:7:7:aaaa:bbbb:cccc:dddd', 'pm_card_visa')).toEqual({ status: 429, code: 'human-check-required' })
  expect(await press('2001:db8:7:8::1', 'pm_card_visa')).toMatchObject({ status: 200 })
  expect(await house.app.db.selectFrom('payments.attempt').select('ip').where('state', '=', 'DECLINED').distinct().execute()).toEqual([
    { ip: '2001:db8:7:7::/64' },
  ])
})

test('of an address of the older kind the whole address counts', async () => {
  for (let refused = 0; refused < 5; refused++) await press('192.0.2.66')
  expect(await press('192.0.2.66', 'pm_card_visa')).toEqual({ status: 429, code: 'human-check-required' })
  expect(await press('192.0.2.67', 'pm_card_visa')).toMatchObject({ status: 200 })
})

/** As many as would try a list of cards in the same moment, each from a visit of its own. */
const burst = async (ip: string, count: number, token?: string) =>
  Map.groupBy(await Promise.all(Array.from({ length: count }, () => press(ip, token))), ({ status }) => status)
const attemptsFrom = async (ip: string) =>
  Number(
    (
      await house.app.db
        .selectFrom('payments.attempt')
        .select((of) => of.fn.countAll().as('count'))
        .where('ip', '=', ip)
        .executeTakeFirstOrThrow()
    ).count,
  )

test('cards tried all at once do not all reach the bank: presses under way from one network count before their end is known [S5]', async () => {
  const tried = await burst('192.0.2.70', 60, 'pm_card_visa_chargeDeclined')
  expect(new Set(tried.keys())).toEqual(new Set([402, 429]))
  expect(tried.get(429)!.every(({ code }) => code === 'human-check-required')).toBe(true)
  expect(tried.get(402)!.length).toBe(calm + 5)
  expect(await attemptsFrom('192.0.2.70')).toBe(calm + 5)
  expect((await burst('192.0.2.70', 30, 'pm_card_visa')).get(429)?.length).toBe(30)
})

test('a crowd that gives from one network is asked for nothing, also where a card among theirs is refused', async () => {
  for (const count of [10, 25, 40]) expect([...(await burst('192.0.2.71', count, 'pm_card_visa')).keys()]).toEqual([200])
  expect(await press('192.0.2.71')).toMatchObject({ status: 402 })
  expect([...(await burst('192.0.2.71', calm, 'pm_card_visa')).keys()]).toEqual([200])
})

test('one press sent forty times is one press', async () => {
  const payload = { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token: 'pm_card_visa' }], guest: { email: 'forty@example.org', name: 'A donor' } }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'forty times', 'session-id': 'forty' }
  const url = `/api/donate/donate/${campaignId}`
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => house.fastify.inject({ method: 'POST', url, remoteAddress: '192.0.2.72', headers, payload })),
  )
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(false)
  expect(await attemptsFrom('192.0.2.72')).toBe(1)
})
