import { afterAll, beforeAll, expect, test } from 'vitest'
import { primaryDomains } from '#modules/causes/organizations/index.ts'
import { organizationsServer } from '#modules/causes/organizations/index-server.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'
import { checkDueDomains } from './check-domains.ts'

let now = new Date('2026-11-24T12:00:00Z')
let installation: TestApp
let dns: Awaited<ReturnType<typeof startDnsServer>>
beforeAll(async () => {
  dns = await startDnsServer()
  installation = await createTestApp({
    clock: () => now,
    environment: { DNS_SERVERS: dns.address, PAGES_DOMAIN: 'pages.example.net' },
  })
})
afterAll(async () => {
  await installation.close()
  await dns.stop()
})

type Charity = Awaited<ReturnType<typeof aSignedUpCharity>>
async function aVerifiedCharity(name: string): Promise<Charity> {
  const charity = await aSignedUpCharity(installation, { name })
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: now, verified_until: new Date('2028-01-01T00:00:00Z') })
    .where('id', '=', BigInt(charity.id))
    .execute()
  return charity
}
const add = (charity: Charity, host: string, token = charity.token) =>
  ask(installation, token, 'POST', `${charity.path}/domains`, { host })
const check = (charity: Charity, host: string) =>
  ask(installation, charity.token, 'POST', `${charity.path}/domains/${host}/checks`)
const choose = (charity: Charity, host: string | null) =>
  ask(installation, charity.token, 'PUT', `${charity.path}/primary-domain`, { host })
const remove = (charity: Charity, host: string) =>
  ask(installation, charity.token, 'DELETE', `${charity.path}/domains/${host}`)

type View = {
  readonly host: string
  readonly state: string
  readonly isPrimary: boolean
  readonly record: { readonly value: string }
}
const viewsOf = (answer: { readonly body: object }) => (answer.body as { domains: View[] }).domains
async function prove(charity: Charity, host: string) {
  const [view] = viewsOf(await add(charity, host)).slice(-1)
  dns.records.set(`_sunbul.${host}`, [['v=spf1 -all'], [view!.record.value]])
  return check(charity, host)
}
const mailsAbout = async (host: string) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['kind', 'content'])
      .where('kind', 'like', 'charity-domain-%')
      .orderBy('id')
      .execute()
  )
    .filter(({ content }) => JSON.stringify(content).includes(host))
    .map(({ kind }) => kind.replace('charity-', ''))

test('an owner lists a domain, proves it and makes it the public address; owners are mailed (pages-16, pages-18)', async () => {
  const charity = await aVerifiedCharity('Rahma of Leeds')
  const id = BigInt(charity.id)
  const editor = await aMemberOf(installation, charity.id, 'editor')
  expect((await add(charity, 'give.rahma.example', editor.token)).status).toBe(403)
  const added = await add(charity, 'https://Give.Rahma.example/')
  expect(added).toMatchObject({
    status: 200,
    body: {
      canChange: true,
      max: 5,
      target: 'localhost',
      domains: [
        {
          host: 'give.rahma.example',
          state: 'waiting',
          isPrimary: false,
          record: { name: '_sunbul.give.rahma.example', type: 'TXT', value: expect.stringMatching(/^[0-9a-f]{32}$/) },
        },
      ],
    },
  })
  expect(viewsOf(await check(charity, 'give.rahma.example'))[0]).toMatchObject({ state: 'waiting' })
  expect((await choose(charity, 'give.rahma.example')).body).toMatchObject({ code: 'domain-not-verified' })
  dns.records.set('_sunbul.give.rahma.example', [[viewsOf(added)[0]!.record.value]])
  expect(viewsOf(await check(charity, 'give.rahma.example'))[0]).toMatchObject({ state: 'verified' })
  expect(await organizationsServer.findVerifiedDomain(installation.app.db, 'give.rahma.example')).toMatchObject({
    organizationId: id,
    hasRecord: true,
    isPrimary: false,
  })
  expect(viewsOf(await choose(charity, 'give.rahma.example'))[0]).toMatchObject({ isPrimary: true })
  expect(await primaryDomains(installation.app.db, [id])).toEqual(new Map([[id, 'give.rahma.example']]))
  expect((await ask(installation, editor.token, 'GET', `${charity.path}/domains`)).body).toMatchObject({
    canChange: false,
  })
  expect(
    (await entriesAbout(installation.app.db, `organization:${charity.id}`, 9)).map(({ act, details }) => [
      act,
      details,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['charities.domain-added', { host: 'give.rahma.example', from: null, to: 'waiting' }],
      ['charities.domain-verified', { host: 'give.rahma.example', from: 'waiting', to: 'verified' }],
      ['charities.domain-chosen', { from: null, to: 'give.rahma.example' }],
    ]),
  )
  expect((await choose(charity, null)).status).toBe(200)
  expect(viewsOf(await remove(charity, 'give.rahma.example'))).toEqual([])
  expect((await remove(charity, 'give.rahma.example')).status).toBe(404)
  expect(await organizationsServer.findVerifiedDomain(installation.app.db, 'give.rahma.example')).toBeUndefined()
  expect(await mailsAbout('give.rahma.example')).toEqual([
    'domain-added',
    'domain-verified',
    'domain-chosen',
    'domain-unchosen',
    'domain-removed',
  ])
})

