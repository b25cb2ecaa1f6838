import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { warnOfExpiringVerifications } from './warn-of-expiring-verifications.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now, environment: { STAFF_APPROVALS: '1' } })
})
afterAll(() => installation.close())

type Answer = { status: number; body: Record<string, never> & { code?: string; message?: string } }
async function ask(
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  payload: object = {},
): Promise<Answer> {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: { ...headers, 'idempotency-key': installation.app.newId() },
    ...(method === 'GET' ? {} : { payload }),
  })
  const body = answer.json<{ result?: object }>()
  return { status: answer.statusCode, body: { ...body, ...body.result } as never }
}
const anAdmin = async () => (await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })).token
const set = async (organizationId: bigint, state: string, until = '') =>
  ask(await anAdmin(), 'PUT', `/v4/staff/charities/${organizationId}/verification`, { state, until })

const donation = (over: object = {}) => ({
  amount: '20',
  currency: 'GBP',
  tokens: [{ type: 'card', token: 'pm_card_visa' }],
  guest: { email: `${installation.app.newId()}@example.org`, name: 'Huda Saleh' },
  ...over,
})
const donate = (campaignId: bigint) => ask('', 'POST', `/api/donate/donate/${campaignId}`, donation())

describe('an admin sets it', () => {
  let organizationId: bigint
  beforeEach(async () => {
    now = new Date('2026-11-24T12:00:00Z')
    organizationId = (
      await anOrganization(installation.app, {
        verification_state: 'none',
        verified_at: null,
        verified_until: null,
        time_zone: 'Asia/Tokyo',
      })
    ).id
  })

  test('for twelve months or to the end of a day, with an audit entry each', async () => {
    expect((await set(organizationId, 'verified')).body).toEqual({
      verification: 'verified',
      verifiedUntil: '2027-11-24T14:59:59.000Z',
      proposal: null,
    })
    expect((await set(organizationId, 'verified', '2027-02-01')).body).toEqual({
      verification: 'verified',
      verifiedUntil: '2027-02-01T14:59:59.000Z',
      proposal: null,
    })
    expect((await set(organizationId, 'expired')).body).toEqual({
      verification: 'expired',
      verifiedUntil: now.toISOString(),
      proposal: null,
    })
    expect((await set(organizationId, 'expired', '2026-11-01')).body).toEqual({
      verification: 'expired',
      verifiedUntil: '2026-11-01T14:59:59.000Z',
      proposal: null,
    })
    expect((await set(organizationId, 'rejected')).body).toMatchObject({
      verification: 'rejected',
      verifiedUntil: '2026-11-01T14:59:59.000Z',
    })
    expect((await set(organizationId, 'requested')).body).toMatchObject({ verification: 'requested' })
    expect((await set(organizationId, 'none')).body).toMatchObject({ verification: 'none' })
    const entries = await entriesAbout(installation.app.db, `organization:${organizationId}`, 20)
    expect(entries.filter(({ act }) => act === 'fundraising.verification-set')).toHaveLength(7)
    expect(JSON.stringify(entries.at(-1)!.details)).toContain('"from":{"state":"none","until":null}')
  })

  test('refuses a past day for verified and a future one for expired; only admins decide', async () => {
    expect((await set(organizationId, 'verified', '2026-11-23')).body).toMatchObject({
      fields: { until: 'Choose a date that isn’t in the past.' },
    })
    expect((await set(organizationId, 'expired', '2026-12-01')).body).toMatchObject({
      fields: { until: 'Choose a date that isn’t in the future.' },
    })
    expect((await set(organizationId, 'verified', '2027-02-30')).body).toMatchObject({
      fields: { until: expect.any(String) },
    })
    expect((await set(organizationId, 'approved')).status).toBe(400)
    expect((await set(999_999n, 'verified')).status).toBe(404)
    for (const roles of [[], ['finance']] as const) {
      const { token } = await aSession(installation.app, { roles: [...roles] })
      expect(
        (await ask(token, 'PUT', `/v4/staff/charities/${organizationId}/verification`, { state: 'verified' })).status,
      ).toBe(403)
    }
  })

  test('POST and PUT of a charity don’t verify it', async () => {
    const words = {
      name: 'Zad',
      email: 'a@zad.example',
      postalAddress: '1 Row',
      registration: 'No. 1',
      isVerified: true,
    }
    const basis = {
      slug: `zad-${installation.app.newId()}`,
      country: 'GB',
      timeZone: 'Europe/London',
      currency: 'GBP',
      category: 'food',
      receiptRegime: 'uk',
    }
    const admin = await anAdmin()
    const { id } = (await ask(admin, 'POST', '/v4/staff/charities', { ...words, ...basis })).body as unknown as {
      id: string
    }
    await ask(admin, 'PUT', `/v4/staff/charities/${id}`, words)
    expect((await ask(admin, 'GET', `/v4/staff/charities/${id}`)).body).toMatchObject({
      charity: { verification: 'none', verifiedUntil: null },
    })
  })
})

