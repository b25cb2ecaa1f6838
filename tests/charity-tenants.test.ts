import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#modules/contract.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { memberRoles, type MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { aMemberOf, ask, aSignedUpCharity, aCompleteForm, completeForm } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { sampleInput } from './support/sample-input.ts'
import { aPdf } from './support/upload-corpus.ts'

/** Whether a path names a charity or one of its fundraisers. */
const isOfCharity = (name: string) => /:(organizationId|subdomain|campaignId)\b/.test(name)
const nonPublic = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([, { access }]) => access === 'signed-in' || access === 'guest',
)

/** Calls with the fundraiser's id in the body. */
const byBody: readonly string[] = [
  'POST /api/projectadmin/offlineDonation',
  'POST /api/projectadmin/requirementsCheck',
  'POST /api/projectadmin/changeProjectState',
]
/**
 * Prefixes of the paths of an account's own records. A non-public call that names no charity and has none of these
 * prefixes fails the test until it is added to one of the lists.
 */
const ofTheAccount: readonly string[] = [
  '/api/donate',
  '/api/projectapi/fetchProjectListItems',
  '/api/user',
  '/api/zakat',
  '/cards',
  '/v4/account',
  '/v4/addresses',
  '/v4/api-key',
  '/v4/api-keys',
  '/v4/cards',
  '/v4/card-setups',
  '/v4/checkout/:userId',
  '/v4/deeds',
  '/v4/devices',
  '/v4/email-confirmations',
  '/v4/external-logins',
  '/v4/fundraisers',
  '/v4/invitations',
  '/v4/me',
  '/v4/passkeys',
  '/v4/password',
  '/v4/privacy',
  '/v4/receipts',
  '/v4/referers',
  '/v4/statements',
  '/v4/subscriptions',
  '/v4/supporter-pages',
  '/v4/two-factor',
  '/v4/users/:userId',
  '/v4/users/:userName',
  '/v4/zakat',
]
const ofSignUp = 'POST /v4/organizations'

/** All calls about a charity or its fundraisers, except public and staff ones. New calls are included automatically. */
const calls = nonPublic.filter(([name]) => isOfCharity(name) || byBody.includes(name))
/** Calls about the charity, with the roles in `canCall`; those about fundraisers follow `campaigns/rules/acts.ts`. */
const ownCalls = calls.filter(([name]) => name.includes('/v4/organizations/:organizationId'))

