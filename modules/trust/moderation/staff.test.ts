import { auditServer } from '#modules/platform/audit/index-server.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { record } from '#modules/platform/audit/index.ts'
import { anAccount, aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { exportAuditLog } from './audit-log.ts'
import { aStaffSession } from './testing.ts'

let installation: TestApp
const clock = manualClock()
type Staff = Awaited<ReturnType<typeof aStaffSession>>
let admin: Staff
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
  admin = await aStaffSession(installation.app, 'admin')
})
afterAll(() => installation.close())

const call = (method: 'GET' | 'POST' | 'PUT', url: string, token?: string, payload: object = {}) =>
  installation.fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
const setRoles = (accountId: string, roles: string[], token = admin.token) =>
  call('PUT', `/v4/staff/people/${accountId}/roles`, token, { roles })
const rolesOf = async (id: string) =>
  (await installation.app.db.selectFrom('identity.account').select('roles').where('id', '=', id).executeTakeFirst())!
    .roles

/** Runs SQL as the database owner, as an attacker with full access would. */
async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: installation.database.ownerUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

test('an admin finds an account by email and gives it a role; its sessions end, with an audit entry', async () => {
  const email = 'idris.new@example.org'
  const { token, viewer } = await aSession(installation.app, { email })
  expect(
    (await call('POST', '/v4/staff/people/lookups', admin.token, { email: 'unknown@example.org' })).json(),
  ).toMatchObject({ code: 'account-not-found' })
  const found = (
    await call('POST', '/v4/staff/people/lookups', admin.token, { email: ' Idris.New@Example.org ' })
  ).json()
  expect(found).toMatchObject({ id: viewer.accountId, email, roles: [] })
  expect(JSON.stringify(found)).not.toContain('argon2')
  expect((await setRoles(found.id, ['support', 'reviewer', 'support'])).json()).toMatchObject({
    roles: ['reviewer', 'support'],
  })
  expect((await call('GET', '/api/user/current', token)).statusCode).toBe(401)
  const people = (await call('GET', '/v4/staff/people', admin.token)).json().people as { email: string }[]
  expect(people.map((person) => person.email)).toEqual(expect.arrayContaining([email, admin.viewer.email]))
  const entries = await installation.app.db
    .selectFrom('audit.entry')
    .select(['act', 'actor_id', 'details'])
    .where('object', '=', `account:${found.id}`)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { act: 'identity.account-looked-up', actor_id: admin.viewer.accountId },
    {
      act: 'identity.roles-changed',
      actor_id: admin.viewer.accountId,
      details: { before: [], after: ['reviewer', 'support'], sessionsEnded: 1 },
    },
  ])
  expect((await setRoles(found.id, [])).statusCode).toBe(200)
  expect(await rolesOf(found.id)).toEqual([])
  expect((await setRoles(found.id, [])).statusCode).toBe(200)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('to_address', '=', email)
    .where('kind', '=', 'roles-changed')
    .execute()
  expect(mails).toHaveLength(2)
  for (const text of ['Review and Support', 'are now: none.']) expect(JSON.stringify(mails)).toContain(text)
})

test('roles need a proven email and an admin who has just confirmed their identity', async () => {
  const unproven = await anAccount(installation.app, { isConfirmed: false })
  expect((await setRoles(unproven.id, ['support'])).statusCode).toBe(404)
  const someone = await anAccount(installation.app)
  for (const role of ['support', 'reviewer', 'finance'])
    expect(
      (await setRoles(someone.id, ['admin'], (await aStaffSession(installation.app, role)).token)).statusCode,
    ).toBe(403)
  clock.move({ minutes: 11 })
  expect((await setRoles(someone.id, ['support'])).json().code).toBe('reauthentication-required')
  expect(await rolesOf(someone.id)).toEqual([])
  admin = await aStaffSession(installation.app, 'admin')
})

test('the last admin keeps the role, also under concurrency', async () => {
  for (const { id } of await installation.app.db
    .selectFrom('identity.account')
    .select('id')
    .where(sql<boolean>`'admin' = any(roles)`)
    .execute())
    if (id !== admin.viewer.accountId) expect((await setRoles(id, [])).statusCode).toBe(200)
  expect((await setRoles(admin.viewer.accountId, ['support'])).json().code).toBe('last-admin')
  const other = await aStaffSession(installation.app, 'admin')
  await Promise.all([setRoles(other.viewer.accountId, []), setRoles(admin.viewer.accountId, [], other.token)])
  const rows = await installation.app.db
    .selectFrom('identity.account')
    .select('id')
    .where(sql<boolean>`'admin' = any(roles)`)
    .execute()
  expect(rows).toHaveLength(1)
  admin = await aStaffSession(installation.app, 'admin')
})

test('filters the audit log by actor, action, object and date, with pages', async () => {
  const object = `account:${installation.app.newId()}`
  const actor = { kind: 'account' as const, id: admin.viewer.accountId }
  await installation.app.write((tx) =>
    record(
      tx,
      ...Array.from({ length: 120 }, (_, n) => ({
        actor,
        act: 'test.looked',
        object,
        at: clock.now(),
        details: { n },
      })),
    ),
  )
  const list = async (query: string) =>
    (await call('GET', `/v4/staff/audit?${query}`, admin.token)).json() as {
      entries: { id: string; actor: string; details: { n: number } }[]
      next: string | null
    }
  const first = await list(`object=${object}`)
  expect(first.entries).toHaveLength(100)
  expect(first.entries[0]).toMatchObject({ actor: admin.viewer.email, details: { n: 119 } })
  const second = await list(`object=${object}&before=${first.next}`)
  expect([second.entries.length, second.next, second.entries.at(-1)!.details.n]).toEqual([20, null, 0])
  expect(
    (await list(`object=${object}&act=test.&actor=${encodeURIComponent(admin.viewer.email)}`)).entries,
  ).toHaveLength(100)
  const today = clock.now().toISOString().slice(0, 10)
  expect((await list(`object=${object}&from=${today}&until=${today}`)).entries).toHaveLength(100)
  for (const query of ['act=nothing.', 'actor=unknown@example.org', 'from=2031-01-01', 'until=2020-01-01'])
    expect((await list(`object=${object}&${query}`)).entries, query).toEqual([])
})

