import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { canAct, type TeamPart, type RunningAct } from '#modules/causes/campaigns/rules/acts.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { contract } from '#modules/contract.ts'
import { createAccount, openSession } from '#modules/platform/identity/login/log-in.ts'
import { apiKeys, signToken } from '#modules/platform/identity/index.ts'
import { insertMembers } from '#modules/causes/organizations/index.ts'
import { keyRoleFor } from '#modules/organizers/charities/rules/key-role.ts'
import type { Access, Endpoint, StaffRole } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { accountScopes, organizationScopes, type Scope } from '#shared/api-keys/scopes.ts'
import { createTestApp } from './support/app.ts'
import { aPdf } from './support/upload-corpus.ts'

/**
 * The visitors of the test (security-3). There are two of each kind that owns records, so that B requests A's records.
 * The roles are those in the fundraiser of organizer A.
 */
const accounts = {
  'user A': {},
  'user B': {},
  'organizer A': { part: 'organizer' },
  'organizer B': {},
  editor: { part: 'editor' },
  viewer: { part: 'viewer' },
  'charity owner': { part: 'charity-owner' },
  'charity admin': { part: 'charity-admin' },
  'charity finance': { part: 'charity-finance' },
  support: { roles: ['support'] },
  reviewer: { roles: ['reviewer'] },
  finance: { roles: ['finance'] },
  admin: { roles: ['admin'] },
} as const satisfies Record<string, { part?: TeamPart; roles?: readonly StaffRole[] }>
type AccountName = keyof typeof accounts
const people: Readonly<Record<AccountName, { readonly part?: TeamPart; readonly roles?: readonly StaffRole[] }>> =
  accounts
const guests = ['guest A', 'guest B'] as const
/** API keys (security-21): one of each scope, of charity A or user A, and one of charity B with all its scopes. */
const keyScopes = {
  ...(Object.fromEntries(
    [...organizationScopes, ...accountScopes].map((scope) => [`key ${scope}`, [scope]]),
  ) as unknown as Record<`key ${Scope}`, readonly Scope[]>),
  'key of B': organizationScopes,
} as const
type KeyName = keyof typeof keyScopes
const keyNames = Object.keys(keyScopes) as KeyName[]
const visitors = [
  'anonymous',
  ...guests,
  'gift',
  'basket',
  ...(Object.keys(accounts) as AccountName[]),
  ...keyNames,
] as const
type Visitor = (typeof visitors)[number]

const charityRoles: Readonly<Record<string, 'owner' | 'admin' | 'finance'>> = {
  'charity-owner': 'owner',
  'charity-admin': 'admin',
  'charity-finance': 'finance',
}

const isAccount = (visitor: Visitor): visitor is AccountName => visitor in accounts
const isKey = (visitor: Visitor): visitor is KeyName => visitor in keyScopes
const rolesOf = (visitor: Visitor): readonly StaffRole[] => (isAccount(visitor) ? (people[visitor].roles ?? []) : [])
const partOf = (visitor: Visitor): TeamPart | undefined => (isAccount(visitor) ? people[visitor].part : undefined)

/** The visitors that each access level authorizes; all others are refused before anything is read. */
const letIn: Readonly<Record<Access, (visitor: Visitor, endpoint: Endpoint) => boolean>> = {
  anyone: () => true,
  guest: (visitor) => isAccount(visitor) || visitor.startsWith('guest'),
  'signed-in': (visitor) => isAccount(visitor),
  staff: (visitor, { roles }) =>
    rolesOf(visitor).some((role) => role === 'admin' || roles === undefined || roles.includes(role)),
}

/** Whether a call is open to a visitor; without a scope it is closed to every key. */
const isLetIn = (visitor: Visitor, endpoint: Endpoint): boolean =>
  isKey(visitor)
    ? endpoint.scope === 'any-key' || keyScopes[visitor].some((scope) => scope === endpoint.scope)
    : letIn[endpoint.access](visitor, endpoint)

/**
 * Bodies of organizers' calls that are valid enough to reach the check of the fundraiser's roles. A call without a line
 * here needs no body.
 */
const bodies: Readonly<Record<string, object>> = {
  'POST /v4/campaigns/:campaignId/qurbani-items/copy': { fromYear: 1448 },
  'POST /v4/campaigns/:campaignId/zakat-requests': { categories: ['poor'], note: 'Food.' },
  'POST /v4/campaigns/:campaignId/zakat-evidence': { description: 'A letter.', file: aPdf().toString('base64') },
  'POST /v4/organizations/:organizationId/webhook-endpoints': {
    url: 'https://crm.example.org/sunbul',
    events: ['donation.succeeded'],
  },
}

