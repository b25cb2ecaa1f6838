import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { contract } from '#modules/contract.ts'
import { ask } from '#modules/organizers/charities/testing.ts'
import { aPlanOf } from '#modules/recurring/subscriptions/testing.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { sampleInput } from './support/sample-input.ts'

/** Fields that name a campaign, its level or plan, or its charity. */
const naming: readonly string[] = ['campaignId', 'slug', 'subdomain', 'givingPlanId']
/** Calls whose `id` is a campaign's. */
const byId: readonly string[] = [
  'POST /api/projectapi/rewards',
  'GET /api/donate/minimumProjectForDonation/:id',
  'POST /api/projectapi/statsPanel',
  'POST /api/projectapi/shareInfo',
  'GET /api/projectapi/donationDetails/:id',
  'POST /api/projectapi/donors',
]
/** Calls that refuse with another error before anything is charged (content-5), or that name something else. */
const exempt: Readonly<Record<string, string>> = {
  'POST /api/donate/donate/:campaignId': 'charity-not-verified',
  'POST /v4/quotes': 'charity-not-verified',
  'POST /v4/subscriptions': 'charity-not-verified',
  'POST /v4/subscriptions/preview': 'charity-not-verified',
  'POST /v4/reports': 'answers every id the same',
  'POST /v4/donations/comment': 'words of a donor on their own donation',
  'GET /v4/referral-codes/:code': 'of a code',
  'GET /v4/events/by-slug/:slug': 'of an event',
  'PATCH /v4/campaigns/:campaignId/comments/:commentId': 'words of a donor',
  'DELETE /v4/campaigns/:campaignId/comments/:commentId': 'words of a donor',
  'GET /v4/former-subdomains/:subdomain': 'of a former subdomain',
  'GET /v4/organizations/by-subdomain/:subdomain/reports/:reportId': 'of a report',
}

const calls = (Object.entries(contract) as [string, Endpoint][]).filter(([name, { access, input }]) => {
  if (access !== 'anyone' && access !== 'guest') return false
  if (byId.includes(name)) return true
  const shape = (input as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {}
  return !(name in exempt) && Object.keys(shape).some((field) => naming.includes(field))
})

/** Public lists, which omit campaigns of such a charity. */
const lists = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([name, { access }]) => access === 'anyone' && name.startsWith('GET ') && !name.includes('/:'),
)

let installation: TestApp
let charity: Awaited<ReturnType<typeof anOrganization>>
let known: Record<string, string>
beforeAll(async () => {
  installation = await createTestApp()
  charity = await anOrganization(installation.app, {
    name: 'Zuhur of Zanzibar',
    slug: 'zuhur',
    verified_at: new Date(),
  })
  const campaign = await aCampaign(installation.app, {
    organization_id: charity.id,
    slug: 'zuhur-wells',
    name: 'Zuhur wells',
    ends_at: null,
    zakat_verified: true,
  })
  await aLevel(installation.app, campaign.id)
  const id = String(campaign.id)
  known = {
    id,
    campaignId: id,
    slug: 'zuhur-wells',
    subdomain: 'zuhur',
    givingPlanId: await aPlanOf(installation.app, campaign.id),
    agent: 'twitter',
  }
})
afterAll(() => installation.close())

async function call(name: string) {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const { input } = (contract as Readonly<Record<string, Endpoint>>)[name]!
  const sent = Object.fromEntries(
    Object.entries({ ...sampleInput(input, known), ...optional(input) }).map(([key, value]) => [
      key,
      known[key] ?? value,
    ]),
  )
  const url = path.replace(/:(\w+)/g, (_, key: string) => String(sent[key]))
  const query = new URLSearchParams(
    Object.entries(sent)
      .filter(([key]) => !path.includes(`:${key}`))
      .map(([key, value]) => [key, String(value)]),
  )
  return method === 'GET' ? ask(installation, '', method, `${url}?${query}`) : ask(installation, '', method, url, sent)
}
/** Returns values for the optional naming fields of a call. */
const optional = (input: Endpoint['input']) => {
  const shape = (input as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {}
  return Object.fromEntries(naming.filter((field) => field in shape).map((field) => [field, known[field]]))
}

const set = (state: 'none' | 'rejected', closedAt: Date | null = null) =>
  installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: state, closed_at: closedAt })
    .where('id', '=', charity.id)
    .execute()
/** Waits until the cache of campaigns, which is at most a second old, has expired. */
const expire = () => new Promise((resolve) => setTimeout(resolve, 1100))

describe('public calls about a campaign (content-27)', () => {
  const found = new Set<string>()
  test('find it while its charity is public', async () => {
    for (const [name] of calls) {
      const { status } = await call(name)
      if (status !== 404) found.add(name)
    }
    // This charity has no published page.
    expect(calls.map(([name]) => name).filter((name) => !found.has(name))).toEqual([
      'GET /v4/organizations/:subdomain/hosted-pages/:slug',
    ])
  })
  test.each([
    ['rejected', 'rejected', null],
    ['closed', 'none', new Date()],
  ] as const)('are 404, and lists omit it, once its charity is %s', async (_, state, closedAt) => {
    await set(state, closedAt)
    await expire()
    const answered: string[] = []
    for (const [name] of calls) {
      const { status, text } = await call(name)
      if (status !== 404 || /zuhur/i.test(text)) answered.push(`${name}: ${status} ${text.slice(0, 80)}`)
    }
    for (const [name] of lists) {
      const { status, text } = await call(name)
      if (status >= 500 || /zuhur/i.test(text)) answered.push(`${name}: ${status} ${text.slice(0, 80)}`)
    }
    expect(answered).toEqual([])
  })
})
