import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

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
