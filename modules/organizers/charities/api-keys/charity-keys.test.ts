import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { isApiKey } from '#modules/platform/identity/rules/api-key.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'

const draft = { name: ' Our  CRM ', scopes: ['donations:read', 'donors:read'], addresses: [], expiresInDays: 90 }

let installation: TestApp
let charity: Awaited<ReturnType<typeof aSignedUpCharity>>
let other: Awaited<ReturnType<typeof aSignedUpCharity>>
beforeAll(async () => {
  installation = await createTestApp()
  charity = await aSignedUpCharity(installation, { name: 'Rahma of Reading' })
  other = await aSignedUpCharity(installation, { name: 'Bayt of Bath' })
})
afterAll(() => installation.close())

async function createKey(over: object = {}, by = charity.token) {
  const { status, body } = await ask(installation, by, 'POST', `${charity.path}/api-keys`, { ...draft, ...over })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as { id: string; key: string }
}
const donations = (key: string, path = charity.path) => ask(installation, key, 'GET', `${path}/donations`)
const mailKinds = async () =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select('kind')
      .where('kind', 'like', 'charity-api-key-%')
      .execute()
  ).map(({ kind }) => kind)

describe('an API key of a charity', () => {
  test('reads what its scopes allow, only of its charity, and appears without its secret [security-21]', async () => {
    const { id, key } = await createKey()
    expect(isApiKey(key)).toBe(true)
    expect(key).toMatch(/^sunbul_test_/)
    expect((await donations(key)).status).toBe(200)
    expect((await donations(key, other.path)).status).toBe(404)
    expect((await ask(installation, key, 'GET', `${charity.path}/donor-plans`)).body).toMatchObject({
      code: 'api-key-scope',
      status: 403,
    })
    expect((await ask(installation, key, 'GET', `${charity.path}/members`)).body).toMatchObject({
      code: 'api-key-closed',
      status: 403,
    })
    expect((await ask(installation, key, 'GET', '/v4/cards')).status).toBe(403)
    const { body } = await ask(installation, charity.token, 'GET', `${charity.path}/api-keys`)
    const listed = (body as unknown as { keys: { id: string }[] }).keys.find((one) => one.id === id)
    expect(listed).toMatchObject({ name: 'Our CRM', ending: key.slice(-4), scopes: ['donations:read', 'donors:read'] })
    expect((listed as { lastUsedAt?: string }).lastUsedAt).not.toBeNull()
    expect(JSON.stringify(body)).not.toContain(key)
    const own = await ask(installation, key, 'GET', '/v4/api-key')
    expect(own.body).toMatchObject({ key: { id }, organization: { id: charity.id, name: 'Rahma of Reading' } })
  })

  test('is no member that is counted, listed or mailed, and no page opens with it [security-21]', async () => {
    const before = (await listMembers(installation.app.db, BigInt(charity.id))).length
    const { key } = await createKey()
    expect(await listMembers(installation.app.db, BigInt(charity.id))).toHaveLength(before)
    const page = await installation.fastify.inject({
      method: 'GET',
      url: `/organize/charities/${charity.id}`,
      headers: { authorization: `Bearer ${key}`, accept: 'text/html' },
    })
    expect(page.statusCode).not.toBe(200)
    const row = await installation.app.db
      .selectFrom('identity.api_key as k')
      .innerJoin('organizations.member as m', 'm.account_id', 'k.account_id')
      .select(['k.account_id as accountId', 'm.role'])
      .orderBy('k.created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.role).toBe('donor-support')
    await expect(
      installation.app.db
        .updateTable('organizations.member')
        .set({ role: 'owner' })
        .where('account_id', '=', row.accountId)
        .execute(),
    ).rejects.toThrow('never its owner')
  })

  test('is revoked at once, and its owners are mailed about each change [security-21]', async () => {
    const { id, key } = await createKey()
    const path = `${charity.path}/api-keys/${id}`
    const rotated = await ask(installation, charity.token, 'POST', `${path}/rotation`, { overlapHours: 24 })
    const next = (rotated.body as unknown as { key: string }).key
    expect((await donations(key)).status).toBe(200)
    expect((await donations(next)).status).toBe(200)
    const again = await ask(installation, charity.token, 'POST', `${path}/rotation`, { overlapHours: 0 })
    const last = (again.body as unknown as { key: string }).key
    expect((await donations(next)).body).toMatchObject({ code: 'api-key-not-valid', status: 401 })
    expect((await donations(key)).status).toBe(401)
    expect((await ask(installation, other.token, 'DELETE', path)).status).toBe(404)
    expect((await ask(installation, charity.token, 'DELETE', path)).status).toBe(200)
    expect((await donations(last)).status).toBe(401)
    expect(new Set(await mailKinds())).toEqual(
      new Set(['charity-api-key-created', 'charity-api-key-rotated', 'charity-api-key-revoked']),
    )
    const acts = await installation.app.db
      .selectFrom('audit.entry')
      .select('act')
      .where('object', '=', `organization:${charity.id}`)
      .where('act', 'like', 'charities.api-key-%')
      .execute()
    expect(new Set(acts.map(({ act }) => act)).size).toBe(3)
  })

  test('is refused from an address that it doesn’t allow, and after its expiry [security-21]', async () => {
    const { key } = await createKey({ addresses: ['192.0.2.0/24'] })
    expect((await donations(key)).body).toMatchObject({ code: 'api-key-address', status: 403 })
    const allowed = await createKey({ addresses: ['127.0.0.1', '::1'] })
    expect((await donations(allowed.key)).status).toBe(200)
    await installation.app.db
      .updateTable('identity.api_key')
      .set({ created_at: new Date(0), expires_at: new Date(1) })
      .where('id', '=', allowed.id)
      .execute()
    expect((await donations(allowed.key)).status).toBe(401)
  })

  test('is made only by owners and admins, with faults at their fields [security-21]', async () => {
    const refused = await ask(installation, charity.token, 'POST', `${charity.path}/api-keys`, {
      name: ' ',
      scopes: ['own-plans:read'],
      addresses: ['nowhere'],
      expiresInDays: 0,
    })
    expect(refused.body).toMatchObject({
      code: 'invalid-input',
      fields: {
        name: 'Enter a name for the key.',
        scopes: 'Choose at least one permission.',
        addresses: expect.stringContaining('nowhere'),
      },
    })
    const finance = await aMemberOf(installation, charity.id, 'finance')
    expect((await ask(installation, finance.token, 'POST', `${charity.path}/api-keys`, draft)).status).toBe(403)
  })
})

test('what a key enters, the person who made it can’t confirm as a second person [security-21]', async () => {
  const { app } = installation
  await app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: app.clock(), verified_until: new Date('2100-01-01T00:00:00Z') })
    .where('id', '=', BigInt(charity.id))
    .execute()
  const campaign = await aCampaign(app, { organization_id: BigInt(charity.id) })
  const { key } = await createKey({ scopes: ['offline-donations:write', 'offline-donations:read'] })
  const entered = await ask(installation, key, 'POST', '/api/projectadmin/offlineDonation', {
    id: String(campaign.id),
    amount: '9000',
    receivedOn: '2026-01-05',
    method: 'cash',
    anonymous: true,
    note: 'From the box at the door',
  })
  expect(entered.status, entered.text).toBe(200)
  const waiting = await app.db
    .selectFrom('organizing.offline_donation')
    .select(['id', 'state'])
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirstOrThrow()
  expect(waiting.state).toBe('waiting')
  const confirm = (token: string) =>
    ask(installation, token, 'POST', `/v4/campaigns/${campaign.id}/offline/confirm`, { offlineId: waiting.id })
  expect((await confirm(key)).status).toBe(403)
  expect((await confirm(charity.token)).body).toMatchObject({ code: 'second-person-needed' })
  const colleague = await aMemberOf(installation, charity.id, 'admin')
  expect((await confirm(colleague.token)).status).toBe(200)
})
