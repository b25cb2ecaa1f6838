import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aDraft } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

async function aPerson(over: Parameters<typeof aSession>[1] = {}) {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true, ...over })
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { viewer, id: viewer.accountId, ask }
}

const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'content'])
    .where('to_address', '=', email)
    .where('kind', '=', 'team-invitation')
    .orderBy('created_at')
    .execute()
const codeTo = async (email: string) => /join\?code=([\w-]+)/.exec(JSON.stringify((await mailsTo(email)).at(-1)))![1]!

test('an invited person joins once with the invited, proven address', async () => {
  const [amina, bilal, chadia] = [await aPerson(), await aPerson(), await aPerson()]
  const draft = await aDraft(installation.app, amina.viewer)
  const url = `/v4/campaigns/${draft.id}/team`
  const request = { email: bilal.viewer.email.toUpperCase(), role: 'editor', publicName: 'Bilal', publicRole: 'Cook' }
  const known = await amina.ask('POST', `${url}/invitations`, request)
  const unknown = await amina.ask('POST', `${url}/invitations`, { ...request, email: 'unknown@example.org' })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  const code = await codeTo(request.email)
  const stored = await installation.app.db.selectFrom('fundraising.invitation').selectAll().execute()
  expect(
    JSON.stringify(stored, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(code)

  expect((await chadia.ask('POST', '/v4/invitations/look', { code })).body).toMatchObject({
    title: draft.name,
    role: 'editor',
    isYours: false,
  })
  expect((await chadia.ask('POST', '/v4/invitations/accept', { code })).body.code).toBe('invitation-for-another')
  expect((await bilal.ask('POST', '/v4/invitations/accept', { code })).body).toEqual({ path: `/organize/${draft.id}` })
  expect((await bilal.ask('POST', '/v4/invitations/accept', { code })).status).toBe(404)
  const { body } = await bilal.ask('GET', url)
  expect(body).toMatchObject({
    canChange: false,
    invitations: [],
    members: [
      { role: 'organizer', email: '' },
      { role: 'editor', publicName: 'Bilal', publicRole: 'Cook', email: '' },
    ],
  })
  expect((await amina.ask('GET', url)).body.invitations).toMatchObject([{ email: 'unknown@example.org' }])
})

test('refuses an unconfirmed address, and withdrawn, replaced or week-old invitations', async () => {
  const [amina, bilal] = [await aPerson(), await aPerson({ isConfirmed: false })]
  const draft = await aDraft(installation.app, amina.viewer)
  const url = `/v4/campaigns/${draft.id}/team/invitations`
  const request = { email: bilal.viewer.email, role: 'viewer' }
  await amina.ask('POST', url, request)
  const first = await codeTo(request.email)
  expect((await bilal.ask('POST', '/v4/invitations/accept', { code: first })).body.code).toBe('confirm-email-first')
  now = new Date(now.getTime() + 1000)
  await amina.ask('POST', url, request)
  const second = await codeTo(request.email)
  expect(second).not.toBe(first)
  expect((await bilal.ask('POST', '/v4/invitations/look', { code: first })).status).toBe(404)
  const [open] = (await amina.ask('GET', `/v4/campaigns/${draft.id}/team`)).body.invitations
  expect((await amina.ask('DELETE', `${url}/${open.id}`)).status).toBe(200)
  expect((await bilal.ask('POST', '/v4/invitations/look', { code: second })).status).toBe(404)
  now = new Date(now.getTime() + 1000)
  await amina.ask('POST', url, request)
  const third = await codeTo(request.email)
  now = new Date(now.getTime() + 7 * 86_400_000)
  expect((await bilal.ask('POST', '/v4/invitations/look', { code: third })).status).toBe(404)
})

test('an unproven account can’t invite', async () => {
  const amina = await aPerson({ isConfirmed: false })
  const draft = await aDraft(installation.app, amina.viewer)
  const request = { email: 'never.wrote@example.org', role: 'editor', publicName: '', publicRole: '' }
  const refused = await amina.ask('POST', `/v4/campaigns/${draft.id}/team/invitations`, request)
  expect([refused.status, refused.body.code]).toEqual([409, 'confirm-email-first'])
  expect(await mailsTo(request.email)).toEqual([])
})

test('changes roles, keeps the last organizer, and revokes a permission at once', async () => {
  const [amina, bilal] = [await aPerson(), await aPerson()]
  const draft = await aDraft(installation.app, amina.viewer)
  const url = `/v4/campaigns/${draft.id}/team`
  await amina.ask('POST', `${url}/invitations`, { email: bilal.viewer.email, role: 'editor' })
  await bilal.ask('POST', '/v4/invitations/accept', { code: await codeTo(bilal.viewer.email) })
  expect((await amina.ask('DELETE', `${url}/${amina.id}`)).body.code).toBe('last-organizer')
  expect((await amina.ask('PATCH', `${url}/${amina.id}`, { role: 'viewer' })).body.code).toBe('last-organizer')
  expect((await bilal.ask('PATCH', `${url}/${bilal.id}`, { role: 'organizer' })).status).toBe(403)
  expect(
    (await bilal.ask('PATCH', `${url}/${bilal.id}`, { role: 'editor', publicName: 'B.', publicRole: 'Driver' })).status,
  ).toBe(200)
  expect((await bilal.ask('DELETE', `${url}/${amina.id}`)).status).toBe(403)
  await amina.ask('PATCH', `${url}/${bilal.id}`, { role: 'organizer' })
  const both = await Promise.all([amina.ask('DELETE', `${url}/${amina.id}`), bilal.ask('DELETE', `${url}/${bilal.id}`)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const gone = both[0]!.status === 200 ? amina : bilal
  expect((await gone.ask('GET', url)).status).toBe(404)
})

test('invitations of a removed or demoted member become invalid', async () => {
  const [amina, bilal, chadia] = [await aPerson(), await aPerson(), await aPerson()]
  const draft = await aDraft(installation.app, amina.viewer)
  const url = `/v4/campaigns/${draft.id}/team`
  for (const takeAway of [
    () => amina.ask('PATCH', `${url}/${bilal.id}`, { role: 'viewer' }),
    () => amina.ask('DELETE', `${url}/${bilal.id}`),
  ]) {
    now = new Date(now.getTime() + 1000)
    await amina.ask('POST', `${url}/invitations`, { email: bilal.viewer.email, role: 'organizer' })
    await bilal.ask('POST', '/v4/invitations/accept', { code: await codeTo(bilal.viewer.email) })
    expect(
      (await bilal.ask('POST', `${url}/invitations`, { email: chadia.viewer.email, role: 'organizer' })).status,
    ).toBe(200)
    expect((await takeAway()).status).toBe(200)
    expect(
      (await chadia.ask('POST', '/v4/invitations/accept', { code: await codeTo(chadia.viewer.email) })).status,
    ).toBe(404)
  }
  const charity = await anOrganization(installation.app)
  const members = `/v4/organizations/${charity.id}/members`
  const held: [typeof amina, MemberRole][] = [
    [amina, 'owner'],
    [bilal, 'admin'],
  ]
  await installation.app.write((tx) =>
    insertMembers(
      tx,
      held.map(([who, role]) => ({ organizationId: charity.id, accountId: who.id, role, at: now })),
    ),
  )
  now = new Date(now.getTime() + 1000)
  await bilal.ask('POST', `${members}/invitations`, { email: chadia.viewer.email, role: 'admin' })
  await amina.ask('DELETE', `${members}/${bilal.id}`)
  expect((await chadia.ask('POST', '/v4/invitations/accept', { code: await codeTo(chadia.viewer.email) })).status).toBe(
    404,
  )
})

test('a charity’s members: owners and admins manage them, no admin makes an owner (security-3)', async () => {
  const [owner, admin, finance, stranger] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const charity = await anOrganization(installation.app)
  const roles: [typeof owner, MemberRole][] = [
    [owner, 'owner'],
    [admin, 'admin'],
    [finance, 'finance'],
  ]
  await installation.app.write((tx) =>
    insertMembers(
      tx,
      roles.map(([who, role]) => ({ organizationId: charity.id, accountId: who.id, role, at: now })),
    ),
  )
  const url = `/v4/organizations/${charity.id}/members`
  expect((await stranger.ask('GET', url)).status).toBe(404)
  expect((await finance.ask('GET', url)).status).toBe(403)
  expect((await admin.ask('GET', url)).body).toMatchObject({ roles: ['admin', 'finance', 'editor', 'donor-support'] })
  expect((await admin.ask('POST', `${url}/invitations`, { email: 'x@example.org', role: 'owner' })).status).toBe(403)
  expect((await admin.ask('PATCH', `${url}/${owner.id}`, { role: 'editor' })).status).toBe(403)
  expect((await admin.ask('DELETE', `${url}/${owner.id}`)).status).toBe(403)
  expect((await owner.ask('DELETE', `${url}/${owner.id}`)).body.code).toBe('last-owner')
  expect((await owner.ask('PATCH', `${url}/${owner.id}`, { role: 'admin' })).body.code).toBe('last-owner')
  await owner.ask('POST', `${url}/invitations`, { email: stranger.viewer.email, role: 'owner' })
  expect(
    (await stranger.ask('POST', '/v4/invitations/accept', { code: await codeTo(stranger.viewer.email) })).body,
  ).toEqual({ path: '/organize' })
  expect((await owner.ask('DELETE', `${url}/${owner.id}`)).status).toBe(200)
  expect((await finance.ask('DELETE', `${url}/${finance.id}`)).status).toBe(200)
  expect((await finance.ask('GET', url)).status).toBe(404)
})

/** Creates a charity with one member of each role. */
async function aCharityOf<Role extends MemberRole>(...roles: Role[]) {
  const charity = await anOrganization(installation.app)
  const people = await Promise.all(roles.map(async (role) => [role, await aPerson()] as const))
  await installation.app.write((tx) =>
    insertMembers(
      tx,
      people.map(([role, who]) => ({ organizationId: charity.id, accountId: who.id, role, at: now })),
    ),
  )
  return { charity, ...(Object.fromEntries(people) as Record<Role, Awaited<ReturnType<typeof aPerson>>>) }
}
const beginFor = async (who: Awaited<ReturnType<typeof aPerson>>, organizationId: bigint, by: 'charity' | 'person') =>
  (
    await who.ask('POST', '/v4/fundraisers', {
      organizationId: String(organizationId),
      title: `Wells ${installation.app.newId()}`,
      category: 'water',
      currency: 'GBP',
      by,
    })
  ).body.id as string

test('an editor writes the charity’s own fundraiser without submitting it or seeing donors (accounts-8)', async () => {
  const { charity, owner, editor } = await aCharityOf('owner', 'editor')
  const id = await beginFor(editor, charity.id, 'charity')
  expect((await editor.ask('GET', `/v4/campaigns/${id}/draft`)).status).toBe(200)
  const knock = async (who: typeof owner) => [
    (await who.ask('POST', '/api/projectadmin/requirementsCheck', { id })).status,
    (await who.ask('GET', `/v4/campaigns/${id}/donations`)).status,
    (await who.ask('GET', `/v4/campaigns/${id}/offline`)).status,
    (await who.ask('POST', `/v4/campaigns/${id}/team/invitations`, { email: 'friend@example.org', role: 'organizer' }))
      .status,
  ]
  expect(await knock(editor)).toEqual([403, 403, 403, 403])
  expect(await knock(owner)).toEqual([200, 200, 200, 200])
})

test('leaving a charity ends team memberships and invitations in its own fundraisers', async () => {
  const { charity, owner, admin, editor } = await aCharityOf('owner', 'admin', 'editor')
  const friend = await aPerson()
  for (const [who, takeOut] of [
    [editor, owner],
    [admin, admin],
  ] as const) {
    now = new Date(now.getTime() + 1000)
    const [theCharitys, own] = [await beginFor(who, charity.id, 'charity'), await beginFor(who, charity.id, 'person')]
    const team = `/v4/campaigns/${theCharitys}/team`
    expect((await owner.ask('PATCH', `${team}/${who.id}`, { role: 'organizer' })).status).toBe(200)
    await who.ask('POST', `${team}/invitations`, { email: friend.viewer.email, role: 'organizer' })
    await owner.ask('POST', `${team}/invitations`, { email: who.viewer.email, role: 'organizer' })
    const codes = [await codeTo(friend.viewer.email), await codeTo(who.viewer.email)]
    expect((await who.ask('GET', `/v4/campaigns/${theCharitys}/donations`)).status).toBe(200)

    expect((await takeOut.ask('DELETE', `/v4/organizations/${charity.id}/members/${who.id}`)).status).toBe(200)
    expect((await who.ask('GET', `/v4/campaigns/${theCharitys}/donations`)).status).toBe(404)
    expect((await owner.ask('GET', team)).body).toMatchObject({ members: [], invitations: [] })
    expect((await friend.ask('POST', '/v4/invitations/accept', { code: codes[0] })).status).toBe(404)
    expect((await who.ask('POST', '/v4/invitations/accept', { code: codes[1] })).status).toBe(404)
    // Their personal fundraisers are still theirs, whichever charity receives the donations.
    expect((await who.ask('GET', `/v4/campaigns/${own}/donations`)).status).toBe(200)
  }
})

test('the charity’s owner heads its own fundraiser: its last organizer can leave or be removed', async () => {
  const { charity, owner, editor } = await aCharityOf('owner', 'editor')
  for (const [who, method, payload] of [
    [owner, 'DELETE', {}],
    [owner, 'PATCH', { role: 'viewer' }],
    [editor, 'DELETE', {}],
  ] as const) {
    const team = `/v4/campaigns/${await beginFor(editor, charity.id, 'charity')}/team`
    expect((await owner.ask('PATCH', `${team}/${editor.id}`, { role: 'organizer' })).status).toBe(200)
    expect((await who.ask(method, `${team}/${editor.id}`, payload)).status).toBe(200)
  }
})

test('audits creation, invitations, joins, changes, submissions and leaving with their source (security-9)', async () => {
  const { charity, owner, admin } = await aCharityOf('owner', 'admin')
  const friend = await aPerson()
  const id = await beginFor(owner, charity.id, 'charity')
  const [team, members] = [`/v4/campaigns/${id}/team`, `/v4/organizations/${charity.id}/members`]
  now = new Date(now.getTime() + 1000)
  await owner.ask('POST', `${team}/invitations`, { email: friend.viewer.email, role: 'editor' })
  await friend.ask('POST', '/v4/invitations/accept', { code: await codeTo(friend.viewer.email) })
  await owner.ask('PATCH', `${team}/${friend.id}`, { role: 'organizer' })
  await friend.ask('DELETE', `${team}/${friend.id}`)
  now = new Date(now.getTime() + 1000)
  await owner.ask('POST', `${members}/invitations`, { email: friend.viewer.email, role: 'editor' })
  await friend.ask('POST', '/v4/invitations/accept', { code: await codeTo(friend.viewer.email) })
  await owner.ask('PATCH', `${members}/${friend.id}`, { role: 'finance' })
  await owner.ask('DELETE', `${members}/${friend.id}`)
  await admin.ask('DELETE', `${members}/${admin.id}`)
  await owner.ask('PATCH', `/v4/campaigns/${id}/draft`, {
    version: 0,
    tagline: 'A well for eleven villages',
    country: 'PK',
    goal: '5000',
    story: `<p>${'The nearest well is four kilometres away, and the children fetch the water. '.repeat(3)}</p>`,
  })
  expect((await owner.ask('POST', '/api/projectadmin/changeProjectState', { id, state: 'review' })).status).toBe(200)
  const entries = [
    ...(await entriesAbout(installation.app.db, `campaign:${id}`, 20)),
    ...(await entriesAbout(installation.app.db, `organization:${charity.id}`, 20)),
  ]
  expect(entries.map(({ act }) => act.replace('fundraising.', ''))).toEqual([
    'state-changed',
    'left',
    'role-changed',
    'joined',
    'invited',
    'begun',
    'left',
    'removed',
    'role-changed',
    'joined',
    'invited',
  ])
  expect(new Set(entries.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
})