let installation: Awaited<ReturnType<typeof createTestApp>>
let campaignOfA: bigint
const bearer: Partial<Record<Visitor, string>> = {}
const ids = new Map<Visitor, string>()
beforeAll(async () => {
  installation = await createTestApp()
  const { app } = installation
  const later = new Date(app.clock().getTime() + 3_600_000)
  for (const guest of guests) bearer[guest] = signToken(app.tokenSecret, 'guest', app.newId(), later)
  bearer.gift = signToken(app.tokenSecret, 'donation', app.newId(), later)
  bearer.basket = signToken(app.tokenSecret, 'basket', app.newId(), later)
  for (const visitor of Object.keys(accounts) as AccountName[]) {
    const email = `${visitor.replace(' ', '-').toLowerCase()}@example.org`
    ids.set(
      visitor,
      (await createAccount(app, {
        email,
        password: null,
        firstName: visitor,
        lastName: '',
        roles: [...rolesOf(visitor)],
      }))!,
    )
  }
  const campaign = await aCampaign(app)
  campaignOfA = campaign.id
  const ofB = await aCampaign(app)
  await app.write(async (tx) => {
    const instant = app.clock()
    for (const [visitor, accountId] of ids) {
      const part = partOf(visitor)
      if (part === 'organizer' || part === 'editor' || part === 'viewer')
        await insertTeamMembers(tx, [{ campaignId: campaign.id, accountId, role: part, publicName: '', at: instant }])
      const role = charityRoles[part ?? '']
      if (role)
        await insertMembers(tx, [{ organizationId: campaign.organization_id as bigint, accountId, role, at: instant }])
    }
    for (const visitor of keyNames) bearer[visitor] = await aKey(tx, visitor, visitor === 'key of B' ? ofB : campaign)
    await insertTeamMembers(tx, [
      { campaignId: ofB.id, accountId: ids.get('organizer B')!, role: 'organizer', publicName: '', at: instant },
    ])
  })
})
afterAll(() => installation.close())

/** Creates a key: a member of the fundraiser's charity, or of user A for the scopes of an account. */
async function aKey(tx: Tx, visitor: KeyName, { organization_id: organizationId }: { organization_id: bigint | null }) {
  const { app } = installation
  const scopes = keyScopes[visitor]
  const isOfCharity = scopes.some((scope) => organizationScopes.some((one) => one === scope))
  const accountId = isOfCharity ? app.newId() : ids.get('user A')!
  if (isOfCharity) {
    await apiKeys.insertAccount(tx, { id: accountId, name: visitor, at: app.clock() })
    const role = keyRoleFor(organizationScopes)
    await insertMembers(tx, [{ organizationId: organizationId!, accountId, role, at: app.clock() }])
  }
  const by = { accountId: ids.get('charity owner')!, hasSecondFactor: true }
  const settings = { name: visitor, scopes, allowedAddresses: [], expiresAt: null }
  return (await apiKeys.create(app, tx, by, { ...settings, accountId, siblings: [] })).key
}

const calls = Object.entries(contract) as [string, Endpoint][]

/** Returns the visitor's session token; opens a new session if a call, such as logging out, ended the last one. */
async function bearerOf(visitor: Visitor): Promise<string | undefined> {
  const accountId = ids.get(visitor)
  if (accountId)
    bearer[visitor] ??= (await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, accountId)).token
  return bearer[visitor]
}

