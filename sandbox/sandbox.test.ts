import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import http from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNumbers } from './cards.ts'
import { type Sandbox, startSandbox } from './index.ts'

const secretKey = 'sk_sandbox_test'
const webhookSecret = 'whsec_test'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-sandbox-'))
const heard: Stripe.Event[] = []
let sandbox: Sandbox
let listener: http.Server
const hosts = new Set<string | undefined>()
let stripe: Stripe

const connect = (to: Sandbox, timeout = 5000) =>
  new Stripe(secretKey, {
    host: '127.0.0.1',
    port: to.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    timeout,
  })
const open = (webhookUrl?: string, seed = 'test') =>
  startSandbox({
    folder,
    secretKey,
    publishableKey: 'pk_test',
    allowedOrigins: ['http://localhost:3000'],
    faults: true,
    // Long enough for a busy machine.
    holdMs: 1500,
    seed,
    ...(webhookUrl ? { webhook: { url: webhookUrl, host: 'give.example.org', secret: webhookSecret } } : {}),
  })

beforeAll(async () => {
  listener = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      hosts.add(request.headers.host)
      heard.push(stripe.webhooks.constructEvent(body, request.headers['stripe-signature'] as string, webhookSecret))
      response.end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  sandbox = await open(`http://127.0.0.1:${(listener.address() as { port: number }).port}`)
  stripe = connect(sandbox)
})
afterAll(async () => {
  await sandbox.stop()
  listener.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const create = (amount = 2320, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    capture_method: 'automatic',
    allowed_payment_method_types: ['card'],
    ...more,
  })
const cardOf = async (number: string) =>
  (
    await stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2034, cvc: '123' } as never,
    })
  ).id
const pay = async (number: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
  const intent = await create(2320, more)
  return stripe.paymentIntents.confirm(intent.id, {
    payment_method: await cardOf(number),
    return_url: 'http://localhost:3000/back',
    expand: ['latest_charge.balance_transaction'],
  })
}
const charges = () => sandbox.gateway.store.truth

test('an intent is harmless until it is confirmed, and then charges exactly its amount', async () => {
  const before = charges().size
  const intent = await create()
  expect(intent.status).toBe('requires_payment_method')
  expect(charges().size).toBe(before)
  const response = await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge.balance_transaction'],
  })
  expect(response).toMatchObject({ status: 'succeeded', amount_received: 2320 })
  const charge = response.latest_charge as Stripe.Charge
  expect((charge.balance_transaction as Stripe.BalanceTransaction).fee).toBe(97)
  expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
  expect(charges().size).toBe(before + 1)
})

test('a charge with asynchronous capture, the default, has no fee in its response', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 2320,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  expect(intent.capture_method).toBe('automatic_async')
  const response = await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge.balance_transaction'],
  })
  expect(response).toMatchObject({ status: 'succeeded', latest_charge: { balance_transaction: null } })
})

const challenged = Object.entries(testNumbers).filter(([, behaviour]) => behaviour.startsWith('challenge'))
const refused = Object.entries(testNumbers).filter(
  ([, behaviour]) =>
    /insufficient-funds$|expired|processing-error|incorrect-cvc|^declined|lost|stolen|fraudulent|^fails-later/.test(
      behaviour,
    ) && !behaviour.startsWith('challenge'),
)

test.each(refused)('card %s is refused: %s', async (number) => {
  const before = charges().size
  await expect(pay(number)).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402 })
  expect(charges().size).toBe(before)
})

test.each(challenged)('card %s requires a challenge: %s', async (number, behaviour) => {
  const before = charges().size
  const response = await pay(number)
  expect(response.status).toBe('requires_action')
  expect(charges().size).toBe(before)
  const url = response.next_action!.redirect_to_url!.url!
  expect(await (await fetch(url)).text()).toContain('23.20 USD')
  await fetch(`${url}/approve`, { method: 'POST' })
  const after = await stripe.paymentIntents.retrieve(response.id)
  expect(after.status).toBe(/declined|insufficient|error/.test(behaviour) ? 'requires_payment_method' : 'succeeded')
})

test('a declined challenge charges nothing, and another card can be tried', async () => {
  const response = await pay('4000000000003220')
  const url = response.next_action!.redirect_to_url!.url!
  await fetch(`${url}/decline`, { method: 'POST' })
  expect(await stripe.paymentIntents.retrieve(response.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  expect((await stripe.paymentIntents.confirm(response.id, { payment_method: 'pm_card_visa' })).status).toBe(
    'succeeded',
  )
  expect(await (await fetch(url)).text()).toContain('no longer open')
})

test('the card fields refuse an invalid number', async () => {
  await expect(cardOf('4242424242424241')).rejects.toMatchObject({ code: 'incorrect_number' })
})

test('an unknown path gets an error response', async () => {
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port: sandbox.port, path }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        .on('error', reject)
    })
  expect(await Promise.all(['//', '/?%', '/%00', '/v1/payment_intents?%zz', '/3ds/none?a?b'].map(statusOf))).toEqual([
    200, 200, 404, 401, 404,
  ])
})

