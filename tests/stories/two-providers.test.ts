import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { reconcileCharges } from '#modules/money/giving/payment/reconcile.ts'
import { handleWebhooks } from '#modules/money/giving/payment/webhook.ts'
import { queueUnmatchedCharges } from '#modules/money/refunds/manual-review/queue-payments.ts'
import { resolveDueRefunds, sweepRefunds, handleRefundWebhooks } from '#modules/money/refunds/look-up.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { type App, createApp } from '#server/app.ts'
import { parseConfig } from '#server/config/config.ts'
import { freePort } from '#server/config/free-port.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createServer } from '#server/server.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts'

/**
 * Tests two payment providers: the sandbox under two names with equal ids, and a web process that is restarted with
 * their order exchanged while donors donate.
 */
let database: TestDatabase
let dataDir: string
let url: string
let banks: Record<'sandbox' | 'second-sandbox', Sandbox>
let web: { readonly app: App; readonly fastify: FastifyInstance }
let campaignId: bigint
let isWorking = true
let worker: Promise<void>

beforeAll(async () => {
  database = await createTestDatabase({ max: 10 })
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-two-providers-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const open = (name: string) =>
    startSandbox({
      secretKey: `sk_${name}`,
      publishableKey: `pk_${name}`,
      webhook: { url: `${url}/webhooks/payments`, secret: `whsec_${name}` },
      allowedOrigins: [],
      faults: true,
      holdMs: 800,
      // With one seed, both use the same ids of payments, charges and customers.
      seed: 'one',
    })
  banks = { sandbox: await open('sandbox'), 'second-sandbox': await open('second-sandbox') }
  await startWeb('sandbox, second-sandbox')
  campaignId = (await aCampaign(web.app, { ends_at: null })).id
  worker = work()
})
afterAll(async () => {
  isWorking = false
  await worker
  await web.fastify.close()
  for (const bank of Object.values(banks)) await bank.stop()
  await database.drop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

async function startWeb(PAYMENTS: string): Promise<void> {
  const { port } = new URL(url)
  const config = parseConfig(
    {
      PAYMENTS,
      PORT: port,
      BASE_URL: url,
      DATA_DIR: dataDir,
      DEFAULT_COUNTRY: 'GB',
      LOG_LEVEL: 'silent',
      PAYMENT_TIMEOUT_MS: '500',
      ...variablesOf('SANDBOX', 'sandbox'),
      ...variablesOf('SECOND_SANDBOX', 'second-sandbox'),
    },
    () => {
      throw new Error('every key is given')
    },
  )
  const app = createApp(config, database.database, silentLog)
  const fastify = await createServer(app, { isDevelopment: false, withPages: false })
  await fastify.listen({ port: Number(port), host: '127.0.0.1' })
  web = { app, fastify }
}

const variablesOf = (prefix: string, name: keyof typeof banks) => ({
  [`${prefix}_URL`]: banks[name].url,
  [`${prefix}_SECRET_KEY`]: `sk_${name}`,
  [`${prefix}_PUBLISHABLE_KEY`]: `pk_${name}`,
  [`${prefix}_WEBHOOK_SECRET`]: `whsec_${name}`,
  SESSION_SECRET: 'a test of forty-eight characters that opens nothing',
  FIELD_KEY: Buffer.alloc(32, 5).toString('base64'),
})

/** Runs the loops of a worker process once. */
async function work(): Promise<void> {
  while (isWorking) {
    await drainOutbox(web.app)
    await handleWebhooks(web.app)
    await handleRefundWebhooks(web.app)
    await resolveDueAttempts(web.app)
    await resolveDueRefunds(web.app)
    await sleep(20)
  }
}

type Answered = {
  readonly status: number
  readonly result?: {
    readonly id?: string
    readonly intentId?: string
    readonly status?: string
    readonly challenge?: { readonly provider: string; readonly url: string; readonly token: string }
  } | null
  readonly intentId?: string
}

async function post(where: string, body: object, headers: Record<string, string> = {}): Promise<Answered> {
  const answer = await fetch(`${url}${where}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'session-id': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as object) }
}

type Donation = {
  readonly token?: string
  readonly tokenProvider?: string
  readonly headers?: Record<string, string>
  readonly more?: object
}

/** Sends a donation like a donor's browser, and repeats the request until it gets a response. */
async function donate({ token = 'pm_card_visa', tokenProvider, headers = {}, more = {} }: Donation = {}) {
  const key = randomUUID()
  for (;;) {
    const answer = await post(
      `/api/donate/donate/${campaignId}`,
      {
        amount: '20',
        feeAmount: '3.20',
        currency: 'GBP',
        tokens: [{ type: 'card', token, ...(tokenProvider ? { provider: tokenProvider } : {}) }],
        ...(headers.authorization ? {} : { guest: { email: `${key}@example.org`, name: 'Bilal Khan' } }),
        ...more,
      },
      { 'idempotency-key': key, 'session-id': key, ...headers },
    ).catch(() => undefined)
    if (answer && answer.status !== 409 && answer.status !== 503) return answer
    await sleep(50)
  }
}

const providerOf = async (intentId: string): Promise<string> =>
  (
    await web.app.db
      .selectFrom('payments.intent')
      .select('provider')
      .where('id', '=', intentId)
      .executeTakeFirstOrThrow()
  ).provider
const stateOf = async (intentId: string) =>
  (await web.app.db.selectFrom('payments.intent').select('state').where('id', '=', intentId).executeTakeFirstOrThrow())
    .state
const chargeOf = async (intentId: string): Promise<string> =>
  (
    await web.app.db
      .selectFrom('payments.attempt')
      .select('provider_charge_id as id')
      .where('intent_id', '=', intentId)
      .where('state', '=', 'SUCCEEDED')
      .executeTakeFirstOrThrow()
  ).id!

test('payments stay with their provider when the order of providers is exchanged under load', async () => {
  const finance = (await aSession(web.app, { roles: ['finance'] })).token
  const donor = await aSession(web.app)
  const bearer = { authorization: `Bearer ${donor.token}` }
  const saved = await aCard(web.app, donor.viewer)
  const { subscription } = await aSubscription(web.app)
  const challenged = await donate({ token: 'pm_card_threeDSecureRequired' })
  expect(challenged.result?.challenge?.provider).toBe('sandbox')
  const declined = await donate({ token: 'pm_card_chargeDeclined', headers: { 'session-id': 'a visit' } })
  expect(declined.status).toBe(402)
  const refunded = (await donate()).result!.intentId!
  const disputed = (await donate()).result!.intentId!

  // Donors donate continuously while the web process is restarted with the second sandbox first.
  const paid: string[] = []
  let isOpen = true
  const load = Array.from({ length: 6 }, async () => {
    while (isOpen) {
      const { status, result } = await donate()
      expect([status, result?.status]).toEqual([200, 'succeeded'])
      paid.push(result!.intentId!)
    }
  })
  const unanswered = [donate({ more: { providerSpecific: { sandbox_fault: 'flt_timeout_after_charge' } } })]
  await sleep(1500)
  unanswered.push(donate({ more: { providerSpecific: { sandbox_fault: 'flt_500_after_charge' } } }))
  await web.fastify.close()
  await startWeb('second-sandbox, sandbox')
  unanswered.push(donate({ more: { providerSpecific: { sandbox_fault: 'flt_webhook_never' } } }))
  await sleep(1500)
  isOpen = false
  await Promise.all(load)
  for (const { status } of await Promise.all(unanswered)) expect([200, 202]).toContain(status)
  const providers = await Promise.all(paid.map(providerOf))
  expect(new Set(providers)).toEqual(new Set(['sandbox', 'second-sandbox']))
  // After the restart, every new payment is made with the second sandbox.
  expect(providers.lastIndexOf('sandbox')).toBeLessThan(providers.lastIndexOf('second-sandbox'))

  // A challenge from before the restart is completed afterwards.
  const { challenge, id: challengedId } = challenged.result!
  await fetch(`${challenge!.url}/approve`, { method: 'POST' })
  const answered = await post('/api/donate/challenge', { id: challengedId, challenge: challenge!.token })
  expect(answered.result).toMatchObject({ status: 'succeeded', intentId: challengedId })
  expect(await providerOf(challengedId!)).toBe('sandbox')

  // A retry with another card uses the provider for new payments.
  const again = await donate({ headers: { 'session-id': 'a visit' }, more: { intentId: declined.intentId } })
  expect(again.result?.status).toBe('succeeded')
  expect(await providerOf(again.result!.intentId!)).toBe('second-sandbox')

  // A page from before the restart has a token of the first sandbox; a saved card is charged at its provider.
  const late = await donate({ tokenProvider: 'sandbox' })
  expect(await providerOf(late.result!.intentId!)).toBe('sandbox')
  const withSaved = await donate({ headers: bearer, more: { tokens: [], cardID: saved.id } })
  expect(withSaved.result?.status).toBe('succeeded')
  expect(await providerOf(withSaved.result!.intentId!)).toBe('sandbox')
  const added = await aCard(web.app, donor.viewer)
  const withAdded = await donate({ headers: bearer, more: { amount: '30', tokens: [], cardID: added.id } })
  expect(await providerOf(withAdded.result!.intentId!)).toBe('second-sandbox')

  // Refunds and disputes of payments with either provider.
  const newRefunded = (await donate()).result!.intentId!
  const newDisputed = (await donate()).result!.intentId!
  await expect.poll(async () => (await web.app.db.selectFrom('outbox.event').select('id').execute()).length).toBe(0)
  for (const intentId of [refunded, newRefunded]) {
    const answer = await post(
      `/v4/staff/donations/${intentId}/refunds`,
      { everything: true, reason: 'mistake' },
      { authorization: `Bearer ${finance}`, 'idempotency-key': randomUUID() },
    )
    expect(answer.status).toBe(200)
    await expect.poll(() => stateOf(intentId)).toBe('REFUNDED')
  }
  for (const [intentId, name] of [
    [disputed, 'sandbox'],
    [newDisputed, 'second-sandbox'],
  ] as const) {
    const { gateway } = banks[name]
    const { id } = await gateway.openDispute(await chargeOf(intentId))
    await expect.poll(() => stateOf(intentId)).toBe('DISPUTED')
    await gateway.closeDispute(id, 'lost')
    await expect.poll(() => stateOf(intentId)).toBe('DISPUTE_LOST')
  }

  // A plan's card is charged at its provider.
  const friday = new Date(`${subscription.next!.on}T12:00:00Z`)
  await subscriptionsServer.jobs.chargeDue({ ...web.app, clock: () => friday, isClockSimulated: true } as App)
  const charged = await sql<{ provider: string; state: string }>`select provider, state from payments.intent
    where order_details -> 'plan' ->> 'subscriptionId' = ${subscription.id}`.execute(web.app.db)
  expect(charged.rows).toEqual([{ provider: 'sandbox', state: 'SUCCEEDED' }])

  // Payments without a webhook are found at both.
  const since = new Date(Date.now() - 3_600_000)
  const { unmatched } = await reconcileCharges(web.app, since)
  expect(await queueUnmatchedCharges(web.app, unmatched)).toBe(0)
  await sweepRefunds(web.app, since)
  await web.app.db
    .updateTable('payments.attempt')
    .set({ next_lookup_at: since })
    .where('state', 'in', ['SUBMITTED', 'UNKNOWN'])
    .execute()
  const open = async () =>
    (
      await web.app.db
        .selectFrom('payments.attempt')
        .select('id')
        .where('state', 'in', ['SUBMITTED', 'CHALLENGE', 'UNKNOWN'])
        .execute()
    ).length + (await web.app.db.selectFrom('outbox.event').select('id').execute()).length
  await expect.poll(open).toBe(0)

  expect((await verifyLedger(database.ownerUrl, web.app.providers.all)).filter(({ count }) => count > 0)).toEqual([])
  for (const [name, { gateway }] of Object.entries(banks)) {
    const theirs = [...gateway.store.truth.values()].map(({ id }) => id)
    const ours = await web.app.db
      .selectFrom('payments.attempt')
      .select('provider_charge_id as id')
      .where('state', '=', 'SUCCEEDED')
      .where('provider', '=', name)
      .execute()
    expect(ours).toHaveLength(theirs.length)
    expect(new Set(ours.map(({ id }) => id))).toEqual(new Set(theirs))
    expect(theirs.length).toBeGreaterThan(10)
    const notices = await web.app.db
      .selectFrom('payments.webhook_event')
      .select('event_id')
      .where('provider', '=', name)
      .where('handled_at', 'is not', null)
      .execute()
    expect(notices.length).toBeGreaterThan(10)
  }
}, 30_000)