/** The roles that can make a call in their own charity. */
const canCall: Readonly<Record<string, readonly MemberRole[]>> = {
  'GET /v4/organizations/:organizationId': memberRoles,
  'GET /v4/organizations/:organizationId/figures': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/tasks': memberRoles,
  'POST /v4/organizations/:organizationId/ownership': ['owner'],
  'POST /v4/organizations/:organizationId/ownership-changes/:changeId/stop': ['owner'],
  'GET /v4/organizations/:organizationId/audit': ['owner', 'admin'],
  'GET /v4/organizations/:organizationId/fundraiser-requests': ['owner', 'admin'],
  'POST /v4/organizations/:organizationId/fundraiser-requests/:submissionId/decision': ['owner', 'admin'],
  'GET /v4/organizations/:organizationId/subdomain': ['owner'],
  'PUT /v4/organizations/:organizationId/subdomain': ['owner'],
  'GET /v4/organizations/:organizationId/embed-hosts': memberRoles,
  'PUT /v4/organizations/:organizationId/embed-hosts': ['owner', 'admin'],
  'GET /v4/organizations/:organizationId/api-keys': ['owner', 'admin'],
  'POST /v4/organizations/:organizationId/api-keys': ['owner', 'admin'],
  'POST /v4/organizations/:organizationId/api-keys/:apiKeyId/rotation': ['owner', 'admin'],
  'DELETE /v4/organizations/:organizationId/api-keys/:apiKeyId': ['owner', 'admin'],
  ...Object.fromEntries(
    [
      'GET /v4/organizations/:organizationId/changes/events',
      'GET /v4/organizations/:organizationId/webhook-endpoints',
      'POST /v4/organizations/:organizationId/webhook-endpoints',
      'PATCH /v4/organizations/:organizationId/webhook-endpoints/:endpointId',
      'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/rotation',
      'DELETE /v4/organizations/:organizationId/webhook-endpoints/:endpointId',
      'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/test',
      'GET /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries',
      'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend',
      'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/resend',
    ].map((name) => [name, ['owner', 'admin'] as const]),
  ),
  'GET /v4/organizations/:organizationId/domains': memberRoles,
  'POST /v4/organizations/:organizationId/domains': ['owner'],
  'POST /v4/organizations/:organizationId/domains/:host/checks': ['owner'],
  'PUT /v4/organizations/:organizationId/primary-domain': ['owner'],
  'DELETE /v4/organizations/:organizationId/domains/:host': ['owner'],
  'GET /v4/organizations/:organizationId/closing': ['owner'],
  'POST /v4/organizations/:organizationId/closing': ['owner'],
  'DELETE /v4/organizations/:organizationId/closing': ['owner'],
  'GET /v4/organizations/:organizationId/bank-details': ['owner', 'admin', 'finance'],
  'PUT /v4/organizations/:organizationId/bank-details': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/payouts': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/payouts': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/payouts/:payoutId': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/payouts/:payoutId/statement': ['owner', 'admin', 'finance'],
  ...Object.fromEntries(
    [
      'GET /v4/organizations/:organizationId/gift-aid',
      'GET /v4/organizations/:organizationId/gift-aid/refused',
      'PATCH /v4/organizations/:organizationId/gift-aid',
      'POST /v4/organizations/:organizationId/gift-aid/claims',
      'GET /v4/organizations/:organizationId/gift-aid/claims/:claimId',
      'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/files/:part',
      'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/submission',
      'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/payment',
      'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/cancellation',
      'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/rejections',
      'POST /v4/organizations/:organizationId/gift-aid/detail-requests',
      'GET /v4/organizations/:organizationId/gift-aid/paper',
      'POST /v4/organizations/:organizationId/gift-aid/paper',
      'POST /v4/organizations/:organizationId/gift-aid/paper/:declarationId/end',
      'GET /v4/organizations/:organizationId/gift-aid/paper/:declarationId/scan',
    ].map((name) => [name, ['owner', 'finance'] as const]),
  ),
  'GET /v4/organizations/:organizationId/donations': ['owner', 'admin', 'finance', 'donor-support'],
  'POST /v4/organizations/:organizationId/donations/export': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/donations/thanks': ['owner', 'admin', 'finance', 'donor-support'],
  'POST /v4/organizations/:organizationId/donations/receipts': ['owner', 'admin', 'finance', 'donor-support'],
  ...Object.fromEntries(
    [
      'GET /v4/organizations/:organizationId/donors',
      'GET /v4/organizations/:organizationId/donors/:donationId',
      'POST /v4/organizations/:organizationId/donors/:donationId/notes',
      'DELETE /v4/organizations/:organizationId/donors/:donationId/notes/:noteId',
      'POST /v4/organizations/:organizationId/donors/:donationId/tags',
      'DELETE /v4/organizations/:organizationId/donors/:donationId/tags',
      'GET /v4/organizations/:organizationId/donor-merges',
      'POST /v4/organizations/:organizationId/donor-merges',
      'DELETE /v4/organizations/:organizationId/donor-merges/:mergeId',
      'POST /v4/organizations/:organizationId/saved-filters',
      'DELETE /v4/organizations/:organizationId/saved-filters/:filterId',
      'GET /v4/organizations/:organizationId/donor-plans',
    ].map((name) => [name, ['owner', 'admin', 'finance', 'donor-support'] as const]),
  ),
  ...Object.fromEntries(
    ['donations', 'donors', 'plans', 'occurrences', 'refunds', 'receipts'].map((kind) => [
      `GET /v4/organizations/:organizationId/changes/${kind}`,
      ['owner', 'admin', 'finance', 'donor-support'] as const,
    ]),
  ),
  'GET /v4/organizations/:organizationId/changes/payouts': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/changes/pages': memberRoles,
  'GET /v4/organizations/:organizationId/changes/offline-donations': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/donors/export': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/donor-plans/:planId/cancellation': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/thank-you-texts': ['owner', 'admin'],
  'PUT /v4/organizations/:organizationId/thank-you-texts': ['owner', 'admin'],
  'GET /v4/organizations/:organizationId/letters': ['owner', 'admin'],
  'POST /v4/organizations/:organizationId/letters': ['owner', 'admin'],
  'POST /v4/organizations/:organizationId/letters/recipients': ['owner', 'admin'],
  'GET /v4/organizations/:organizationId/reports': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/reports': ['owner', 'admin', 'finance'],
  'DELETE /v4/organizations/:organizationId/reports/:reportId': ['owner', 'admin', 'finance'],
}
const runners: readonly MemberRole[] = ['owner', 'admin']