async function knock(name: string, visitor: Visitor, campaignId = 999_999n, payload: object = {}): Promise<number> {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const token = await bearerOf(visitor)
  const url = path.replace(/:(\w+)/g, (_, key: string) =>
    key === 'slug' || key === 'key'
      ? 'nothing'
      : /campaignId|^id$/.test(key)
        ? String(campaignId)
        : '00000000-0000-7000-8000-000000000000',
  )
  // A key has 300 requests a minute for all calls together.
  if (isKey(visitor)) await sql`delete from identity.call_count where call = 'api-key'`.execute(installation.app.db)
  const answer = await installation.fastify.inject({
    method,
    url,
    // Each visitor has a separate network, so that rate limits don't affect the result.
    remoteAddress: `198.51.100.${visitors.indexOf(visitor) + 1}`,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  expect(answer.statusCode, visitor).not.toBe(429)
  if (method !== 'GET' && isAccount(visitor)) delete bearer[visitor]
  // This call ends the token for good, so the guest gets another one.
  if (name === 'POST /v4/guests/me/end' && token && (guests as readonly string[]).includes(visitor))
    bearer[visitor] = signToken(
      installation.app.tokenSecret,
      'guest',
      installation.app.newId(),
      new Date(installation.app.clock().getTime() + 3_600_000),
    )
  return answer.statusCode
}

describe.each(calls)('%s', (name, endpoint) => {
  test('allows the declared callers and refuses all others [S1 §6] [S2 §6]', async () => {
    // Without a scope, one check refuses every key: a key with all scopes of a charity and one of an account suffice.
    const keys: readonly KeyName[] = endpoint.scope ? keyNames : ['key of B', 'key own-donations:read']
    for (const visitor of visitors.filter((one) => !isKey(one) || keys.includes(one))) {
      const status = await knock(name, visitor)
      expect(status, visitor).toBeLessThan(500)
      if (isLetIn(visitor, endpoint)) expect([401, 403], visitor).not.toContain(status)
      else expect([401, 403], visitor).toContain(status)
    }
  })
})

const runningCalls = calls.filter(([, { act }]) => act !== undefined)

describe.each(runningCalls)('%s, of a fundraiser of A', (name, { act }) => {
  test('is permitted by role for those who run the fundraiser, and is 404 for all others [S2 §6]', async () => {
    for (const visitor of visitors.filter(isAccount)) {
      const status = await knock(name, visitor, campaignOfA, bodies[name] ?? {})
      const part = partOf(visitor)
      if (part === undefined) expect(status, visitor).toBe(404)
      else if (canAct([part], act as RunningAct)) expect([400, 401, 403, 404], visitor).not.toContain(status)
      else expect(status, visitor).toBe(403)
    }
  })
})

describe('evidence for Zakat, of a fundraiser of A', () => {
  test('is readable for editors of the fundraiser and its reviewers, and 404 for all others [security-3]', async () => {
    const request = { categories: ['poor'], note: 'Food.' }
    const organizer = { authorization: `Bearer ${await bearerOf('organizer A')}`, 'content-type': 'application/json' }
    const post = (path: string, payload: object) =>
      installation.fastify.inject({
        method: 'POST',
        url: `/v4/campaigns/${campaignOfA}/${path}`,
        headers: organizer,
        payload,
      })
    const evidenceId = (
      await post('zakat-evidence', { description: 'A letter.', file: aPdf('% of the matrix').toString('base64') })
    ).json().id as string
    await post('zakat-requests', request)
    const { id: caseId } = await installation.app.db
      .selectFrom('moderation.case')
      .select('id')
      .where('campaign_id', '=', campaignOfA)
      .where('kind', '=', 'zakat')
      .executeTakeFirstOrThrow()
    for (const visitor of visitors.filter((one) => !isKey(one))) {
      const token = await bearerOf(visitor)
      const open = async (url: string) =>
        (
          await installation.fastify.inject({
            method: 'GET',
            url,
            headers: token ? { authorization: `Bearer ${token}` } : {},
          })
        ).statusCode
      const part = partOf(visitor)
      const own = !isAccount(visitor) ? 401 : part === undefined ? 404 : canAct([part], 'edit') ? 200 : 403
      expect(await open(`/v4/campaigns/${campaignOfA}/zakat-evidence/${evidenceId}`), visitor).toBe(own)
      const roles = rolesOf(visitor)
      const staff =
        roles.includes('reviewer') || roles.includes('admin') ? [200] : roles.length > 0 ? [404] : [401, 403]
      expect(staff, visitor).toContain(await open(`/v4/staff/cases/${caseId}/evidence/${evidenceId}`))
    }
  })
})

const keyCalls = calls.filter(([name, { scope }]) => scope !== undefined && /:(organizationId|campaignId)/.test(name))

describe.each(keyCalls)('%s, of charity A', (name, { scope }) => {
  test('is open to a key of A with its scope, and isn’t found by the key of B [security-21]', async () => {
    const { organization_id: organizationId } = await installation.app.db
      .selectFrom('campaigns.campaign')
      .select('organization_id')
      .where('id', '=', campaignOfA)
      .executeTakeFirstOrThrow()
    const ofA = name.includes(':organizationId') ? name.replace(':organizationId', String(organizationId)) : name
    expect(await knock(ofA, 'key of B', campaignOfA, bodies[name])).toBe(404)
    // The test's charity has no general fund, so its figures can't be computed.
    expect([401, 403]).not.toContain(await knock(ofA, `key ${scope as Scope}`, campaignOfA, bodies[name]))
  })
})

test('about twelve scopes exist, and each opens a call; a scope to read changes nothing [security-21]', () => {
  const scopes = new Set(calls.flatMap(([, { scope }]) => (scope === undefined || scope === 'any-key' ? [] : [scope])))
  expect(scopes).toEqual(new Set([...organizationScopes, ...accountScopes]))
  const changing = calls.filter(([name, { scope }]) => scope?.endsWith(':read') && !name.startsWith('GET '))
  expect(changing).toEqual([])
  // No key is staff, pays, or decides as a second person.
  expect(calls.filter(([, { scope, access, money }]) => scope && (access === 'staff' || money))).toEqual([])
})

const referralCalls = calls.filter(([name]) => name.startsWith('GET /v4/referers/:campaignId/referrals'))

describe.each(referralCalls)('%s, of a fundraiser of A', (name) => {
  test('exists only for the holder of a link and the owner and admins of the charity [accounts-8]', async () => {
    const linked: Visitor = 'user A'
    expect(await knock('POST /v4/referers', linked, campaignOfA, { campaignId: String(campaignOfA) })).toBe(200)
    for (const visitor of visitors.filter(isAccount)) {
      const isAllowed = visitor === linked || partOf(visitor) === 'charity-owner' || partOf(visitor) === 'charity-admin'
      expect(await knock(name, visitor, campaignOfA), visitor).toBe(isAllowed ? 200 : 404)
    }
  })
})

test('calls without a session return "Please log in to continue.", lists "Invalid authorization" [S2 §6] [S2 §8]', async () => {
  const texts = new Map<string, string[]>()
  for (const [name, { access }] of calls.filter(([, endpoint]) => endpoint.access !== 'anyone')) {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string]
    const body = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, payload: {} }
    const { message } = (
      await installation.fastify.inject({ method, url: path.replace(/:\w+/g, '1'), ...body })
    ).json() as {
      message: string
    }
    texts.set(message, [...(texts.get(message) ?? []), `${access} ${name}`])
  }
  expect([...texts.keys()].toSorted()).toEqual(['Invalid authorization', 'Please log in to continue.'])
  expect(texts.get('Invalid authorization')).toEqual([
    'signed-in GET /cards/campaigns/by-id-list',
    'signed-in GET /api/projectapi/fetchProjectListItems',
  ])
})

