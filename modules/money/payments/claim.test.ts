import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { type Claim, claimPayment, claimPaymentIn } from './queries.ts'

let database: TestDatabase
let ports: Ports
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database, clock.now)
})
afterAll(() => database.drop())

let donors = 0
/** A claim for a donation by a new donor on a new network. */
function aClaim(over: Partial<Claim> = {}): Claim {
  const donor = (donors += 1)
  const instant = clock.now()
  return {
    intentId: ports.newId(),
    attemptId: ports.newId(),
    purpose: 'donation',
    order: {},
    quoteHash: 'quote',
    donationHash: 'wells 20 GBP',
    amount: 2000n,
    currency: 'GBP',
    scope: `visit:${donor}`,
    visit: `visit:${donor}`,
    provider: 'sandbox',
    providerIntentId: `pi_${ports.newId()}`,
    idempotencyKey: ports.newId(),
    requestHash: 'request',
    method: 'card',
    ip: `192.0.2.${donor}`,
    emailKey: `donor-${donor}@example.org`,
    at: instant,
    lookUpAt: instant,
    expiresAt: new Date(instant.getTime() + 1_800_000),
    detectsDuplicates: true,
    unpaidAttemptsMax: 20,
    ...over,
  }
}
const refusal = async (claim: Claim) => (await claimPayment(ports, claim)).refusalReason
/** A second claim by the donor of `claim` under another key. */
const again = (claim: Claim, over: Partial<Claim> = {}): Claim => {
  const { scope, visit, ip, emailKey, donationHash, quoteHash } = claim
  return aClaim({ scope, visit, ip, emailKey, quoteHash, ...(donationHash ? { donationHash } : {}), ...over })
}
const settle = (claim: Claim, state: 'SUCCEEDED' | 'DECLINED', intentState: 'SUCCEEDED' | 'CREATED' | 'FAILED') =>
  ports.write(async (tx) => {
    await sql`update payments.attempt set state = ${state}, provider_charge_id = ${state === 'SUCCEEDED' ? `ch_${claim.attemptId}` : null}, settled_at = ${clock.now()}
      where id = ${claim.attemptId}`.execute(tx)
    await sql`update payments.intent set state = ${intentState} where id = ${claim.intentId}`.execute(tx)
  })
async function paid(over: Partial<Claim> = {}): Promise<Claim> {
  const claim = aClaim(over)
  expect(await refusal(claim)).toBe(null)
  await settle(claim, 'SUCCEEDED', 'SUCCEEDED')
  return claim
}
const minutesLater = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)

test('the same donation is a duplicate while it is pending and for 15 minutes after payment [payments-12]', async () => {
  const first = aClaim()
  expect(await refusal(first)).toBe(null)
  // A bank debit stays pending for days (payments-12).
  expect(await claimPayment(ports, again(first, { at: minutesLater(6 * 24 * 60) }))).toMatchObject({
    refusalReason: 'duplicate',
    duplicate: { intentId: first.intentId, isConfirming: true },
  })
  await settle(first, 'SUCCEEDED', 'SUCCEEDED')
  expect(await claimPayment(ports, again(first, { at: minutesLater(14) }))).toMatchObject({
    refusalReason: 'duplicate',
    duplicate: { intentId: first.intentId, isConfirming: false },
  })
  expect(await refusal(again(first, { at: minutesLater(15) }))).toBe(null)
})

test('a donation of another frequency, email, visit or content is no duplicate, nor is a declined one', async () => {
  const first = await paid()
  for (const over of [
    { frequency: 'month' as const },
    { emailKey: 'another@example.org' },
    { scope: 'visit:x', visit: 'visit:x' },
    { donationHash: 'wells 21 GBP' },
  ])
    expect(await refusal(again(first, over))).toBe(null)
  expect(await refusal(again(first, { detectsDuplicates: false }))).toBe(null)
  const declined = aClaim()
  await claimPayment(ports, declined)
  await settle(declined, 'DECLINED', 'CREATED')
  expect(await refusal(again(declined))).toBe(null)
})

test('a donor is recognized by account and visit, logged in or out, and without an e-mail', async () => {
  const loggedIn = await paid({ scope: 'account:amina' })
  expect(await refusal(again(loggedIn, { scope: loggedIn.visit! }))).toBe('duplicate')
  expect(await refusal(again(loggedIn, { visit: 'visit:of another browser' }))).toBe('duplicate')
  const loggedOut = await paid({ emailKey: null })
  expect(await refusal(again(loggedOut, { scope: 'account:sana', emailKey: 'sana@example.org' }))).toBe('duplicate')
})

