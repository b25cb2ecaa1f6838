import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { guestPlans } from '../donor/testing.ts'

let installation: TestApp
let guests: Awaited<ReturnType<typeof guestPlans>>
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  guests = await guestPlans(installation)
})
afterAll(() => installation.close())

/** Requests a login link and returns the links of the mails to this address. */
async function linksTo(email: string) {
  const response = await guests.post('/v4/login/links', { email })
  await identityServer.jobs.sendAccountMail(installation.app, {
    id: installation.app.newId(),
    kind: 'log-in',
    emailKey: email,
    locale: 'en',
  })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'plain'])
    .where('to_address', '=', email)
    .where('kind', 'in', ['donor-link', 'log-in'])
    .execute()
  return { status: response.status, mails }
}
const open = (plain: string | null | undefined) =>
  guests.post('/v4/donor-links', { code: /code=([\w-]+)/.exec(plain ?? '')?.[1] ?? '' })

test('an address that donated without an account gets a link to its receipts and plans, once [accounts-17]', async () => {
  const plan = await guests.begin()
  await guests.work()
  const { mails } = await linksTo(plan.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['donor-link'])
  const { body } = await open(mails[0]?.plain)
  expect(body).toMatchObject({
    email: plan.email,
    receipts: [{ gift: 1000, currency: 'GBP', givenOn: '2026-11-20' }],
    plans: [{ url: expect.stringContaining('/scheduled-giving/manage') }],
  })
  // Its links open the receipt and the plan without an account.
  const [receipt] = body.receipts as { url: string }[]
  const { pathname, search } = new URL(receipt!.url)
  expect([200, 202]).toContain((await installation.fastify.inject({ url: pathname + search })).statusCode)
  expect((await open(mails[0]?.plain)).body).toMatchObject({ code: 'code-not-valid' })
})

test('the link is dead after 30 minutes; an account gets its login link, a stranger nothing', async () => {
  const plan = await guests.begin()
  const { mails } = await linksTo(plan.email)
  now = new Date('2026-11-20T12:30:01Z')
  expect((await open(mails.at(-1)?.plain)).status).toBe(404)
  now = new Date('2026-11-20T12:00:00Z')
  const email = 'member-of-links@example.org'
  await aSession(installation.app, { email })
  expect((await linksTo(email)).mails.map(({ kind }) => kind)).toEqual(['log-in'])
  expect((await linksTo('stranger-of-links@example.org')).mails).toEqual([])
})