test('every call declares who can call it', () => {
  expect(calls.filter(([, endpoint]) => !(endpoint.access in letIn))).toEqual([])
  expect(calls.filter(([, { access, roles }]) => roles !== undefined && access !== 'staff')).toEqual([])
  expect(runningCalls.filter(([name, { access }]) => access !== 'signed-in' || !name.includes(':campaignId'))).toEqual(
    [],
  )
})

test('a token for another donation gets 404 (security-3)', async () => {
  const intentId = installation.app.newId()
  for (const token of [bearer.gift!, bearer['guest A']!, bearer['guest B']!, 'dn_nonsense']) {
    const answer = await installation.fastify.inject({ method: 'GET', url: `/v4/donations/${intentId}?token=${token}` })
    expect(answer.statusCode).toBe(404)
    // Nor does it open the trails of another receipt's donations.
    for (const part of ['document', 'trails', 'zakat-distributions']) {
      const url = `/v4/receipts/${intentId}/${part}?token=${token}`
      expect((await installation.fastify.inject({ method: 'GET', url })).statusCode, part).toBe(404)
    }
  }
})

test('another site cannot act through a visitor’s browser (security-2)', async () => {
  const post = (headers: Record<string, string>) =>
    installation.fastify.inject({ method: 'POST', url: '/v4/logout', headers, payload: '{}' })
  expect((await post({ 'content-type': 'application/json', origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post({ 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await post({ 'content-type': 'text/plain' })).statusCode).toBe(415)
  expect((await post({ 'content-type': 'application/json', origin: installation.app.origin })).statusCode).toBe(200)
})
