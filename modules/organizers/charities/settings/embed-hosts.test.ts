import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'
import { embedHostsOfCampaign } from './embed-hosts.ts'

let now = new Date('2026-11-24T12:00:00Z')
let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

type Charity = Awaited<ReturnType<typeof aSignedUpCharity>>
const change = (charity: Charity, hosts: readonly string[], token = charity.token) =>
  ask(installation, token, 'PUT', `${charity.path}/embed-hosts`, { hosts })

test('an owner or admin lists exact https hosts; owners are mailed and the audit log has both lists (security-17)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Rahma of Leeds' })
  const admin = await aMemberOf(installation, charity.id, 'admin')
  const editor = await aMemberOf(installation, charity.id, 'editor')
  expect((await change(charity, ['example.org'], editor.token)).status).toBe(403)
  expect(await change(charity, ['Example.org', '', 'https://www.example.org/donate'], admin.token)).toMatchObject({
    status: 200,
    body: { hosts: ['https://example.org', 'https://www.example.org'], canChange: true, allowsLocal: true },
  })
  expect((await ask(installation, editor.token, 'GET', `${charity.path}/embed-hosts`)).body).toMatchObject({
    hosts: ['https://example.org', 'https://www.example.org'],
    canChange: false,
  })
  expect(await entriesAbout(installation.app.db, `organization:${charity.id}`, 5)).toContainEqual(
    expect.objectContaining({
      act: 'charities.embed-hosts-changed',
      details: { from: [], to: ['https://example.org', 'https://www.example.org'] },
    }),
  )
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('to_address')
    .where('kind', '=', 'charity-embed-hosts-changed')
    .execute()
  expect(mails.map(({ to_address }) => to_address)).toEqual([charity.viewer.email])
})

test('refuses other addresses and more than ten, and changes nothing then (security-17)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Noor of York' })
  await change(charity, ['example.org'])
  for (const host of ['http://example.org', 'https://*.example.org', '192.0.2.1'])
    expect(await change(charity, [host])).toMatchObject({ status: 400, body: { code: 'embed-host-not-valid' } })
  const eleven = Array.from({ length: 11 }, (_, index) => `site-${index}.example.org`)
  expect(await change(charity, eleven)).toMatchObject({ status: 400, body: { code: 'too-many-embed-hosts' } })
  expect((await change(charity, [...eleven.slice(1), 'SITE-1.example.org'])).status).toBe(200)
  expect((await change(charity, [])).body).toMatchObject({ hosts: [] })
})

test('asks for a recent proof of identity (security-17)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Sabr of Hull' })
  now = new Date(now.getTime() + 11 * 60_000)
  expect((await change(charity, ['example.org'])).body).toMatchObject({ code: 'reauthentication-required' })
})

test('addresses of this machine frame the form in the demo and in tests, never in production', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Ihsan of Bath' })
  await change(charity, ['http://localhost:5500', 'example.org'])
  const hosts = (allowsLocal: boolean) => embedHostsOfCampaign(installation.app.db, charity.subdomain, { allowsLocal })
  expect(await hosts(true)).toEqual(['http://localhost:5500', 'https://example.org'])
  expect(await hosts(false)).toEqual(['https://example.org'])
})
