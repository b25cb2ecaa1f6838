import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { findAttempt, leaseDueAttempts } from '#modules/money/payments/index.ts'
import type { Outcome } from '#modules/money/payments/rules/attempt.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import type { GivingPorts } from '../ports.ts'
import { settle } from './settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '../testing.ts'

let database: TestDatabase
let ports: GivingPorts
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database, clock.now) as GivingPorts
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

const succeeded = (over: Partial<Extract<Outcome, { kind: 'succeeded' }>> = {}): Outcome => ({
  kind: 'succeeded',
  chargeId: `ch_${ports.newId()}`,
  amount: 2320n,
  currency: 'GBP',
  fee: 69n,
  card: { brand: 'visa', last4: '4242' },
  ...over,
})
const written = async (attemptId: string) => {
  const { rows } = await sql<{ donations: number; entries: number; events: number; sum: bigint | null }>`
    select (select count(*)::int from giving.donation where attempt_id = ${attemptId}) as donations,
      (select count(*)::int from ledger.entry e join ledger.tx t on t.id = e.tx_id where t.source_id = ${attemptId}) as entries,
      (select sum(amount) from ledger.entry e join ledger.tx t on t.id = e.tx_id where t.source_id = ${attemptId})::bigint as sum,
      (select count(*)::int from outbox.event where payload->>'intentId' = (select intent_id::text from payments.attempt where id = ${attemptId})) as events`.execute(
    ports.db,
  )
  return rows[0]!
}

test('a paid donation is one row, one balanced ledger transaction and one outbox event', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  await settle(ports, attempt, succeeded())
  expect(await findAttempt(ports, attempt.id)).toMatchObject({
    state: 'SUCCEEDED',
    intentState: 'SUCCEEDED',
    cardLast4: '4242',
  })
  expect(await written(attempt.id)).toEqual({ donations: 1, entries: 6, sum: 0n, events: 1 })
})

test('ten concurrent reports of a success record it once', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  const outcome = succeeded()
  const wrote = await Promise.all(Array.from({ length: 10 }, () => settle(ports, attempt, outcome)))
  expect(wrote.filter(Boolean)).toHaveLength(1)
  expect(await written(attempt.id)).toEqual({ donations: 1, entries: 6, sum: 0n, events: 1 })
})

test('concurrent donations are each recorded completely, and a failing one doesn’t affect the others', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 12 }, () => aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))),
  )
  const taken = succeeded() as Extract<Outcome, { kind: 'succeeded' }>
  await settle(ports, await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)])), taken)
  const outcomes = attempts.map((_, index) => (index === 5 ? taken : succeeded()))
  const settled = await Promise.allSettled(attempts.map((attempt, index) => settle(ports, attempt, outcomes[index]!)))
  for (const [index, attempt] of attempts.entries()) {
    expect(settled[index]).toMatchObject(index === 5 ? { status: 'rejected' } : { status: 'fulfilled', value: true })
    expect(await written(attempt.id)).toMatchObject({
      donations: index === 5 ? 0 : 1,
      entries: index === 5 ? 0 : 6,
      events: index === 5 ? 0 : 1,
    })
  }
})

test('twenty parallel requests with one key claim once', async () => {
  const key = ports.newId()
  const claims = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]), { idempotencyKey: key, scope: 'visit:one' }),
    ),
  )
  expect(claims.filter((claim) => claim.status === 'fulfilled' && claim.value)).toHaveLength(1)
})

test('a charge of another amount or currency is frozen and creates no donation', async () => {
  for (const over of [{ amount: 2319n }, { currency: 'USD' }]) {
    const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
    await settle(ports, attempt, succeeded(over))
    expect(await findAttempt(ports, attempt.id)).toMatchObject({ state: 'INTEGRITY_FAILURE' })
    expect(await written(attempt.id)).toMatchObject({ donations: 0, entries: 0, events: 0 })
  }
})

