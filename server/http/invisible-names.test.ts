import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let tokens: Record<'donor' | 'admin', string>
beforeAll(async () => {
  installation = await createTestApp()
  const [donor, admin] = [await aSession(installation.app), await aSession(installation.app, { roles: ['admin'] })]
  tokens = { donor: donor.token, admin: admin.token }
})
afterAll(() => installation.close())

const charity = {
  name: ' ',
  nameAr: '\u2800',
  about: 'A charity.',
  email: 'a@example.org',
  postalAddress: '1 King Street',
  registration: '1',
  slug: 'unseen',
  country: 'GB',
  timeZone: 'Europe/London',
  currency: 'GBP',
  category: 'water',
  receiptRegime: 'plain',
}

test.each([
  ['donor', 'POST /api/donate/donate/1', { amount: '20', currency: 'GBP', guest: { name: '\u200b' } }, 'guest.name'],
  ['donor', 'POST /v4/donations/comment', { comment: 'Salam', userDisplayName: '\u2060\ufeff' }, 'userDisplayName'],
  [
    'donor',
    'PATCH /v4/checkout/guest/baskets/00000000-0000-7000-8000-000000000000',
    { anonymous: { enabled: false, name: '\u3164', location: '' } },
    'anonymous.name',
  ],
  [
    'donor',
    'POST /v4/campaigns/1/team/invitations',
    { email: 'a@example.org', role: 'editor', publicName: '\u115f\u1160' },
    'publicName',
  ],
  ['admin', 'POST /v4/staff/charities', charity, 'nameAr'],
] as const)('as %s, %s refuses a name of invisible characters at its field', async (as, call, payload, field) => {
  const [method, url] = call.split(' ') as ['POST' | 'PATCH', string]
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${tokens[as]}`,
    'idempotency-key': crypto.randomUUID(),
  }
  const answer = await installation.fastify.inject({ method, url, headers, payload })
  const body = answer.json() as { fields?: object; result?: { fields: object } }
  expect([answer.statusCode, body.fields ?? body.result?.fields], answer.body).toEqual([
    400,
    { [field]: 'Enter a name with at least one visible letter, number or sign.' },
  ])
})
