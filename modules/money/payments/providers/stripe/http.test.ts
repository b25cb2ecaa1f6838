import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { UndiciClient } from './http.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

async function providerThat(answers: http.RequestListener): Promise<Stripe> {
  const server = http.createServer(answers)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return new Stripe('sk_test', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    httpClient: new UndiciClient(),
    maxNetworkRetries: 0,
    timeout: 300,
    telemetry: false,
  })
}

const gift = { amount: 2000, currency: 'usd' }

test('a request reaches the provider unchanged, and so does its response', async () => {
  const seen: { url: string | undefined; key: unknown; body: string }[] = []
  const stripe = await providerThat((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen.push({ url: request.url, key: request.headers['idempotency-key'], body })
      response.setHeader('request-id', 'req_1').end(JSON.stringify({ id: 'pi_1', note: 'شكراً' }))
    })
  })
  const intent = await stripe.paymentIntents.create(gift, { idempotencyKey: 'once' })
  expect(intent).toMatchObject({ id: 'pi_1', note: 'شكراً', lastResponse: { statusCode: 200, requestId: 'req_1' } })
  expect((await stripe.paymentIntents.retrieve('pi_1', { expand: ['latest_charge'] })).id).toBe('pi_1')
  expect(seen).toEqual([
    { url: '/v1/payment_intents', key: 'once', body: 'amount=2000&currency=usd' },
    { url: '/v1/payment_intents/pi_1?expand[0]=latest_charge', key: undefined, body: '' },
  ])
})

test('a refusal keeps the provider’s own error', async () => {
  const stripe = await providerThat((_request, response) => {
    response.writeHead(402).end(
      JSON.stringify({
        error: { type: 'card_error', code: 'card_declined', decline_code: 'lost_card', message: 'no' },
      }),
    )
  })
  await expect(stripe.paymentIntents.create(gift)).rejects.toMatchObject({
    type: 'StripeCardError',
    decline_code: 'lost_card',
    statusCode: 402,
  })
})

test('a response that is too late is reported as a timeout', async () => {
  const stripe = await providerThat(() => undefined)
  await expect(stripe.paymentIntents.create(gift)).rejects.toMatchObject({
    type: 'StripeConnectionError',
    message: expect.stringContaining('timeout'),
  })
})

test("an incomplete response is a connection error and isn't retried", async () => {
  let requestCount = 0
  const stripe = await providerThat((_request, response) => {
    requestCount += 1
    response.writeHead(200, { 'content-length': 100 })
    response.write('{"id":')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(stripe.paymentIntents.create(gift)).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(requestCount).toBe(1)
})

test('a connection that closes before the response is retried once with the same key', async () => {
  const keys: unknown[] = []
  const stripe = await providerThat((request, response) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) request.socket.destroy()
    else response.end(JSON.stringify({ id: 'pi_2' }))
  })
  expect((await stripe.paymentIntents.create(gift, { idempotencyKey: 'same' })).id).toBe('pi_2')
  expect(keys).toEqual(['same', 'same'])
})

test('an unreachable provider is a connection error', async () => {
  const stripe = await providerThat(() => undefined)
  await new Promise((resolve) => servers.pop()!.close(resolve))
  await expect(stripe.paymentIntents.create(gift)).rejects.toMatchObject({ type: 'StripeConnectionError' })
})