test('the database refuses a second live attempt, success or charge, a backward state and excess zakat', async () => {
  const again = (id: string, over: object = {}) => {
    const next = ports.newId()
    const row = JSON.stringify({ id: next, provider_key: next, idempotency_key: next, ...over })
    return sql`insert into payments.attempt select (jsonb_populate_record(a, ${row}::jsonb)).* from payments.attempt a where id = ${id}`.execute(
      ports.db,
    )
  }
  const [attempt, other] = [
    await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)])),
    await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)])),
  ]
  await expect(again(attempt.id)).rejects.toMatchObject({ code: '23505', constraint: 'one_live_attempt' })
  await settle(ports, attempt, succeeded())
  await expect(again(attempt.id, { provider_charge_id: 'ch_another' })).rejects.toMatchObject({
    code: '23505',
    constraint: 'one_success',
  })
  await expect(again(attempt.id, { intent_id: other.intentId })).rejects.toMatchObject({
    code: '23505',
    constraint: 'attempt_charge',
  })
  for (const state of ['DECLINED', 'UNKNOWN', 'SUBMITTED'])
    await expect(
      sql`update payments.attempt set state = ${state} where id = ${attempt.id}`.execute(ports.db),
    ).rejects.toThrow(/illegal transition/)
  await expect(
    sql`update payments.attempt set state = 'SUCCEEDED' where id = ${other.id}`.execute(ports.db),
  ).rejects.toThrow(/without a charge/)
  const donation = (over: object) => {
    const row = JSON.stringify({ id: ports.newId(), line: 2, ...over })
    return sql`insert into giving.donation select (jsonb_populate_record(d, ${row}::jsonb)).* from giving.donation d where attempt_id = ${attempt.id}`.execute(
      ports.db,
    )
  }
  await expect(donation({ line: 1 })).rejects.toMatchObject({ code: '23505' })
  for (const over of [{ zakat_eligible: 2001 }, { zakat_eligible: -1 }, { gift: 0 }, { tip: -1 }])
    await expect(donation(over)).rejects.toMatchObject({ code: '23514' })
})

test('a decline ends the attempt and leaves the order open for another card', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  await settle(ports, attempt, { kind: 'declined', code: 'insufficient_funds', declineClass: 'SOFT' })
  expect(await findAttempt(ports, attempt.id)).toMatchObject({
    state: 'DECLINED',
    intentState: 'CREATED',
    declineCode: 'insufficient_funds',
  })
})

test('a success after a decline of the same attempt changes nothing', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  await settle(ports, attempt, { kind: 'declined', code: 'card_declined', declineClass: 'SOFT' })
  await settle(ports, attempt, succeeded())
  expect(await findAttempt(ports, attempt.id)).toMatchObject({ state: 'DECLINED' })
  expect(await written(attempt.id)).toMatchObject({ donations: 0, events: 0 })
})

test('an unknown outcome is looked up again after 5 s and may still succeed', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  await settle(ports, attempt, { kind: 'unknown', reason: 'timeout' })
  const unknown = (await findAttempt(ports, attempt.id))!
  expect(unknown).toMatchObject({
    state: 'UNKNOWN',
    intentState: 'PROCESSING',
    nextLookupAt: new Date(clock.now().getTime() + 5000),
  })
  await settle(ports, unknown, succeeded())
  expect(await written(attempt.id)).toMatchObject({ donations: 1, sum: 0n })
})

test('an unknown outcome is looked up by one worker at a time, with growing delays, until it is known', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  const mine = async (instant: Date) =>
    (await leaseDueAttempts(ports, instant, new Date(instant.getTime() + 30_000), 1000)).find(
      ({ id }) => id === attempt.id,
    )
  expect(await mine(after(14))).toBeUndefined()
  const [first, second] = [await mine(after(15)), await mine(after(15))]
  expect([first?.lookups, second]).toEqual([1, undefined])
  await settle(ports, first!, { kind: 'unknown', reason: 'timeout' })
  expect(await findAttempt(ports, attempt.id)).toMatchObject({ state: 'UNKNOWN', nextLookupAt: after(30) })
  expect(await mine(after(30))).toMatchObject({ lookups: 2 })
  await settle(ports, attempt, succeeded())
  await settle(ports, attempt, { kind: 'unknown', reason: 'timeout' })
  expect(await findAttempt(ports, attempt.id)).toMatchObject({ state: 'SUCCEEDED', nextLookupAt: null })
  expect(await mine(after(86_400))).toBeUndefined()
})

