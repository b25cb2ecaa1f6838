import { afterEach, expect, test } from 'vitest'
import { type FakeResponse, startFake } from '#tests/support/fake-http.ts'
import { wantedNotices } from '../../rules/notices.ts'
import { stripeProvider } from './provider.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const webhookUrl = 'https://give.example.org/webhooks/payments'
const account = {
  id: 'acct_1',
  object: 'account',
  country: 'GB',
  charges_enabled: true,
  capabilities: { card_payments: 'active' },
}
const countrySpec = { id: 'GB', object: 'country_spec', supported_payment_currencies: ['gbp', 'usd', 'eur'] }
const endpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  api_version: '2026-10-28.endive',
  enabled_events: [...wantedNotices],
  status: 'enabled',
  url: webhookUrl,
}
const endpoints = (...data: object[]) => ({
  body: { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data },
})

/** Returns what is wrong with an account whose calls get these responses. */
async function problemsOf(over: Readonly<Record<string, FakeResponse>> = {}) {
  const replies: Readonly<Record<string, FakeResponse>> = {
    '/v1/account': { body: account },
    '/v1/country_specs/GB': { body: countrySpec },
    '/v1/webhook_endpoints': endpoints(endpoint),
    ...over,
  }
  const keys = new Set<string | undefined>()
  const { url, stop } = await startFake(0, (request) => {
    keys.add(request.headers.authorization)
    return replies[request.url.pathname] ?? { status: 404, body: {} }
  })
  stops.push(stop)
  const { findAccountProblems } = stripeProvider({
    name: 'stripe',
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    apiUrl: url,
    clock: () => new Date(),
  })
  const problems = await findAccountProblems!({ webhookUrl, currencies: ['GBP', 'USD'] })
  expect([...keys]).toEqual(['Bearer sk_test_1'])
  return problems.join('\n')
}

test('a complete account has no problem', async () => {
  expect(await problemsOf()).toBe('')
  const all = { ...endpoint, enabled_events: ['*'], api_version: '2026-12-01.endive' }
  expect(await problemsOf({ '/v1/webhook_endpoints': endpoints(all) })).toBe('')
})

test('currencies that the account can’t charge are named', async () => {
  const reply = { body: { ...countrySpec, supported_payment_currencies: ['gbp'] } }
  expect(await problemsOf({ '/v1/country_specs/GB': reply })).toMatch(/^an account in GB can’t charge USD: /)
})

test('a restricted account is named with what to do', async () => {
  const body = { ...account, charges_enabled: false, requirements: { disabled_reason: 'requirements.past_due' } }
  expect(await problemsOf({ '/v1/account': { body } })).toMatch(/can’t charge \(requirements\.past_due\): complete/)
  const inactive = { ...account, capabilities: { card_payments: 'pending' } }
  expect(await problemsOf({ '/v1/account': { body: inactive } })).toMatch(/card payments are pending: activate/)
})

test('a webhook endpoint is compared with ours in address, state, events and version', async () => {
  const listed = (over: object) => problemsOf({ '/v1/webhook_endpoints': endpoints({ ...endpoint, ...over }) })
  expect(await listed({ url: 'https://other.example' })).toMatch(
    /^no webhook endpoint for .*snapshot events.*review\.opened/,
  )
  expect(await listed({ status: 'disabled' })).toMatch(/is disabled: enable it/)
  const enabled_events = wantedNotices.filter((event) => !event.startsWith('radar'))
  expect(await listed({ enabled_events })).toBe(
    'the webhook endpoint lacks the events radar.early_fraud_warning.created: add them',
  )
  for (const api_version of ['2025-01-27.acacia', null])
    expect(await listed({ api_version })).toMatch(/API version .*: create it again with 2026-10-28\.endive/)
})

test('a key that may not read a part says so, and a wrong key fails the check', async () => {
  const error = (status: number, message: string) => ({
    status,
    body: { error: { type: 'invalid_request_error', message } },
  })
  expect(await problemsOf({ '/v1/webhook_endpoints': error(403, 'no permission') })).toMatch(
    /^STRIPE_SECRET_KEY may not read webhook endpoints/,
  )
  await expect(problemsOf({ '/v1/account': error(401, 'Invalid API Key provided') })).rejects.toThrow('Invalid API Key')
})
