import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stripeProvider } from './provider.ts'

const now = new Date('2026-11-22T12:00:00Z')
const providerWith = (webhookSecret: string | readonly string[]) => {
  const { readWebhook } = stripeProvider({
    name: 'stripe',
    secretKey: 'sk_test',
    publishableKey: 'pk_test',
    webhookSecret,
    clock: () => now,
  })
  return { readWebhook: (body: Buffer, signature: string) => readWebhook(body, { 'stripe-signature': signature }) }
}
const payload = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { object: 'payment_intent', id: 'pi_1' } },
})
const signedWith = (secret: string, instant = now, body = payload) =>
  new Stripe('sk_test').webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(instant.getTime() / 1000),
  })

test('while the secret is rotated, webhooks carry both signatures and either one is accepted [payments-10]', () => {
  const both = `${signedWith('whsec_old')},${signedWith('whsec_new').split(',')[1]}`
  const notice = { eventId: 'evt_1', kind: 'payment_intent.succeeded', providerIntentId: 'pi_1' }
  for (const secret of ['whsec_old', 'whsec_new'])
    expect(providerWith(secret).readWebhook(Buffer.from(payload), both)).toEqual(notice)
  expect(providerWith('whsec_other').readWebhook(Buffer.from(payload), both)).toBeUndefined()
  expect(providerWith('whsec_old').readWebhook(Buffer.from(`${payload} `), both)).toBeUndefined()
  const old = signedWith('whsec_old', new Date(now.getTime() - 301_000))
  expect(providerWith('whsec_old').readWebhook(Buffer.from(payload), old)).toBeUndefined()
})

test('a signed event of another type is ignored without an error', () => {
  const read = (body: string) =>
    providerWith('whsec_old').readWebhook(Buffer.from(body), signedWith('whsec_old', now, body))
  const event = JSON.parse(payload) as object
  const others = [
    null,
    [],
    5,
    {},
    { ...event, id: null },
    { ...event, id: 'evt_\u0000' },
    { ...event, type: null },
    { ...event, data: null },
    { ...event, data: {} },
  ]
  for (const other of [...others, { object: 'v2.core.event', id: 'evt_2', type: 'v1.billing.meter.no_meter_found' }])
    expect(read(JSON.stringify(other)), JSON.stringify(other)).toBeUndefined()
  expect(read(payload)).toMatchObject({ eventId: 'evt_1' })
})

test('each of several secrets is accepted, so that an endpoint can be replaced [security-20]', () => {
  const { readWebhook } = providerWith(['whsec_new', 'whsec_old'])
  for (const secret of ['whsec_new', 'whsec_old'])
    expect(readWebhook(Buffer.from(payload), signedWith(secret))?.eventId).toBe('evt_1')
  expect(readWebhook(Buffer.from(payload), signedWith('whsec_other'))).toBeUndefined()
})
