import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { stripeProvider } from './provider.ts'

type Body = Readonly<Record<string, unknown>>
type Reply = { readonly status: number; readonly body: Body }

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a provider whose calls get these responses, by method and path; the others get none. */
async function providerWith(replies: Readonly<Record<string, Reply>>) {
  const calls: string[] = []
  const server = http.createServer((request, response) => {
    const call = `${request.method} ${(request.url ?? '').split('?')[0]}`
    calls.push(call)
    const reply = replies[call]
    if (!reply) return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': 'req_1' })
    response.end(JSON.stringify(reply.body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider = stripeProvider({
    name: 'stripe',
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 1000,
    clock: () => new Date('2026-11-28T12:00:00Z'),
  })
  return { provider, calls }
}

const refusal = (status: number, error: Body): Reply => ({ status, body: { error } })
const intent = (status: string, over: Body = {}): Reply => ({
  status: 200,
  body: {
    id: 'pi_1',
    object: 'payment_intent',
    status,
    amount: 2320,
    amount_received: status === 'succeeded' ? 2320 : 0,
    currency: 'gbp',
    client_secret: 'pi_1_secret_2',
    customer: null,
    last_payment_error: null,
    latest_charge: status === 'succeeded' ? 'ch_1' : null,
    next_action: null,
    payment_method: null,
    setup_future_usage: null,
    ...over,
  },
})

const create = 'POST /v1/payment_intents'
const confirm = 'POST /v1/payment_intents/pi_1/confirm'
const retrieve = 'GET /v1/payment_intents/pi_1'
const update = 'POST /v1/payment_intents/pi_1'

const restricted = {
  type: 'invalid_request_error',
  code: 'account_invalid',
  message: 'Your account cannot currently make live charges.',
}
const unactivated = {
  type: 'invalid_request_error',
  code: 'payment_method_unactivated',
  param: 'payment_method',
  message: 'The payment method type "us_bank_account" is not activated.',
}
const usedToken = {
  type: 'invalid_request_error',
  param: 'payment_method',
  message: 'The provided PaymentMethod was previously used without being attached to a Customer.',
}
const notPermitted = {
  type: 'invalid_request_error',
  message: 'The provided key does not have the required permissions for this endpoint.',
}
const limited = { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }
const locked = { type: 'invalid_request_error', code: 'lock_timeout', message: 'This object is locked' }
const badKey = { type: 'invalid_request_error', code: 'api_key_expired', message: 'Expired API Key provided' }

/** Confirms an intent; `after` is what its retrieval returns. */
async function confirmed(reply: Reply, after?: Reply) {
  const { provider, calls } = await providerWith({ [confirm]: reply, ...(after ? { [retrieve]: after } : {}) })
  const outcome = await provider.confirm({
    key: 'attempt',
    providerIntentId: 'pi_1',
    method: 'pm_1',
    returnUrl: 'https://give.example',
    keepForLater: false,
  })
  return { ...outcome, calls }
}

describe('a refused confirmation', () => {
  test.each([
    ['a restricted account', refusal(400, restricted), 'account_invalid'],
    ['a method that the account may not use', refusal(400, unactivated), 'payment_method_unactivated'],
    ['a key without the right', refusal(403, notPermitted), 'invalid_request'],
    [
      'a parameter without a code',
      refusal(400, { type: 'invalid_request_error', param: 'currency', message: 'Invalid currency: irr.' }),
      'invalid_currency',
    ],
  ])('because of %s is definite if the intent is unpaid', async (_name, reply, code) => {
    for (const status of ['requires_payment_method', 'requires_confirmation', 'canceled'])
      expect(await confirmed(reply, intent(status)), status).toMatchObject({
        kind: 'refused',
        code,
        reason: expect.stringContaining('req_1'),
        calls: [confirm, retrieve],
      })
  })

  test('is whatever the intent is by then, if it is paid, in progress or challenged', async () => {
    const reply = refusal(400, { ...restricted, code: 'payment_intent_unexpected_state' })
    expect(await confirmed(reply, intent('succeeded'))).toMatchObject({ kind: 'succeeded', chargeId: 'ch_1' })
    expect(await confirmed(reply, intent('processing'))).toMatchObject({ kind: 'processing' })
    expect(await confirmed(reply, intent('requires_action'))).toMatchObject({ kind: 'challenge' })
    for (const status of ['requires_capture', 'status_of_the_future'])
      expect(await confirmed(reply, intent(status)), status).toMatchObject({ kind: 'unknown' })
    const next_action = { type: 'verify_with_microdeposits' }
    expect(await confirmed(reply, intent('requires_action', { next_action }))).toMatchObject({ kind: 'unknown' })
  })

  test('stays unknown if the intent can’t be retrieved', async () => {
    const replies = [undefined, refusal(500, { type: 'api_error', message: 'Oops' }), refusal(401, badKey)]
    for (const after of [...replies, refusal(404, { ...restricted, code: 'resource_missing' })])
      expect(await confirmed(refusal(400, restricted), after)).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['a rate limit', refusal(429, limited)],
    ['an old rate limit', refusal(400, limited)],
    ['a lock', refusal(429, locked)],
    ['a lock with another status', refusal(400, locked)],
    ['an idempotency error', refusal(400, { type: 'idempotency_error', message: 'Keys are for one request' })],
    ['a concurrent request', refusal(409, { ...restricted, code: 'idempotency_key_in_use' })],
    ['an expired key', refusal(401, badKey)],
    ['an error of Stripe', refusal(500, { type: 'api_error', message: 'Oops' })],
    ['an error of Stripe with another status', refusal(400, { type: 'api_error', message: 'Oops' })],
    ['a response that isn’t Stripe’s', { status: 403, body: { message: 'Blocked by the firewall' } }],
    ['an error without a type', refusal(400, { message: 'Bad Request' })],
  ])('because of %s is unknown, and nothing is concluded from the intent', async (_name, reply) => {
    expect(await confirmed(reply, intent('requires_payment_method'))).toMatchObject({
      kind: 'unknown',
      calls: [confirm],
    })
  })

  test('because of a used token asks for another card, if the intent is unpaid', async () => {
    expect(await confirmed(refusal(400, usedToken), intent('requires_payment_method'))).toMatchObject({
      kind: 'declined',
      code: 'payment_method_unusable',
    })
    expect(await confirmed(refusal(400, usedToken), intent('succeeded'))).toMatchObject({ kind: 'succeeded' })
    expect(await confirmed(refusal(400, usedToken), intent('canceled'))).toMatchObject({ kind: 'refused' })
    expect(await confirmed(refusal(400, usedToken))).toMatchObject({ kind: 'unknown' })
  })

  test('with a card error is the bank’s decline, unless the intent is paid or in progress', async () => {
    const declined = (status: string) =>
      confirmed(
        refusal(402, {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'do_not_honor',
          message: 'Your card was declined.',
          payment_intent: intent(status).body,
        }),
      )
    expect(await declined('requires_payment_method')).toMatchObject({ kind: 'declined', code: 'do_not_honor' })
    expect(await declined('succeeded')).toMatchObject({ kind: 'succeeded' })
    expect(await declined('processing')).toMatchObject({ kind: 'processing' })
  })
})

describe('before anything can be charged', () => {
  const created = async (reply: Reply) =>
    (await providerWith({ [create]: reply })).provider.createIntent({
      key: 'order',
      amount: money(2320n, 'GBP'),
      description: 'Wells',
      metadata: {},
    })

  test('a refused intent is refused, too large or too small', async () => {
    expect(await created(refusal(400, restricted))).toMatchObject({ kind: 'refused', code: 'account_invalid' })
    expect(await created(refusal(403, notPermitted))).toMatchObject({ kind: 'refused' })
    const amount = (code: string) =>
      refusal(400, { type: 'invalid_request_error', code, param: 'amount', message: code })
    expect(await created(amount('amount_too_large'))).toEqual({ kind: 'too-large' })
    expect(await created(amount('amount_too_small'))).toEqual({ kind: 'too-small' })
  })

  test('other errors ask for the same request again', async () => {
    expect(await created(refusal(409, { ...restricted, code: 'idempotency_key_in_use' }))).toEqual({ kind: 'busy' })
    for (const reply of [refusal(429, locked), refusal(401, badKey), refusal(500, { type: 'api_error', message: 'x' })])
      expect(await created(reply)).toMatchObject({ kind: 'unreachable' })
  })

  test('a refused customer of an intent that may be paid is busy, never refused', async () => {
    const set = async (after?: Reply) => {
      const { provider } = await providerWith({
        [update]: refusal(400, { ...restricted, code: 'payment_intent_unexpected_state' }),
        ...(after ? { [retrieve]: after } : {}),
      })
      return provider.setCustomer('pi_1', 'cus_1')
    }
    for (const status of ['requires_payment_method', 'canceled'])
      expect(await set(intent(status)), status).toMatchObject({ kind: 'refused' })
    for (const status of ['succeeded', 'processing', 'requires_action', 'requires_capture'])
      expect(await set(intent(status)), status).toEqual({ kind: 'busy' })
    expect(await set()).toEqual({ kind: 'busy' })
  })

  test('a refused card or customer is no error of ours', async () => {
    const setUp = async (reply: Reply) => {
      const { provider } = await providerWith({ 'POST /v1/setup_intents': reply, 'POST /v1/customers': reply })
      const { state } = await provider.vault.setUp({ key: 's', customerId: 'cus_1', method: 'pm_1', returnUrl: 'x' })
      return [state, await provider.vault.createCustomer({ key: 'c', owner: { account: 'a' } })]
    }
    expect(await setUp(refusal(400, restricted))).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }])
    expect(await setUp(refusal(429, locked))).toMatchObject([{ kind: 'unreachable' }, { kind: 'unreachable' }])
    expect((await setUp(refusal(400, usedToken)))[0]).toMatchObject({ kind: 'declined' })
  })

  test('a refused refund is refused, and any other error leaves it unknown', async () => {
    const refunded = async (reply: Reply) =>
      (await providerWith({ 'POST /v1/refunds': reply })).provider.refunds.create({
        key: 'refund',
        providerIntentId: 'pi_1',
        amount: money(2320n, 'GBP'),
        reference: 'refund',
      })
    const already = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Already refunded' }
    expect(await refunded(refusal(400, already))).toEqual({ kind: 'refused', code: 'charge_already_refunded' })
    expect(await refunded(refusal(403, notPermitted))).toMatchObject({ kind: 'refused' })
    for (const reply of [
      refusal(400, locked),
      refusal(429, limited),
      refusal(401, badKey),
      refusal(400, { message: 'x' }),
    ])
      expect(await refunded(reply)).toMatchObject({ kind: 'unknown' })
  })
})