test('a repeated key is replayed, refused with other parameters, and in use while in progress', async () => {
  const params = { amount: 500, currency: 'usd' }
  const [a, b] = [
    await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' }),
    await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' }),
  ]
  expect(b.id).toBe(a.id)
  expect(b.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(
    stripe.paymentIntents.create({ ...params, amount: 501 }, { idempotencyKey: 'k1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  const slow = await create(500, { metadata: { sandbox_fault: 'flt_slow_30s' } })
  const first = stripe.paymentIntents.confirm(slow.id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k2' })
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect(
    stripe.paymentIntents.confirm(slow.id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'k2' }),
  ).rejects.toMatchObject({ statusCode: 409 })
  expect((await first).status).toBe('succeeded')
})

test('a cancelled intent never charges, and a charged one is not cancelled', async () => {
  const intent = await create()
  expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
  await expect(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const response = await pay('4242424242424242')
  await expect(stripe.paymentIntents.cancel(response.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('webhooks are signed and sent as often as configured, for the configured host', async () => {
  const once = await pay('4242424242424242')
  const often = await pay('4242424242424242', { metadata: { sandbox_fault: 'flt_dup_webhook_x5' } })
  const never = await pay('4242424242424242', { metadata: { sandbox_fault: 'flt_webhook_never' } })
  const notices = (id: string) =>
    heard.filter(
      (event) => event.type === 'payment_intent.succeeded' && (event.data.object as Stripe.PaymentIntent).id === id,
    ).length
  await expect.poll(() => [notices(once.id), notices(often.id)]).toEqual([1, 5])
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect([notices(once.id), notices(often.id), notices(never.id)]).toEqual([1, 5, 0])
  expect([...hosts]).toEqual(['give.example.org'])
})

describe('faults', () => {
  const faulty = (fault: string) => create(2320, { metadata: { sandbox_fault: fault } })
  const impatient = () => connect(sandbox, 600)
  test('a response can be lost after the charge and before it', async () => {
    for (const [fault, charged] of [
      ['flt_timeout_after_charge', true],
      ['flt_timeout_before_charge', false],
    ] as const) {
      const intent = await faulty(fault)
      await expect(
        impatient().paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
      ).rejects.toMatchObject({ type: 'StripeConnectionError' })
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(
        charged ? 'succeeded' : 'requires_payment_method',
      )
    }
  })
  test('it can answer 500 after charging, abort a response, or answer 429', async () => {
    for (const fault of ['flt_500_after_charge', 'flt_reset_mid_body', 'flt_429']) {
      const intent = await faulty(fault)
      await expect(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).rejects.toThrow()
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(
        fault === 'flt_429' ? 'requires_payment_method' : 'succeeded',
      )
    }
  })
  test('it can charge another amount', async () => {
    const intent = await faulty('flt_amount_mismatch')
    expect((await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).amount_received).toBe(
      2321,
    )
  })
})

test('refunds never exceed the charge', async () => {
  const response = await pay('4242424242424242')
  await stripe.refunds.create({ payment_intent: response.id, amount: 2000 })
  await expect(stripe.refunds.create({ payment_intent: response.id, amount: 321 })).rejects.toThrow(/greater/)
  expect((await stripe.refunds.create({ payment_intent: response.id })).amount).toBe(320)
  await expect(stripe.refunds.create({ payment_intent: response.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
})

test('a refund is made once for its key, is found by its payment, and sends a webhook', async () => {
  const [response, other] = [await pay('4242424242424242'), await pay('4242424242424242')]
  const ask = () =>
    stripe.refunds.create(
      { payment_intent: response.id, amount: 100, metadata: { refund: 'ours' } },
      { idempotencyKey: 'one-refund' },
    )
  const [first, again] = [await ask(), await ask()]
  expect(again.id).toBe(first.id)
  await stripe.refunds.create({ payment_intent: other.id })
  const listed = await stripe.refunds.list({ payment_intent: response.id })
  expect(listed.data.map(({ id, status, metadata }) => [id, status, metadata])).toEqual([
    [first.id, 'succeeded', { refund: 'ours' }],
  ])
  await expect
    .poll(() =>
      heard.some((event) => event.type === 'refund.created' && (event.data.object as Stripe.Refund).id === first.id),
    )
    .toBe(true)
  await expect
    .poll(() =>
      heard.some(
        (event) =>
          event.type === 'charge.refunded' && (event.data.object as Stripe.Charge).payment_intent === response.id,
      ),
    )
    .toBe(true)
})

test('a refund can be pending, succeed or be returned later; a disputed amount isn’t refunded', async () => {
  for (const [number, before, after] of [
    ['4000000000007726', 'pending', 'succeeded'],
    ['4000000000005126', 'succeeded', 'failed'],
  ] as const) {
    const response = await pay(number)
    const refund = await stripe.refunds.create({ payment_intent: response.id })
    expect(refund.status).toBe(before)
    await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe(after)
    const charge = await stripe.charges.retrieve(refund.charge as string)
    expect(charge.amount_refunded).toBe(after === 'failed' ? 0 : 2320)
  }
  const disputed = await pay('4000000000000259')
  await expect(stripe.refunds.create({ payment_intent: disputed.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

test('after a lost response, the same key returns the refund', async () => {
  const response = await pay('4242424242424242')
  await fetch(`${sandbox.url}/admin/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'match=next_refund&fault=flt_timeout_after_charge',
  })
  const ask = (timeout: number) =>
    connect(sandbox, timeout).refunds.create({ payment_intent: response.id }, { idempotencyKey: 'lost-refund' })
  await expect(ask(100)).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect((await stripe.refunds.list({ payment_intent: response.id })).data).toHaveLength(1)
  await expect.poll(async () => (await ask(2000).catch(() => undefined))?.amount).toBe(2320)
  expect((await stripe.refunds.list({ payment_intent: response.id })).data).toHaveLength(1)
})

test('a card that was set up requires no challenge again', async () => {
  const method = await cardOf('4000002500003155')
  const setup = await stripe.setupIntents.create({})
  const response = await stripe.setupIntents.confirm(setup.id, { payment_method: method })
  await fetch(`${response.next_action!.redirect_to_url!.url!}/approve`, { method: 'POST' })
  expect((await stripe.setupIntents.retrieve(setup.id)).status).toBe('succeeded')
  const intent = await create()
  expect((await stripe.paymentIntents.confirm(intent.id, { payment_method: method, off_session: true })).status).toBe(
    'succeeded',
  )
})

test('a saved card works with its customer only, is listed there, and does not work once detached', async () => {
  const [one, other] = [await stripe.customers.create({}), await stripe.customers.create({})]
  const response = await create(2320, { customer: one.id })
  const paid = await stripe.paymentIntents.confirm(response.id, {
    payment_method: await cardOf('4242424242424242'),
    setup_future_usage: 'off_session',
  })
  const method = paid.payment_method as string
  expect((await stripe.customers.listPaymentMethods(one.id)).data.map(({ id }) => id)).toEqual([method])
  expect((await stripe.customers.listPaymentMethods(other.id)).data).toEqual([])
  for (const request of [{}, { customer: other.id }])
    await expect(
      stripe.paymentIntents.confirm((await create(100, request)).id, { payment_method: method }),
    ).rejects.toMatchObject({ param: 'payment_method' })
  await expect(
    stripe.setupIntents.create({ customer: other.id, confirm: true, payment_method: method }),
  ).rejects.toMatchObject({ param: 'payment_method' })
  const later = await stripe.paymentIntents.update((await create(100)).id, { customer: one.id })
  expect((await stripe.paymentIntents.confirm(later.id, { payment_method: method })).status).toBe('succeeded')
  await stripe.paymentMethods.detach(method)
  await expect(
    stripe.paymentIntents.confirm((await create(100, { customer: one.id })).id, { payment_method: method }),
  ).rejects.toThrow(/detached/)
  expect((await stripe.customers.listPaymentMethods(one.id)).data).toEqual([])
})

test('consent to save the card can be withdrawn with the next attempt', async () => {
  const customer = await stripe.customers.create({})
  const intent = await create(2320, { customer: customer.id })
  await expect(
    stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa_chargeDeclined',
      setup_future_usage: 'off_session',
    }),
  ).rejects.toMatchObject({ type: 'StripeCardError' })
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', setup_future_usage: '' })
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
})

test('only allowed origins may embed pages', async () => {
  const allowed = await fetch(`${sandbox.url}/elements/card?origin=http://localhost:3000`)
  expect(allowed.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
  expect((await fetch(`${sandbox.url}/elements/card?origin=https://evil.example`)).status).toBe(403)
})

test('data survives a restart, and the journal has no card number', async () => {
  const response = await pay('4242424242424242')
  await sandbox.stop()
  const journal = fs.readFileSync(path.join(folder, 'journal.jsonl'), 'utf8')
  for (const number of Object.keys(testNumbers)) expect(journal).not.toContain(number)
  sandbox = await open(undefined, 'again')
  stripe = connect(sandbox)
  expect((await stripe.paymentIntents.retrieve(response.id)).status).toBe('succeeded')
  expect([...charges().values()].filter((row) => row.payment_intent === response.id)).toHaveLength(1)
})

test('a renewed card keeps its token, sends an event, and the next charge has its new expiry', async () => {
  const method = await cardOf('4242424242424242')
  await fetch(`${sandbox.url}/admin/payment-methods/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'exp_month=1&exp_year=2040&last4=4321',
  })
  const renewed = { last4: '4321', exp_month: 1, exp_year: 2040 }
  expect((await stripe.paymentMethods.retrieve(method)).card).toMatchObject(renewed)
  const [event] = (await stripe.events.list({ limit: 1 })).data
  expect(event).toMatchObject({
    type: 'payment_method.automatically_updated',
    data: { object: { id: method, card: renewed } },
  })
  const paid = await stripe.paymentIntents.confirm((await create()).id, {
    payment_method: method,
    expand: ['latest_charge'],
  })
  expect((paid.latest_charge as Stripe.Charge).payment_method_details?.card).toMatchObject(renewed)
})