test('refuses hosts of the platform, hosts listed twice and a sixth one (pages-16)', async () => {
  const charity = await aVerifiedCharity('Noor of York')
  for (const [host, code] of [
    ['noor.pages.example.net', 'domain-own'],
    ['org.uk', 'domain-public-suffix'],
    ['noor.example/donate', 'domain-has-more'],
  ] as const)
    expect(await add(charity, host)).toMatchObject({ status: 400, body: { code, fields: { host: expect.anything() } } })
  for (let index = 1; index <= 5; index += 1) expect((await add(charity, `a${index}.noor.example`)).status).toBe(200)
  expect((await add(charity, 'a1.noor.example')).body).toMatchObject({ code: 'domain-listed' })
  expect(await add(charity, 'a6.noor.example')).toMatchObject({ status: 400, body: { code: 'too-many-domains' } })
  await remove(charity, 'a2.noor.example')
  expect(viewsOf(await add(charity, 'a6.noor.example')).map(({ host }) => host)).toEqual(
    [1, 6, 3, 4, 5].map((index) => `a${index}.noor.example`),
  )
})

test('one charity proves a host: others can neither list nor prove it until it is dropped (pages-16, pages-17)', async () => {
  const [first, second, third] = [
    await aVerifiedCharity('Sabr of Hull'),
    await aVerifiedCharity('Ihsan of Bath'),
    await aVerifiedCharity('Amal of Bury'),
  ]
  const host = 'give.sabr.example'
  await add(second, host)
  expect(viewsOf(await prove(first, host)).at(-1)).toMatchObject({ state: 'verified' })
  expect(await add(third, host)).toMatchObject({ status: 409, body: { code: 'domain-taken' } })
  const { record } = viewsOf(await ask(installation, second.token, 'GET', `${second.path}/domains`))[0]!
  dns.records.set(`_sunbul.${host}`, [[record.value]])
  expect(await check(second, host)).toMatchObject({ status: 409, body: { code: 'domain-taken' } })
  for (let day = 0; day < 4; day += 1) {
    await checkDueDomains(installation.app)
    now = new Date(now.getTime() + dayMs)
  }
  await checkDueDomains(installation.app)
  const views = async (charity: Charity) => {
    const { token } = await openSession(installation.app, aRequestContext(), charity.viewer.accountId)
    return viewsOf(await ask(installation, token, 'GET', `${charity.path}/domains`))[0]
  }
  expect([await views(first), await views(second)]).toMatchObject([{ state: 'dropped' }, { state: 'verified' }])
  expect(await organizationsServer.findVerifiedDomain(installation.app.db, host)).toMatchObject({
    organizationId: BigInt(second.id),
  })
})

test('of two charities that prove a host at the same time one gets it (pages-16)', async () => {
  const charities = [await aVerifiedCharity('Hilm of Hove'), await aVerifiedCharity('Rifq of Rye')] as const
  const host = 'give.hilm.example'
  const values: string[] = []
  for (const charity of charities) values.push(viewsOf(await add(charity, host))[0]!.record.value)
  dns.records.set(
    `_sunbul.${host}`,
    values.map((value) => [value]),
  )
  const answers = await Promise.all(charities.map((charity) => check(charity, host)))
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  expect(await mailsAbout(host)).toEqual(['domain-added', 'domain-added', 'domain-verified'])
})

