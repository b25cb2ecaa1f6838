import { afterAll, beforeAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { ask, aSignedUpCharity } from '#modules/organizers/charities/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { addEventData } from './events/add-data.ts'
import type { WebhookRequest, WebhookResponse } from './ports.ts'
import { sendToEndpoint } from './sending/send-to-endpoint.ts'

let installation: TestApp
let charity: Awaited<ReturnType<typeof aSignedUpCharity>>
let other: Awaited<ReturnType<typeof aSignedUpCharity>>
beforeAll(async () => {
  installation = await createTestApp()
  charity = await aSignedUpCharity(installation, { name: 'Rahma of Reading' })
  other = await aSignedUpCharity(installation, { name: 'Bayt of Bath' })
})
afterAll(() => installation.close())

const path = () => `${charity.path}/webhook-endpoints`
const draft = { url: 'https://hooks.example.org/in', events: ['donation.succeeded', 'payout.paid'] }
const create = async (over: object = {}) =>
  (await ask(installation, charity.token, 'POST', path(), { ...draft, ...over })).body as unknown as {
    id: string
    secret: string
  }
/** Sends what is due to an endpoint at an instant, to a receiver with this status; returns the requests. */
async function sendDue(id: string, status: number, now = new Date()): Promise<WebhookRequest[]> {
  const requests: WebhookRequest[] = []
  const postWebhook = (request: WebhookRequest): Promise<WebhookResponse> => {
    requests.push(request)
    return Promise.resolve({ status, text: 'seen', fault: null, durationMs: 1 })
  }
  const ports = { ...installation.app, clock: () => now, postWebhook }
  await addEventData(ports)
  await sendToEndpoint(ports, id)
  return requests
}

test('sends a signed test event once, and lists it with its response [webhooks-2, webhooks-4]', async () => {
  const { id, secret } = await create()
  const sent = await ask(installation, charity.token, 'POST', `${path()}/${id}/test`)
  const { eventId } = sent.body as unknown as { eventId: string }
  const [request, ...more] = await sendDue(id, 204)
  expect(more).toEqual([])
  const headers = { ...request?.headers }
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({
    id: eventId,
    type: 'webhook.test',
    organizationId: charity.id,
    data: { endpointId: id },
  })
  expect(await sendDue(id, 204)).toEqual([])
  const listed = await ask(installation, charity.token, 'GET', `${path()}/${id}/deliveries`)
  expect(listed.body).toMatchObject({ deliveries: [{ eventId, state: 'succeeded', status: 204, response: 'seen' }] })
})

test('refuses internal addresses and unknown events at their fields, and shows nothing to others [webhooks-3]', async () => {
  const refused = await ask(installation, charity.token, 'POST', path(), { url: 'https://127.0.0.1/', events: ['x'] })
  expect(refused.body).toMatchObject({
    fields: { url: expect.stringContaining('public'), events: 'Choose at least one event.' },
  })
  const { id } = await create()
  expect((await ask(installation, other.token, 'GET', `${path()}/${id}/deliveries`)).status).toBe(404)
  const foreign = `${other.path}/webhook-endpoints/${id}`
  expect((await ask(installation, other.token, 'DELETE', foreign)).status).toBe(404)
  const { body } = await ask(installation, charity.token, 'GET', path())
  expect(JSON.stringify(body)).not.toContain('whsec_')
})

test('retries an event, disables the endpoint after five days, and mails the owners [webhooks-5]', async () => {
  const { id } = await create()
  const { db } = installation.app
  const writeEvent = (object: string) =>
    db
      .insertInto('webhooks.event')
      .values({
        organization_id: BigInt(charity.id),
        kind: 'webhook.other',
        object_id: object,
        occurred_at: new Date(),
      })
      .execute()
  await db
    .updateTable('webhooks.endpoint')
    .set({ events: ['webhook.other'] })
    .where('id', '=', id)
    .execute()
  await writeEvent('one')
  expect(await sendDue(id, 500)).toHaveLength(1)
  expect(await sendDue(id, 500)).toHaveLength(0)
  const late = new Date(Date.now() + 6 * 24 * 3600 * 1000)
  expect(await sendDue(id, 500, late)).toHaveLength(1)
  const row = await db.selectFrom('webhooks.endpoint').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.disabled_reason).toBe('failing')
  const mails = await db
    .selectFrom('notifications.mail')
    .select('kind')
    .where('kind', '=', 'charity-webhook-disabled')
    .execute()
  expect(mails).toHaveLength(1)
})

test('lists events in the order of their numbers, without tests and other charities [webhooks-9]', async () => {
  await create()
  const { db } = installation.app
  const event = (sequence: number, over: object = {}) => ({
    organization_id: BigInt(charity.id),
    kind: 'donation.succeeded',
    object_id: `donation-${sequence}`,
    occurred_at: new Date(`2026-11-0${sequence}T12:00:00Z`),
    sequence: BigInt(1000 + sequence),
    data: JSON.stringify({ id: `donation-${sequence}`, name: null }),
    ...over,
  })
  await db
    .insertInto('webhooks.event')
    .values([
      event(3),
      event(1),
      event(2, { kind: 'payout.paid' }),
      event(4, { kind: 'webhook.test' }),
      event(5, { organization_id: BigInt(other.id) }),
    ])
    .execute()
  const list = async (query: string) => {
    const { body } = await ask(installation, charity.token, 'GET', `${charity.path}/changes/events${query}`)
    const { items, next } = body as unknown as { items: { sequence: number }[]; next: string | null }
    return { items, numbers: items.map(({ sequence }) => sequence), next }
  }
  const first = await list('?after=1000&limit=2')
  expect(first).toMatchObject({ numbers: [1001, 1002], next: '1002' })
  expect(first.items[0]).toMatchObject({
    type: 'donation.succeeded',
    timestamp: '2026-11-01T12:00:00.000Z',
    organizationId: charity.id,
    data: { id: 'donation-1', name: null },
  })
  expect(await list('?after=1002&limit=2')).toMatchObject({ numbers: [1003], next: null })
  expect(await list('?after=1000&updated_since=2026-11-02')).toMatchObject({ numbers: [1002, 1003], next: null })
})

test('a key lists only events whose data its scopes let it read [webhooks-6, webhooks-9]', async () => {
  const { body } = await ask(installation, charity.token, 'POST', `${charity.path}/api-keys`, {
    name: 'Copy of events',
    scopes: ['webhooks:write', 'payouts:read'],
    expiresInDays: 30,
  })
  const { key } = body as unknown as { key: string }
  const { body: page } = await ask(installation, key, 'GET', `${charity.path}/changes/events?after=1000`)
  expect(page).toMatchObject({ items: [{ type: 'payout.paid' }], next: null })
})
