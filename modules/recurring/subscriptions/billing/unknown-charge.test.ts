import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type Break, breakAfterAnswer, fillDisk, lockAttempt } from '#tests/support/broken-database.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { chargeDue } from './charge-due.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { authenticateLink } from '../agreement/managing/links.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription } from '../testing.ts'

const key = '2026-11-27'
const tables = ['payments.attempt', 'subscriptions.occurrence', 'subscriptions.subscription']
let installation: TestApp
let now: Date
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: () => now,
    environment: { RECORD_TIMEOUT_MS: '1000' },
  })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))
const charges = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()].filter(({ metadata }) => metadata.subscription === id)
const occurrence = async (id: string) =>
  (await occurrencesOf(installation.app.db, id)).find((occurrence) => occurrence.key === key)!
const drain = async () => {
  while ((await drainOutbox(installation.app)) > 0);
}
/** Kinds of the notices queued for a plan's donor. */
const noticesOf = async (id: string) =>
  (await queuedJobs<{ kind: string; subscriptionId?: string }>(installation.app.db))
    .filter(({ payload }) => payload.subscriptionId === id)
    .map(({ payload }) => payload.kind)
async function recover() {
  pass(6)
  await resolveDueAttempts(installation.app)
  await drain()
  await recoverExpiredLeases(installation.app)
  await chargeDue(installation.app)
  await drain()
}
// Q8 and Q15 compare with the database's clock, but these tests set their own.
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, undefined)).filter(
    ({ title, count }) => count > 0 && !/^Q(8|15):/.test(title),
  )

const breaks: readonly (readonly [string, Break])[] = [
  ['a full disk', () => fillDisk(installation, tables)],
  ['a lock held by another session', (attemptId) => lockAttempt(installation, attemptId)],
]

test.each(breaks)(
  'a plan’s charge that %s keeps from being recorded is looked up, not failed or repeated',
  async (_, breakIt) => {
    setClock('2026-11-20T12:00:00Z')
    const { id } = (await aSubscription(installation.app)).subscription
    setClock('2026-11-27T09:00:00Z')
    const restore = breakAfterAnswer(installation, 'confirm', breakIt)
    await chargeDue(installation.app)
    expect(['PROCESSING', 'UNKNOWN']).toContain((await occurrence(id)).state)
    expect(charges(id)).toHaveLength(1)
    await restore()
    await recover()
    expect(await occurrence(id)).toMatchObject({ state: 'SUCCEEDED', retries: 0, declineCode: null })
    expect(charges(id)).toHaveLength(1)
    expect(await noticesOf(id)).not.toContain('failed')
    expect(await troubles()).toEqual([])
  },
)

test('handles a decline that could not be recorded once it is known', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { id } = (await aSubscription(installation.app, { cardToken: 'pm_card_chargeCustomerFail' })).subscription
  setClock('2026-11-27T09:00:00Z')
  const restore = breakAfterAnswer(installation, 'confirm', breaks[0]![1])
  await chargeDue(installation.app)
  expect((await occurrence(id)).retries).toBe(0)
  await restore()
  await recover()
  expect(await occurrence(id)).toMatchObject({ state: 'SCHEDULED', retries: 1 })
  expect(await noticesOf(id)).toContain('failed')
  expect(charges(id)).toEqual([])
})

test.each(breaks)(
  'a donor’s own payment that %s keeps from being recorded is unknown, then paid exactly once',
  async (_, breakIt) => {
    setClock('2026-11-20T12:00:00Z')
    // The bank requires a challenge when the plan is charged, but not when the donor pays by hand.
    const { id } = (await aSubscription(installation.app, { cardToken: 'pm_card_threeDSecureRequired' })).subscription
    setClock('2026-11-27T09:00:00Z')
    await chargeDue(installation.app)
    await drain()
    const token = new URL(
      authenticateLink(installation.app, { id, guestId: null, linkNumber: 1 }, key),
    ).searchParams.get('token')!
    const post = async (path: string, payload: object) => {
      const answer = await installation.fastify.inject({
        method: 'POST',
        url: path,
        payload: { token, ...payload },
        headers: { 'content-type': 'application/json' },
      })
      return {
        status: answer.statusCode,
        body: answer.json<{ status: string; intentId: string; message?: string; challenge?: { url: string } }>(),
      }
    }
    const response = await post('/v4/subscription-links/pay', { key })
    await fetch(`${response.body.challenge!.url}/approve`, { method: 'POST' })
    const attempt = await installation.app.db
      .selectFrom('payments.attempt')
      .select('id')
      .where('intent_id', '=', response.body.intentId)
      .executeTakeFirstOrThrow()
    const restore = breakAfterAnswer(installation, 'lookUp', () => breakIt(attempt.id))
    const after = () => post('/v4/subscription-links/payments', { intentId: response.body.intentId })
    for (const answered of [await after(), await post('/v4/subscription-links/pay', { key })])
      expect(answered).toMatchObject({
        status: 202,
        body: {
          status: 'unknown',
          intentId: response.body.intentId,
          message: expect.stringContaining("Please don't pay again."),
        },
      })
    await restore()
    expect(await after()).toMatchObject({ status: 200, body: { status: 'paid' } })
    await drain()
    expect(await occurrence(id)).toMatchObject({ state: 'SUCCEEDED' })
    expect(charges(id)).toHaveLength(1)
    expect(await troubles()).toEqual([])
  },
)