test('a confirmed repeat names its duplicate and works once, even if a server clock is slow', async () => {
  const first = await paid()
  const repeatOf = first.intentId
  expect(await refusal(again(first, { repeatOf: ports.newId() }))).toBe('duplicate')
  const slow = minutesLater(-3)
  const repeats = await Promise.all([1, 2, 3].map(() => claimPayment(ports, again(first, { repeatOf, at: slow }))))
  expect(repeats.filter(({ refusalReason }) => refusalReason === null)).toHaveLength(1)
  expect(await refusal(again(first, { repeatOf, at: slow }))).toBe('duplicate')
  const { duplicate } = await claimPayment(ports, again(first))
  expect(duplicate!.intentId).not.toBe(repeatOf)
})

test('a network’s 21st unpaid attempt in an hour needs a proof of work, and so does a retry', async () => {
  const ip = '198.51.100.1'
  const first = aClaim({ ip })
  await claimPayment(ports, first)
  await settle(first, 'DECLINED', 'CREATED')
  const results = await Promise.all(Array.from({ length: 30 }, () => claimPayment(ports, aClaim({ ip }))))
  expect(results.filter(({ refusalReason }) => refusalReason === null)).toHaveLength(19)
  const anotherCard = again(first, { intentId: first.intentId, attemptsMax: 3 })
  expect(await refusal(anotherCard)).toBe('card-testing')
  expect(await refusal({ ...anotherCard, proofSalt: 'solved' })).toBe(null)
  expect(await refusal(aClaim({ ip, proofSalt: 'solved' }))).toBe('card-testing')
  expect(await refusal(aClaim({ ip, at: minutesLater(61) }))).toBe(null)
  const { attemptsMade, state } = await ports.db
    .selectFrom('payments.intent')
    .select(['attempts_made as attemptsMade', 'state'])
    .where('id', '=', first.intentId)
    .executeTakeFirstOrThrow()
  expect([attemptsMade, state]).toEqual([2, 'PROCESSING'])
})

test('a retry reuses the requester’s open intent of the same price and detects a duplicate paid since', async () => {
  const declined = aClaim()
  await claimPayment(ports, declined)
  await settle(declined, 'DECLINED', 'CREATED')
  const anotherCard = (over: Partial<Claim> = {}) =>
    again(declined, { intentId: declined.intentId, attemptsMax: 3, ...over })
  expect(await refusal(anotherCard({ scope: 'visit:y', visit: 'visit:y' }))).toBe('not-open')
  expect(await refusal(anotherCard({ quoteHash: 'another price' }))).toBe('not-open')
  expect(await refusal(anotherCard({ attemptsMax: 1 }))).toBe('not-open')
  const meanwhile = again(declined)
  const [one, other] = await Promise.all([claimPayment(ports, anotherCard()), claimPayment(ports, meanwhile)])
  expect(new Set([one.refusalReason, other.refusalReason])).toEqual(new Set(['duplicate', null]))
})

test('a batch gives the same results as single claims and as a claim inside a transaction', async () => {
  const first = aClaim({ reference: 'basket:1' })
  const [tab, retry, stranger] = [
    aClaim({ reference: 'basket:1' }),
    { ...first, intentId: ports.newId(), attemptId: ports.newId() },
    aClaim(),
  ]
  const twice = again(stranger)
  const results = await Promise.all([first, tab, retry, stranger, twice].map(refusal))
  expect(results).toEqual([null, 'same-reference', 'same-key', null, 'duplicate'])
  expect((await ports.write((tx) => claimPaymentIn(tx, again(stranger)))).refusalReason).toBe('duplicate')
})

test('the queries of a claim use indexes', async () => {
  const plans = await ports.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const explain = async (query: ReturnType<typeof sql>) =>
      JSON.stringify((await sql`explain (format json) ${query}`.execute(tx)).rows)
    return [
      await explain(
        sql`select * from payments.recent_duplicate('account:1', 'visit:1', 'a@example.org', 'hash', 'once', now())`,
      ),
      await explain(sql`select * from payments.unpaid_attempts('192.0.2.1', now(), 20)`),
    ]
  })
  for (const index of ['intent_of_requester', 'attempt_of_visit', 'intent_pkey', 'attempt_of_intent'])
    expect(plans[0]).toContain(index)
  expect(plans[0]).not.toContain('Seq Scan')
})

test('the planner includes the checks of a claim in its statement, so that no call plans them again', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select r.reason, n.unpaid, d.intent_id
    from jsonb_populate_recordset(null::payments.claim, '[]') c
    left join lateral payments.recent_duplicate(c.scope, c.visit, c.email_key, c.donation_hash, c.frequency, c.at) d
      on c.detects_duplicates
    left join lateral campaigns.donation_refusal(c.campaign_ids, coalesce(c.is_plan, false), c.at) r
      on c.campaign_ids is not null
    left join lateral payments.unpaid_attempts(c.ip, c.at, c.unpaid_attempts_max) n on c.proof_salt is null`.execute(
    ports.db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toMatch(/Function Scan on (recent_duplicate|donation_refusal|unpaid_attempts)/)
  for (const table of ['campaign c', 'organization o', 'attempt a', 'intent i'])
    expect(plan).toMatch(new RegExp(`Scan .*on ${table}`))
})