/** Parameters that a call reads only after checking access to the charity or fundraiser, so an unknown id suffices. */
const ofNothing = [
  'apiKeyId',
  'deliveryId',
  'endpointId',
  'changeId',
  'filterId',
  'claimId',
  'commentId',
  'declarationId',
  'detailsId',
  'distributionId',
  'evidenceId',
  'fileId',
  'donationId',
  'submissionId',
  'invitationId',
  'newsId',
  'noteId',
  'mergeId',
  'offlineId',
  'pageId',
  'payoutId',
  'planId',
  'reportId',
] as const

let installation: TestApp
let charity: Awaited<ReturnType<typeof aSignedUpCharity>>
let values: Record<string, string>
const tokens = new Map<string, string>()
beforeAll(async () => {
  installation = await createTestApp()
  charity = await aSignedUpCharity(installation, { name: 'Zuhur of Zanzibar' })
  await completeForm(installation, charity, aCompleteForm({ legalName: 'Zuhur of Zanzibar' }))
  const other = await aSignedUpCharity(installation, { name: 'Bayt of Bradford' })
  for (const role of memberRoles) tokens.set(`other ${role}`, (await aMemberOf(installation, other.id, role)).token)
  tokens.set('an account', (await aSession(installation.app, { isConfirmed: true })).token)
  for (const role of memberRoles) tokens.set(role, (await aMemberOf(installation, charity.id, role)).token)
  const { body } = await ask(installation, charity.token, 'POST', `${charity.path}/verification/requests`)
  const { documents, request } = body as unknown as { documents: [{ id: string }]; request: { id: string } }
  const member = await aMemberOf(installation, charity.id, 'editor')
  const campaign = await aCampaign(installation.app, { organization_id: BigInt(charity.id), name: 'Zuhur wells' })
  const page = await ask(installation, charity.token, 'POST', `/v4/organizations/${charity.subdomain}/hosted-pages`, {
    title: 'Page of Zuhur',
  })
  expect(page.status).toBe(200)
  const level = await aLevel(installation.app, campaign.id, { title: 'A pump of Zuhur' })
  values = {
    organizationId: charity.id,
    part: '1',
    documentId: documents[0].id,
    requestId: request.id,
    accountId: member.viewer.accountId,
    subdomain: charity.subdomain,
    slug: (page.body as unknown as { slug: string }).slug,
    number: '1',
    host: 'give.zuhur.test',
    campaignId: String(campaign.id),
    levelId: String(level.id),
    itemId: String(level.id),
    frequency: 'week',
    file: 'qr.svg',
    ...Object.fromEntries(ofNothing.map((key) => [key, '00000000-0000-7000-8000-000000000000'])),
  }
})
afterAll(() => installation.close())

/** Values of body fields whose simplest valid value is refused before access to the charity is checked. */
const known = () => ({
  ...values,
  id: values.campaignId,
  form: aCompleteForm(),
  file: aPdf('% of another').toString('base64'),
  email: 'new@example.org',
  currency: 'GBP',
  receivedOn: '2026-11-19',
  from: '2099-12-31',
})

async function knock(name: string, token: string) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const url = path.replace(/:(\w+)/g, (_, key: string) => {
    expect(values, `a value for :${key} of ${name}`).toHaveProperty(key)
    return values[key]!
  })
  const { input } = (contract as Readonly<Record<string, Endpoint>>)[name]!
  return ask(installation, token, method, url, method === 'GET' ? {} : sampleInput(input, known()))
}

test('every non-public call belongs to a charity or to an account', () => {
  const unknown = nonPublic
    .map(([name]) => name)
    .filter((name) => !isOfCharity(name) && !byBody.includes(name) && name !== ofSignUp)
    .filter((name) => {
      const path = name.split(' ')[1]!
      return !ofTheAccount.some((own) => path === own || path.startsWith(`${own}/`))
    })
  expect(unknown).toEqual([])
  const names = nonPublic.map(([name]) => name)
  expect([...byBody, ofSignUp].filter((name) => !names.includes(name))).toEqual([])
  expect(calls.length).toBeGreaterThan(60)
})

describe.each(calls)('%s', (name) => {
  test('is refused to every role of another charity and reveals nothing (security-3)', async () => {
    expect((await knock(name, '')).status).toBe(401)
    for (const visitor of ['an account', ...memberRoles.map((role) => `other ${role}`)]) {
      const { status, text } = await knock(name, tokens.get(visitor)!)
      expect([401, 403, 404], `${visitor}: ${status}`).toContain(status)
      expect(text, visitor).not.toMatch(/Zuhur|zuhur|Siddiqui|Demir|extract|1098765/)
    }
  })
})

