import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

/** Records an offline donation to a new campaign in this currency. */
async function enterOffline(currency: string, over: object) {
  const { id } = await aCampaign(installation.app, { currency })
  const { token, viewer } = await aSession(installation.app)
  const member = {
    campaignId: id,
    accountId: viewer.accountId,
    role: 'organizer' as const,
    publicName: '',
    at: installation.app.clock(),
  }
  await installation.app.write((tx) => insertTeamMembers(tx, [member]))
  const receivedOn = installation.app.clock().toISOString().slice(0, 10)
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/api/projectadmin/offlineDonation',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': crypto.randomUUID(),
    },
    payload: {
      id: String(id),
      amount: '12',
      currency,
      receivedOn,
      donorName: 'Hajji Karim',
      method: 'cash',
      note: 'Receipt book 12',
      ...over,
    },
  })
  return { status: answer.statusCode, ...(answer.json() as { result: { amount: string; fields?: object } }) }
}

test.each([
  ['GBP', '12.34', '12.34'],
  ['GBP', '12', '12.00'],
  ['JPY', '1000', '1000'],
  ['KWD', '5.25', '5.250'],
  ['KWD', '1250.125', '1250.125'],
])('an offline donation in %s is answered in decimal major units [S2 §7]', async (currency, amount, answered) => {
  expect(await enterOffline(currency, { amount })).toMatchObject({
    status: 200,
    result: { amount: answered, currency },
  })
})

test.each([
  ['=cmd', 'Enter a name that doesn’t begin with a sign such as = or +.'],
  ['+44 123', 'Enter a name that doesn’t begin with a sign such as = or +.'],
  ['\u3164\u3164', 'Enter a name with at least one visible letter, number or sign.'],
])('an offline donor name %j is refused at its field, like that of a donation', async (donorName, sentence) => {
  expect(await enterOffline('GBP', { donorName })).toMatchObject({
    status: 400,
    result: { fields: { donorName: sentence } },
  })
})