test('zakat is the donation less the fee it bears, or all of it if the fee is covered', async () => {
  const plain = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId, { isZakat: true })]))
  await settle(ports, plain, succeeded())
  const covered = await aClaimedAttempt(
    ports,
    anOrder([aLine(ports, campaignId, { isZakat: true, maximizeZakat: true, coveredFee: '64', feeShare: '64' })]),
  )
  await settle(ports, covered, succeeded({ amount: 2384n, fee: 70n }))
  const eligible = async (id: string) =>
    (
      await sql<{
        eligible: bigint
      }>`select zakat_eligible as eligible from giving.donation where attempt_id = ${id}`.execute(ports.db)
    ).rows[0]!.eligible
  expect(await eligible(plain.id)).toBe(1937n)
  expect(await eligible(covered.id)).toBe(2000n)
})

const borne = async (attemptId: string) =>
  (
    await sql<{
      fee: bigint
      eligible: bigint
    }>`select processing_fee as fee, zakat_eligible as eligible from giving.donation where attempt_id = ${attemptId} order by line`.execute(
      ports.db,
    )
  ).rows.map(({ fee, eligible }) => [fee, eligible])
const booked = async (attemptId: string) =>
  new Map(
    (
      await sql<{
        account: string
        sum: bigint
      }>`select e.account, sum(e.amount)::bigint as sum from ledger.entry e join ledger.tx t on t.id = e.tx_id
        where t.source_id = ${attemptId} and e.meaning = 'processing_fee' group by e.account`.execute(ports.db)
    ).rows.map(({ account, sum }) => [account, sum]),
  )

test('a payment’s donations bear at most the actual fee, in order, and the rest counts as zakat', async () => {
  const lines = [
    aLine(ports, campaignId, { isZakat: true }),
    aLine(ports, campaignId, { isZakat: true, tip: '0' }),
    aLine(ports, campaignId, { isZakat: true, tip: '0' }),
  ]
  const attempt = await aClaimedAttempt(ports, anOrder(lines))
  await settle(ports, attempt, succeeded({ amount: 6320n, fee: 100n }))
  expect(await borne(attempt.id)).toEqual([
    [63n, 1937n],
    [37n, 1963n],
    [0n, 2000n],
  ])
  expect(await booked(attempt.id)).toEqual(
    new Map([
      ['campaign_payable', 100n],
      ['provider_clearing', -100n],
    ]),
  )
})

test('without the provider’s actual fee, the scheduled fee is booked and the platform bears none', async () => {
  const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
  const { fee: _, ...unsaid } = succeeded() as Extract<Outcome, { kind: 'succeeded' }>
  await settle(ports, attempt, unsaid)
  expect(await borne(attempt.id)).toEqual([[63n, 0n]])
  expect(await booked(attempt.id)).toEqual(
    new Map([
      ['campaign_payable', 63n],
      ['provider_clearing', -63n],
    ]),
  )
})

test('a Gift Aid declaration is stored with the text that was shown', async () => {
  const address = {
    firstName: 'Amina',
    lastName: 'Yusuf',
    line1: '1 High Street',
    city: 'Leicester',
    postalCode: 'LE1 1AA',
    country: 'GB',
  }
  const attempt = await aClaimedAttempt(
    ports,
    anOrder([aLine(ports, campaignId, { giftAid: true, taxAddress: address })]),
  )
  await settle(ports, attempt, succeeded())
  const { rows } =
    await sql`select first_name, text_version, length(text_hash) as hash from giving.gift_aid_declaration g join giving.donation d on d.id = g.donation_id where d.attempt_id = ${attempt.id}`.execute(
      ports.db,
    )
  expect(rows).toMatchObject([{ first_name: 'Amina', hash: 64 }])
})

test('a declaration has the time of its request, even if the payment is found much later', async () => {
  const address = {
    firstName: 'Amina',
    lastName: 'Yusuf',
    line1: '1 High Street',
    city: 'Leicester',
    postalCode: 'LE1 1AA',
    country: 'GB',
  }
  const attempt = await aClaimedAttempt(
    ports,
    anOrder([aLine(ports, campaignId, { giftAid: true, taxAddress: address })]),
  )
  clock.move({ days: 2 })
  await settle(ports, attempt, succeeded())
  const declared = await ports.db
    .selectFrom('giving.gift_aid_declaration as g')
    .innerJoin('giving.donation as d', 'd.id', 'g.donation_id')
    .select(['g.declared_at as at', 'd.given_at as given'])
    .where('d.attempt_id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  expect(declared.at).toEqual(attempt.submittedAt)
  expect(declared.given.getTime() - declared.at.getTime()).toBe(2 * 86_400_000)
})