test('entries name their person and object, and are found by charity with its fundraisers', async () => {
  const admin = await aStaffSession(installation.app, 'admin')
  const organization = await anOrganization(installation.app)
  const campaign = await aCampaign(installation.app, { name: 'Wells for Tharparkar', organization_id: organization.id })
  const other = await aCampaign(installation.app)
  const act = (object: string) => ({
    actor: { kind: 'account' as const, id: admin.viewer.accountId },
    act: 'test.changed',
    object,
    at: clock.now(),
  })
  const charity = `organization:${organization.id}`
  await installation.app.write((tx) =>
    record(tx, act(charity), act(`campaign:${campaign.id}`), act(`campaign:${other.id}`), act('hijri:1447-9')),
  )
  const list = async (query: string) =>
    (await call('GET', `/v4/staff/audit?act=test.changed&${query}`, admin.token)).json() as {
      entries: { actorName: string; object: string; objectName: string | null }[]
      charities: { id: string; name: string }[]
    }
  const { entries, charities } = await list('')
  expect(entries.slice(0, 3)).toMatchObject([
    { object: 'hijri:1447-9', objectName: null },
    { object: `campaign:${other.id}` },
    { object: `campaign:${campaign.id}`, objectName: 'Wells for Tharparkar', actorName: 'Idris Keller' },
  ])
  const { id, name } = charities.find((one) => one.id === String(organization.id))!
  expect(entries.find(({ object }) => object === charity)).toMatchObject({ objectName: name })
  expect((await list(`charity=${id}`)).entries.map(({ object }) => object)).toEqual([
    `campaign:${campaign.id}`,
    charity,
  ])
})

test('the audit log’s export contains no formula and is audited itself [security-12]', async () => {
  const object = `account:${installation.app.newId()}`
  await installation.app.write((tx) =>
    record(
      tx,
      ...['=HYPERLINK("https://evil.example")', '=1+1'].map((ip) => ({
        actor: { kind: 'system' as const },
        act: 'test.formula',
        object,
        at: clock.now(),
        ip,
      })),
    ),
  )
  const answer = await call('GET', `/v4/staff/audit/export?object=${object}`, admin.token)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit.csv"',
  })
  expect(answer.body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(answer.body).toContain(`,"'=1+1",`)
  expect(answer.body.split('\r\n')[0]).toBe('\ufeffid,at,actor_kind,actor_id,act,object,ip,details')
  const [exported] = (await call('GET', '/v4/staff/audit?act=moderation.audit-exported', admin.token)).json().entries
  expect(exported).toMatchObject({ actorId: admin.viewer.accountId, details: { entries: 2, object } })
})

test('an incomplete export of the audit log ends with a line that says so', async () => {
  const object = `account:${installation.app.newId()}`
  for (let entries = 0; entries < 3; entries++)
    await installation.app.write((tx) =>
      record(tx, { actor: { kind: 'system' }, act: 'test.many', object, at: clock.now(), details: {} }),
    )
  const lines = async (most: number) =>
    Buffer.from(await exportAuditLog(installation.app, admin.viewer, aRequestContext(), { object }, { most }))
      .toString()
      .trimEnd()
      .split('\r\n')
  expect((await lines(2)).at(-1)).toBe('This file contains only the newest 2 rows. There are more.,,,,,,,')
  expect(await lines(2)).toHaveLength(4)
  expect((await lines(3)).at(-1)).toContain('test.many')
})

test('chains the hashes of audit entries and finds a changed entry [security-9]', async () => {
  const q13 = async () =>
    (await verifyLedger(installation.database.ownerUrl, undefined)).find(({ title }) => title.startsWith('Q13'))!
  clock.move({ minutes: 16 })
  expect(await auditServer.jobs.addCheckpoints(installation.app)).toBeGreaterThan(100)
  expect(await auditServer.jobs.addCheckpoints(installation.app)).toBe(0)
  await installation.app.write((tx) =>
    record(tx, { actor: { kind: 'system' }, act: 'test.fresh', object: 'test:1', at: clock.now() }),
  )
  expect(await auditServer.jobs.addCheckpoints(installation.app)).toBe(0)
  clock.move({ minutes: 16 })
  expect(await auditServer.jobs.addCheckpoints(installation.app)).toBe(1)
  expect((await q13()).count).toBe(0)

  await asOwner(
    `alter table audit.entry disable trigger entry_append_only; update audit.entry set ip = '192.0.2.66' where act = 'test.fresh'`,
  )
  expect((await q13()).rows).toMatchObject([{ checkpoint: expect.anything() }])
  await asOwner(`update audit.entry set ip = null where act = 'test.fresh'`)
  expect((await q13()).count).toBe(0)
  await asOwner(`delete from audit.entry where id = (select min(id) from audit.entry)`)
  expect((await q13()).count).toBeGreaterThan(0)
})
