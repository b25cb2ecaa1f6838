import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

const dayMs = 86_400_000
async function aVerifiedCharity(name: string) {
  const charity = await aSignedUpCharity(installation, { name })
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: now, verified_until: new Date('2028-01-01T00:00:00Z') })
    .where('id', '=', BigInt(charity.id))
    .execute()
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: 1 })
    .where('organization_id', '=', BigInt(charity.id))
    .execute()
  return charity
}
type Charity = Awaited<ReturnType<typeof aSignedUpCharity>>
const change = (charity: Charity, subdomain: string, token = charity.token) =>
  ask(installation, token, 'PUT', `${charity.path}/subdomain`, { subdomain })

test('an owner changes the address once in 30 days; the general fund moves with it (content-33)', async () => {
  now = new Date('2026-11-24T12:00:00Z')
  const charity = await aVerifiedCharity('Rahma of Leeds')
  const owner = await aMemberOf(installation, charity.id, 'owner')
  const admin = await aMemberOf(installation, charity.id, 'admin')
  expect((await change(charity, 'rahma', admin.token)).status).toBe(403)
  expect((await change(charity, 'login')).body).toMatchObject({ code: 'subdomain-unavailable' })
  expect(await change(charity, 'Rahma')).toMatchObject({
    status: 200,
    body: { subdomain: 'rahma', former: ['rahma-of-leeds'], changeableFrom: '2026-12-24T12:00:00.000Z' },
  })
  now = new Date(now.getTime() + 2000)
  for (const path of ['/v4/organizations/by-subdomain/rahma', '/v4/campaign-pages/rahma'])
    expect((await ask(installation, '', 'GET', path)).status).toBe(200)
  expect((await ask(installation, '', 'GET', '/v4/former-subdomains/rahma-of-leeds')).body).toEqual({
    subdomain: 'rahma',
  })
  expect(await change(charity, 'rahma-relief')).toMatchObject({
    status: 409,
    body: { code: 'subdomain-changed-lately' },
  })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('to_address')
    .where('kind', '=', 'charity-subdomain-changed')
    .execute()
  expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
    [charity.viewer.email, owner.viewer.email].toSorted(),
  )
  expect(await entriesAbout(installation.app.db, `organization:${charity.id}`, 5)).toContainEqual(
    expect.objectContaining({
      act: 'charities.subdomain-changed',
      details: { from: 'rahma-of-leeds', to: 'rahma' },
    }),
  )
})

test('a former address stays its charity’s: no other charity gets it, and its owner may take it back (content-33)', async () => {
  now = new Date('2026-11-24T12:00:00Z')
  const charity = await aVerifiedCharity('Noor of York')
  expect((await change(charity, 'noor-york')).status).toBe(200)
  expect(
    (await ask(installation, charity.token, 'POST', '/v4/organizations', { ...signUp, subdomain: 'noor-of-york' }))
      .body,
  ).toMatchObject({ code: 'subdomain-unavailable' })
  // A charity with a confusable name gets the next free address.
  const other = await aVerifiedCharity('Noor of York')
  expect(other.subdomain).toBe('noor-of-york-2')
  expect((await change(other, 'noor--of-york')).body).toMatchObject({ code: 'subdomain-unavailable' })
  expect((await change(other, 'noor-of-york')).body).toMatchObject({ code: 'subdomain-unavailable' })
  now = new Date(now.getTime() + 30 * dayMs)
  const { token } = await openSession(installation.app, aRequestContext(), charity.viewer.accountId)
  expect((await change(charity, 'noor-of-york', token)).body).toMatchObject({
    subdomain: 'noor-of-york',
    former: ['noor-york'],
  })
  expect((await ask(installation, '', 'GET', '/v4/former-subdomains/noor-of-york')).status).toBe(404)
})
const signUp = {
  name: 'Another',
  country: 'GB',
  email: 'office@another.example',
  timeZone: 'Europe/London',
  currency: 'GBP',
}

test('links, posters and embeds with a former address lead to the present one (content-33)', async () => {
  now = new Date('2026-11-24T12:00:00Z')
  const charity = await aVerifiedCharity('Sadaqa of Hull')
  await change(charity, 'sadaqa')
  now = new Date(now.getTime() + 2000)
  const embed = await installation.fastify.inject('/embed/sadaqa-of-hull?lang=ar')
  expect([embed.statusCode, embed.headers.location]).toEqual([301, '/embed/sadaqa?lang=ar'])
  expect((await installation.fastify.inject('/embed/nothing-was-here')).statusCode).toBe(404)
})
