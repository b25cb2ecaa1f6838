import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#modules/contract.ts'
import { memberRoles, type MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { aMemberOf, ask, aSignedUpCharity, aWholeForm, completeForm } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { aPdf } from './support/upload-corpus.ts'

/** Every call about one charity that isn't public or staff's; new ones are here without a line of their own. */
const calls = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([name, { access }]) => access === 'signed-in' && name.includes('/v4/organizations/:organizationId'),
)

/** What a call must be sent to get as far as asking whose charity it is. */
const bodies: Readonly<Record<string, object>> = {
  'PUT /v4/organizations/:organizationId/verification': { version: 1, form: aWholeForm() },
  'POST /v4/organizations/:organizationId/documents': {
    kind: 'other',
    name: 'a.pdf',
    file: aPdf('% of another').toString('base64'),
  },
  'POST /v4/organizations/:organizationId/members/invitations': { email: 'new@example.org', role: 'editor' },
  'PATCH /v4/organizations/:organizationId/members/:accountId': { role: 'editor' },
  'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision': { decision: 'reject' },
}

/** The roles that may do it in their own charity. */
const mayCall: Readonly<Record<string, readonly MemberRole[]>> = {
  'GET /v4/organizations/:organizationId': memberRoles,
  'POST /v4/organizations/:organizationId/ownership': ['owner'],
  'GET /v4/organizations/:organizationId/bank-details': ['owner', 'admin', 'finance'],
  'PUT /v4/organizations/:organizationId/bank-details': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision': ['owner', 'admin', 'finance'],
  'GET /v4/organizations/:organizationId/reports': ['owner', 'admin', 'finance'],
  'POST /v4/organizations/:organizationId/reports': ['owner', 'admin', 'finance'],
  'DELETE /v4/organizations/:organizationId/reports/:reportId': ['owner', 'admin', 'finance'],
}
const runners: readonly MemberRole[] = ['owner', 'admin']

let house: TestApp
let charity: Awaited<ReturnType<typeof aSignedUpCharity>>
let values: Record<string, string>
const tokens = new Map<string, string>()
beforeAll(async () => {
  house = await createTestApp()
  charity = await aSignedUpCharity(house, { name: 'Zuhur of Zanzibar' })
  await completeForm(house, charity, aWholeForm({ legalName: 'Zuhur of Zanzibar' }))
  const other = await aSignedUpCharity(house, { name: 'Bayt of Bradford' })
  for (const role of memberRoles) tokens.set(`other ${role}`, (await aMemberOf(house, other.id, role)).token)
  tokens.set('an account', (await aSession(house.app, { isConfirmed: true })).token)
  for (const role of memberRoles) tokens.set(role, (await aMemberOf(house, charity.id, role)).token)
  const { body } = await ask(house, charity.token, 'POST', `${charity.path}/verification/requests`)
  const { documents, request } = body as unknown as { documents: [{ id: string }]; request: { id: string } }
  const member = await aMemberOf(house, charity.id, 'editor')
  values = {
    organizationId: charity.id,
    documentId: documents[0].id,
    requestId: request.id,
    accountId: member.viewer.accountId,
    invitationId: '00000000-0000-7000-8000-000000000000',
    detailsId: '00000000-0000-7000-8000-000000000000',
    reportId: '00000000-0000-7000-8000-000000000000',
  }
})
afterAll(() => house.close())

async function knock(name: string, token: string) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const url = path.replace(/:(\w+)/g, (_, key: string) => {
    expect(values, `a value for :${key} of ${name}`).toHaveProperty(key)
    return values[key]!
  })
  const payload =
    name === 'POST /v4/organizations/:organizationId/ownership' ? { accountId: values.accountId } : (bodies[name] ?? {})
  return ask(house, token, method, url, payload)
}

test('there are calls to ask', () => {
  expect(calls.length).toBeGreaterThan(12)
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

  test('is refused with 403 to members whose role does not allow it (accounts-13)', async () => {
    const allowed = mayCall[name] ?? runners
    for (const role of memberRoles.filter((each) => !allowed.includes(each))) {
      const { status, text } = await knock(name, tokens.get(role)!)
      // Leaving is everyone's own; a member may not remove another.
      expect(status, role).toBe(403)
      expect(text, role).not.toContain('Siddiqui')
    }
  })
})

test('someone who leaves or loses a role loses its rights with the next call (accounts-13)', async () => {
  const admin = await aMemberOf(house, charity.id, 'admin')
  const path = `${charity.path}/verification`
  expect((await ask(house, admin.token, 'GET', path)).status).toBe(200)
  const member = `${charity.path}/members/${admin.viewer.accountId}`
  expect((await ask(house, charity.token, 'PATCH', member, { role: 'editor' })).status).toBe(200)
  expect((await ask(house, admin.token, 'GET', path)).status).toBe(403)
  expect((await ask(house, charity.token, 'DELETE', member)).status).toBe(200)
  expect((await ask(house, admin.token, 'GET', path)).status).toBe(404)
})