test('two of staff set a verification: one proposes, another confirms the same (content-23)', async () => {
  const other = await createTestApp()
  const { id } = await anOrganization(other.app, {
    verification_state: 'none',
    verified_at: null,
    verified_until: null,
  })
  const put = async (token: string, state: string) =>
    (
      await other.fastify.inject({
        method: 'PUT',
        url: `/v4/staff/charities/${id}/verification`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: { state },
      })
    ).json<{ verification: string; proposal: { state: string } | null }>()
  const one = (await aSession(other.app, { isConfirmed: true, roles: ['admin'] })).token
  const two = (await aSession(other.app, { isConfirmed: true, roles: ['reviewer'] })).token
  const proposed = { verification: 'none', proposal: { state: 'verified', until: '' } }
  expect(await put(one, 'verified')).toMatchObject(proposed)
  expect(await put(one, 'verified')).toMatchObject(proposed)
  expect(await put(two, 'rejected')).toMatchObject({ verification: 'none', proposal: { state: 'rejected' } })
  expect(await put(one, 'verified')).toMatchObject(proposed)
  expect(await put(two, 'verified')).toMatchObject({ verification: 'verified', proposal: null })
  await other.close()
})

describe('a verification that ends', () => {
  test('shows a zakat badge only for a currently verified charity', async () => {
    const charity = await anOrganization(installation.app)
    const campaign = await aCampaign(installation.app, {
      organization_id: charity.id,
      ends_at: null,
      zakat_verified: true,
    })
    const badges = async () => {
      now = new Date(now.getTime() + 1100)
      const page = (await ask('', 'GET', `/v4/campaign-pages/${campaign.slug}`)).body as unknown as {
        zakatVerified: boolean
      }
      const project = (await ask('', 'GET', `/api/donate/minimumProjectForDonation/${campaign.id}`))
        .body as unknown as { zakatVerified: boolean }
      const view = (await ask('', 'POST', '/api/projectapi/view', { slug: campaign.slug })).body as unknown as {
        ZakatVerified: boolean
      }
      return [page.zakatVerified, project.zakatVerified, view.ZakatVerified]
    }
    expect(await badges()).toEqual([true, true, true])
    await set(charity.id, 'expired')
    expect(await badges()).toEqual([false, false, false])
  })

  test('ends by the clock with the last second of the verification, without any job', async () => {
    const charity = await anOrganization(installation.app, { verified_until: new Date('2026-12-24T23:59:59Z') })
    const campaign = await aCampaign(installation.app, { organization_id: charity.id, ends_at: null })
    now = new Date('2026-12-24T23:59:58Z')
    expect((await donate(campaign.id)).status).toBe(200)
    now = new Date('2026-12-24T23:59:59Z')
    expect(await donate(campaign.id)).toMatchObject({ status: 409, body: { code: 'charity-not-verified' } })
  })
})

test('warns owners and admins 30 and 7 days before the end and on the last day, once each', async () => {
  now = new Date('2027-01-01T12:00:00Z')
  const charity = await anOrganization(installation.app, {
    name: 'Bayt Trust',
    verified_until: new Date('2027-03-31T22:59:59Z'),
  })
  const member = async (role: MemberRole, locale = 'en') => {
    const { viewer } = await aSession(installation.app, { isConfirmed: true })
    await installation.app.db
      .updateTable('identity.account')
      .set({ locale })
      .where('id', '=', viewer.accountId)
      .execute()
    await installation.app.write((tx) =>
      insertMembers(tx, [{ organizationId: charity.id, accountId: viewer.accountId, role, at: now }]),
    )
    return viewer.email
  }
  const [owner, admin] = [await member('owner'), await member('admin', 'ar')]
  await member('finance')
  await member('editor')
  const mails = async () =>
    (
      await installation.app.db
        .selectFrom('notifications.mail')
        .select(['to_address', 'subject', 'content'])
        .where('kind', '=', 'verification-ends')
        .orderBy('created_at')
        .execute()
    ).map(({ to_address, subject, content }) => ({ to: to_address, subject, text: JSON.stringify(content) }))
  const warned: number[] = []
  for (const day of [
    '2027-01-01',
    '2027-02-28',
    '2027-03-01',
    '2027-03-02',
    '2027-03-24',
    '2027-03-25',
    '2027-03-31',
    '2027-04-01',
    '2027-04-10',
  ]) {
    now = new Date(`${day}T12:00:00Z`)
    await Promise.all([warnOfExpiringVerifications(installation.app), warnOfExpiringVerifications(installation.app)])
    warned.push((await mails()).length)
  }
  expect(warned).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 6])
  expect(new Set((await mails()).map(({ to }) => to))).toEqual(new Set([owner, admin]))
  const [first] = (await mails()).filter(({ to }) => to === owner)
  expect(first).toMatchObject({ subject: '\u2068Bayt Trust\u2069: your verification ends on 31 March 2027' })
  expect(first!.text).toContain('/organize')
})
