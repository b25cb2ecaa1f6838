import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { parseForm } from '#sandbox/form.ts'
import { faultsOfRequest, type SentRequest } from '#tests/support/stripe/published-calls.ts'
import type { PaymentProvider } from '../../port.ts'
import { sandboxProvider } from '../sandbox/provider.ts'
import { stripeProvider } from './provider.ts'

/** A response that every mapping of the adapter accepts. */
const response = {
  id: 'x_1',
  status: 'succeeded',
  amount: 2000,
  amount_received: 2000,
  currency: 'usd',
  latest_charge: 'ch_1',
  metadata: {},
  object: 'list',
  data: [],
  has_more: false,
  country: 'US',
  supported_payment_currencies: ['usd'],
}

const requests: SentRequest[] = []
const server = http.createServer((request, answer) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
    const fields = parseForm(request.method === 'GET' ? search.slice(1) : body)
    requests.push({ method: request.method ?? '', path: pathname, fields })
    answer.end(JSON.stringify(response))
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const instant = new Date('2026-11-22T12:00:00Z')
const settings = { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec_1', clock: () => instant }

/** Returns the same functions, which note their names when they are called. */
const watched = <T extends object>(api: T, called: Set<string>): T =>
  Object.fromEntries(
    Object.entries(api).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value]
      return [name, (...args: unknown[]) => (called.add(name), (value as (...given: unknown[]) => unknown)(...args))]
    }),
  ) as T
const functionsOf = (api: object): string[] =>
  Object.entries(api).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))

/** Sends every request that the adapter can send, in every variant of its parameters. */
async function sendAll(provider: PaymentProvider): Promise<void> {
  const { vault, refunds } = provider
  const intent = { key: 'k', description: 'Wells, Orphans', metadata: { campaign: 'c_1' } }
  await provider.createIntent({ ...intent, amount: money(2000n, 'USD') })
  await provider.createIntent({ ...intent, amount: money(70_000n, 'UGX'), customerId: 'cus_1', metadata: {} })
  await provider.createIntent({ ...intent, amount: money(5120n, 'KWD'), isBankDebit: true })
  await provider.setCustomer('pi_1', 'cus_1')
  const confirmation = { key: 'k', providerIntentId: 'pi_1', returnUrl: 'https://give.example/v4/basket?gift=1' }
  for (const method of ['pm_1', 'ctoken_1'])
    for (const keepForLater of [true, false])
      for (const canRunScript of [true, false])
        await provider.confirm({ ...confirmation, method, keepForLater, canRunScript })
  await provider.confirm({ ...confirmation, method: 'pm_1', keepForLater: false, isOffSession: true })
  const mandate = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0', at: instant }
  await provider.confirm({ ...confirmation, method: 'ctoken_1', keepForLater: false, mandate })
  await provider.lookUp('pi_1')
  await provider.cancel('pi_1')
  await provider.chargesSince(instant)
  for (const token of ['pm_1', 'ctoken_1']) {
    await provider.readWallet(token)
    await provider.readBankAccount(token)
  }
  await vault.createCustomer({ key: 'k', owner: { account: 'a_1' } })
  await vault.createCustomer({ key: 'k', owner: { plan: 'p_1' } })
  await vault.setUp({ key: 'k', customerId: 'cus_1', method: 'pm_1', returnUrl: 'https://give.example/account/cards' })
  await vault.lookUpSetup('seti_1')
  await vault.cancelSetup('seti_1')
  await vault.methodsOf('cus_1')
  await vault.readCard('pm_1')
  await vault.detach('pm_1')
  await provider.findAccountProblems?.({ webhookUrl: 'https://give.example/v4/webhooks/stripe', currencies: ['USD'] })
  await refunds.create({ key: 'k', providerIntentId: 'pi_1', amount: money(2000n, 'USD'), reference: 'r_1' })
  await refunds.listForIntent('pi_1')
  await refunds.listSince(instant)
}

/** The adapter's own report, the reading of a webhook and a link don't call Stripe's API. */
const withoutRequest = ['paymentUrl', 'readWebhook', 'reportCharges']

test.each([
  ['Stripe', () => stripeProvider({ ...settings, name: 'stripe', apiUrl: url })],
  ['the sandbox', () => sandboxProvider({ ...settings, name: 'sandbox', url })],
])('every request to %s has only parameters and values that the types of its SDK have', async (_name, create) => {
  const provider = create()
  const called = new Set<string>()
  requests.length = 0
  const { vault, refunds } = provider
  await sendAll({
    ...watched(provider, called),
    vault: watched(vault, called),
    refunds: watched(refunds, called),
  })
  const all = [provider, vault, refunds].flatMap(functionsOf).filter((name) => !withoutRequest.includes(name))
  expect(all.filter((name) => !called.has(name))).toEqual([])
  expect(requests.length).toBeGreaterThan(30)
  expect(requests.flatMap(faultsOfRequest)).toEqual([])
})

test.each([
  [{ method: 'POST', path: '/v1/payment_intents', fields: { amount: '1', currency: 'usd', amuont: '1' } }, 'amuont'],
  [{ method: 'POST', path: '/v1/payment_intents', fields: { amount: 'one', currency: 'usd' } }, 'amount'],
  [{ method: 'POST', path: '/v1/payment_intents', fields: { currency: 'usd' } }, 'amount is missing'],
  [{ method: 'POST', path: '/v1/payment_intents/pi_1/confirm', fields: { use_stripe_sdk: 'yes' } }, 'use_stripe_sdk'],
  [{ method: 'POST', path: '/v1/payment_intents/pi_1/confirm', fields: { setup_future_usage: 'later' } }, 'usage'],
  [
    {
      method: 'POST',
      path: '/v1/payment_intents/pi_1/confirm',
      fields: { mandate_data: { customer_acceptance: { type: 'online', online: { ip: '192.0.2.1' } } } },
    },
    'online',
  ],
  [{ method: 'GET', path: '/v1/refunds', fields: { created: { since: '1' } } }, 'since'],
  [{ method: 'POST', path: '/v1/payment_intents/pi_1/conclude', fields: {} }, "isn't published"],
])('a request that the types of the SDK don’t have is found: %j', (request, fault) => {
  expect(faultsOfRequest(request).join()).toContain(fault)
})
