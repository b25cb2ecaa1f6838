import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { deleteHandledEvents } from './delete-handled-events.ts'
import { markWebhookHandled, recordWebhook } from './queries-webhooks.ts'
import { markProofAsUsed } from './payment-history.ts'

let database: TestDatabase
const clock = manualClock()
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

test('a webhook event is deleted 90 days after it was handled, and a used proof of work after a day', async () => {
  const ports = { ...testPorts(database.database), clock: clock.now }
  for (const eventId of ['acted upon', 'waiting'])
    await recordWebhook(ports, {
      provider: 'sandbox',
      eventId,
      kind: 'payment_intent.succeeded',
      objectId: 'pi_1',
      at: clock.now(),
    })
  await markWebhookHandled(ports, 'sandbox', 'acted upon', clock.now())
  expect(await markProofAsUsed(ports, 'salt', clock.now())).toBe(true)
  const notices = async () =>
    (await ports.db.selectFrom('payments.webhook_event').select('event_id as id').orderBy('event_id').execute()).map(
      ({ id }) => id,
    )

  clock.move({ days: 1 })
  await deleteHandledEvents(ports)
  expect(await markProofAsUsed(ports, 'salt', clock.now())).toBe(false)
  clock.move({ days: 89 })
  await deleteHandledEvents(ports)
  expect(await notices()).toEqual(['acted upon', 'waiting'])
  expect(await markProofAsUsed(ports, 'salt', clock.now())).toBe(true)
  clock.move({ seconds: 1 })
  await deleteHandledEvents(ports)
  expect(await notices()).toEqual(['waiting'])
})