describe.each(ownCalls)('%s', (name) => {
  test('is refused with 403 to members whose role does not allow it (accounts-13)', async () => {
    const allowed = canCall[name] ?? runners
    for (const role of memberRoles.filter((memberRole) => !allowed.includes(memberRole))) {
      const { status, text } = await knock(name, tokens.get(role)!)
      // Every member can leave, but not remove another one.
      expect(status, role).toBe(403)
      expect(text, role).not.toContain('Siddiqui')
    }
  })
})

test('others can’t create a fundraiser for an unverified charity, as for an unknown one (content-21)', async () => {
  const begin = (organizationId: string) =>
    ask(installation, tokens.get('other owner')!, 'POST', '/v4/fundraisers', {
      organizationId,
      title: 'Water',
      category: 'water',
      currency: 'GBP',
    })
  const [refused, unknown] = [await begin(charity.id), await begin('999999')]
  expect(refused.status).toBe(400)
  expect(refused.text).not.toMatch(/Zuhur|zuhur/)
  expect(refused.body['fields']).toEqual(unknown.body['fields'])
  expect(Object.keys(refused.body['fields'] ?? {})).toEqual(['organizationId'])
})

test('a member who leaves or loses a role loses its permissions with the next call (accounts-13)', async () => {
  const admin = await aMemberOf(installation, charity.id, 'admin')
  const path = `${charity.path}/verification`
  expect((await ask(installation, admin.token, 'GET', path)).status).toBe(200)
  const member = `${charity.path}/members/${admin.viewer.accountId}`
  expect((await ask(installation, charity.token, 'PATCH', member, { role: 'editor' })).status).toBe(200)
  expect((await ask(installation, admin.token, 'GET', path)).status).toBe(403)
  expect((await ask(installation, charity.token, 'DELETE', member)).status).toBe(200)
  expect((await ask(installation, admin.token, 'GET', path)).status).toBe(404)
})

/** POST calls that only read. */
const readingByPost: readonly string[] = [
  'POST /api/projectadmin/requirementsCheck',
  'POST /v4/campaigns/:campaignId/donations/export',
  'POST /v4/organizations/:organizationId/donations/export',
  'POST /v4/organizations/:organizationId/donors/export',
  'POST /v4/campaigns/:campaignId/claims/export',
  'POST /v4/campaigns/:campaignId/claims/:donationId/emergency',
]
/** Changes that a member can still make after the closing. */
const stillAllowed: readonly string[] = [
  // Every member can leave.
  'DELETE /v4/organizations/:organizationId/members/:accountId',
  // A member's name in the team, and their link.
  'PATCH /v4/campaigns/:campaignId/team/:accountId',
  'DELETE /v4/campaigns/:campaignId/team/:accountId',
  'POST /v4/referers/:campaignId',
]

describe('a closed charity (content-34)', () => {
  const dayMs = 86_400_000
  const before = new Map<string, number>()
  const owner = () => tokens.get('owner')!
  const reading = calls.filter(([name]) => name.startsWith('GET ') || readingByPost.includes(name))
  const changing = calls.filter(([name]) => !reading.some(([read]) => read === name) && !stillAllowed.includes(name))
  const closedAt = (instant: Date | null) =>
    installation.app.db
      .updateTable('organizations.organization')
      .set({ closed_at: instant, ...(instant ? { verification_state: 'none' as const } : {}) })
      .where('id', '=', BigInt(charity.id))
      .execute()

  test('can still be read by its members, but not changed', async () => {
    for (const [name] of reading) before.set(name, (await knock(name, owner())).status)
    await closedAt(new Date())
    const answered: string[] = []
    for (const [name] of reading) {
      const { status } = await knock(name, owner())
      if (status !== before.get(name)) answered.push(`${name}: ${before.get(name)} then ${status}`)
    }
    for (const [name] of changing) {
      const { status, body } = await knock(name, owner())
      const { code } = body as { readonly code?: string }
      if (status < 400 || status >= 500 || (status === 409 && code !== 'charity-closed'))
        answered.push(`${name}: ${status} ${code}`)
    }
    expect(answered).toEqual([])
    expect([reading.length > 20, changing.length > 40]).toEqual([true, true])
  })
  test('is not found after 90 days', async () => {
    await closedAt(new Date(Date.now() - 90 * dayMs))
    const answered: string[] = []
    for (const [name] of calls.filter(([text]) => !stillAllowed.includes(text))) {
      const { status } = await knock(name, owner())
      if (status !== 404) answered.push(`${name}: ${status}`)
    }
    expect(answered).toEqual([])
  })
})