test('the job takes the public address away with the first answer without the value, and drops with the third (pages-17)', async () => {
  const charity = await aVerifiedCharity('Salam of Kent')
  const host = 'give.salam.example'
  const id = BigInt(charity.id)
  await prove(charity, host)
  await choose(charity, host)
  const after = async (ms: number) => {
    now = new Date(now.getTime() + ms)
    // Two processes check at the same time.
    await Promise.all([checkDueDomains(installation.app), checkDueDomains(installation.app)])
    const found = await organizationsServer.findVerifiedDomain(installation.app.db, host)
    return [found?.hasRecord, (await primaryDomains(installation.app.db, [id])).get(id)]
  }
  const value = dns.records.get(`_sunbul.${host}`)!
  dns.records.set(`_sunbul.${host}`, 'servfail')
  expect(await after(dayMs)).toEqual([true, host])
  dns.records.set(`_sunbul.${host}`, 'nxdomain')
  expect(await after(hourMs)).toEqual([false, undefined])
  dns.records.set(`_sunbul.${host}`, value)
  expect(await after(dayMs)).toEqual([true, host])
  dns.records.set(`_sunbul.${host}`, [['another value']])
  expect(await after(dayMs)).toEqual([false, undefined])
  expect(await after(hourMs)).toEqual([false, undefined])
  expect(await after(dayMs)).toEqual([false, undefined])
  expect(await after(dayMs)).toEqual([undefined, undefined])
  expect(await mailsAbout(host)).toEqual([
    'domain-added',
    'domain-verified',
    'domain-chosen',
    'domain-missing',
    'domain-verified',
    'domain-missing',
    'domain-dropped',
  ])
})

test('a check that fails stops no other, and is tried again an hour later (pages-17)', async () => {
  const charity = await aVerifiedCharity('Karam of Kew')
  for (const host of ['a.karam.example', 'b.karam.example']) await add(charity, host)
  now = new Date(now.getTime() + dayMs)
  const broken = {
    ...installation.app,
    lookUpTxt: (name: string) =>
      name.includes('a.karam') ? Promise.reject(new Error('broken')) : installation.app.lookUpTxt(name),
  }
  await expect(checkDueDomains(broken)).rejects.toThrow('broken')
  const checked = async () => {
    const rows = installation.app.db
      .selectFrom('organizations.domain')
      .select('checked_at')
      .where('host', 'like', '%.karam.example')
    return (await rows.orderBy('host').execute()).map(({ checked_at }) => checked_at)
  }
  expect(await checked()).toEqual([null, now])
  await checkDueDomains(installation.app)
  expect(await checked()).toEqual([null, now])
  now = new Date(now.getTime() + hourMs)
  await checkDueDomains(installation.app)
  expect(await checked()).toEqual([now, now])
})

test('asks for a recent verification of identity, and limits checks to ten an hour (pages-18)', async () => {
  const charity = await aVerifiedCharity('Wafa of Deal')
  await add(charity, 'wafa.example')
  for (let count = 1; count <= 10; count += 1) expect((await check(charity, 'wafa.example')).status).toBe(200)
  expect(await check(charity, 'wafa.example')).toMatchObject({
    status: 429,
    body: { code: 'too-many-domain-checks' },
  })
  now = new Date(now.getTime() + 11 * 60_000)
  for (const refusal of [
    await add(charity, 'give.wafa.example'),
    await choose(charity, null),
    await remove(charity, 'wafa.example'),
  ])
    expect(refusal.body).toMatchObject({ code: 'reauthentication-required' })
  now = new Date(now.getTime() + hourMs)
  const { token } = await openSession(installation.app, aRequestContext(), charity.viewer.accountId)
  expect((await ask(installation, token, 'POST', `${charity.path}/domains/wafa.example/checks`)).status).toBe(200)
})

test('hosts of a closed charity lead nowhere, and closing removes none (pages-18)', async () => {
  const charity = await aVerifiedCharity('Birr of Bude')
  await prove(charity, 'birr.example')
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ closed_at: now, verification_state: 'none' })
    .where('id', '=', BigInt(charity.id))
    .execute()
  expect(await organizationsServer.findVerifiedDomain(installation.app.db, 'birr.example')).toBeUndefined()
  expect((await ask(installation, charity.token, 'GET', `${charity.path}/domains`)).body).toMatchObject({
    canChange: false,
    domains: [{ host: 'birr.example', state: 'verified' }],
  })
})

test('a demo answers for names below .test from what was typed at /dev/dns', async () => {
  const charity = await aVerifiedCharity('Nur of Ayr')
  const [view] = viewsOf(await add(charity, 'give.nur.test'))
  const name = '_sunbul.give.nur.test'
  expect(await ask(installation, '', 'PUT', '/v4/dev/dns', { name: '_sunbul.nur.org', value: 'a' })).toMatchObject({
    status: 400,
  })
  expect((await ask(installation, '', 'PUT', '/v4/dev/dns', { name, value: view!.record.value })).body).toMatchObject({
    records: [{ name, value: view!.record.value }],
  })
  expect(viewsOf(await check(charity, 'give.nur.test'))[0]).toMatchObject({ state: 'verified' })
  expect((await ask(installation, '', 'GET', '/v4/dev/dns')).body).toMatchObject({ records: [{ name }] })
  expect(dns.requestedNames).not.toContain(name)
})
