import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { type Sandbox, startSandbox } from '#sandbox/index.ts'
import { sandboxProvider } from '../sandbox/provider.ts'
import { stripeProvider } from './provider.ts'

const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' }
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ ...keys, allowedOrigins: ['http://localhost:3000'] })
})
afterAll(() => sandbox.stop())

const providers = () => {
  const settings = { ...keys, webhookSecret: 'whsec_1', clock: () => new Date() }
  return {
    stripe: stripeProvider({ ...settings, name: 'stripe', apiUrl: sandbox.url }),
    sandbox: sandboxProvider({ ...settings, name: 'sandbox', url: sandbox.url }),
  }
}

async function challengingCard(): Promise<string> {
  const response = await fetch(`${sandbox.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': '4000000000003220',
      'card[exp_month]': '4',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    }),
  })
  return ((await response.json()) as { id: string }).id
}

const returnUrl = 'https://give.example/v4/basket?gift=1'

test.each([
  ['stripe', true, 'script'],
  ['stripe', false, 'page'],
  ['sandbox', true, 'page'],
  ['sandbox', false, 'page'],
] as const)(
  '%s, with a script in the page: %s, shows the challenge as a %s [payments-9]',
  async (name, canRunScript, shown) => {
    const provider = providers()[name]
    const key = `${name}-${canRunScript}`
    const created = await provider.createIntent({
      key,
      amount: money(2000n, 'USD'),
      description: 'Wells',
      metadata: {},
    })
    const outcome = await provider.confirm({
      key: `${key}-confirm`,
      providerIntentId: 'providerIntentId' in created ? created.providerIntentId : '',
      method: await challengingCard(),
      returnUrl,
      keepForLater: false,
      canRunScript,
    })
    expect(outcome).toMatchObject({
      kind: 'challenge',
      url: shown === 'page' ? expect.stringContaining(`${sandbox.url}/3ds/`) : '',
      clientSecret: expect.stringContaining('_secret_'),
    })
  },
)

test('a card that is being saved is confirmed in Stripe’s dialog, and on the sandbox’s page [payments-9]', async () => {
  for (const [name, url] of [
    ['stripe', ''],
    ['sandbox', expect.stringContaining('/3ds/')],
  ] as const) {
    const { vault } = providers()[name]
    const customer = await vault.createCustomer({ key: `${name}-customer`, owner: { account: name } })
    const { state } = await vault.setUp({
      key: `${name}-setup`,
      customerId: 'customerId' in customer ? customer.customerId : '',
      method: await challengingCard(),
      returnUrl,
    })
    expect(state).toMatchObject({ kind: 'challenge', url, clientSecret: expect.stringContaining('_secret_') })
  }
})
