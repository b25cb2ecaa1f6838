import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { purgeUnpaidOrders } from './purge-unpaid-orders.ts'
import type { GivingPorts } from '../ports.ts'
import { settle, settleWithoutCharge } from '../payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '../testing.ts'

const clock = manualClock()
let database: TestDatabase
let ports: GivingPorts
let campaignId: bigint
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
  } as GivingPorts
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

const order = (email: string) =>
  anOrder([aLine(ports, campaignId, { note: 'a note of theirs' })], {
    guestId: ports.newId(),
    email,
    name: 'Hafsa Guest',
  })
const read = async (intentId: string) => {
  const intent = await ports.db
    .selectFrom('payments.intent')
    .select(['order_details', 'amount'])
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow()
  const attempt = await ports.db
    .selectFrom('payments.attempt')
    .select(['email_key', 'ip'])
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  return { said: JSON.stringify(intent.order_details), amount: intent.amount, ...attempt }
}

test('an unpaid order identifies its guest for 90 days and is then anonymized', async () => {
  const old = await aClaimedAttempt(ports, order('hafsa@example.org'), {
    ip: '192.0.2.9',
    emailKey: 'hafsa@example.org',
  })
  await settleWithoutCharge(ports, old, 'abandoned', 'EXPIRED')
  const paid = await aClaimedAttempt(ports, order('paid@example.org'), { emailKey: 'paid@example.org' })
  await settle(ports, paid, { kind: 'succeeded', chargeId: 'ch_purge_unpaid', amount: paid.amount, currency: 'GBP' })
  const open = await aClaimedAttempt(ports, order('open@example.org'), { emailKey: 'open@example.org' })
  const members = await aClaimedAttempt(ports, order('member@example.org'), {
    scope: `account:${ports.newId()}`,
    emailKey: 'member@example.org',
  })
  await settleWithoutCharge(ports, members, 'abandoned', 'EXPIRED')
  clock.move({ days: 89 })
  expect(await purgeUnpaidOrders(ports)).toBe(0)
  const young = await aClaimedAttempt(ports, order('young@example.org'), { emailKey: 'young@example.org' })
  await settleWithoutCharge(ports, young, 'abandoned', 'EXPIRED')
  clock.move({ days: 2 })
  expect(await purgeUnpaidOrders(ports)).toBe(1)
  expect(await purgeUnpaidOrders(ports)).toBe(0)

  const forgotten = await read(old.intentId)
  expect(forgotten).toMatchObject({ amount: old.amount, email_key: null, ip: '' })
  expect(forgotten.said).not.toMatch(/hafsa|a note of theirs/i)
  expect(forgotten.said).toContain(String(campaignId))
  for (const [attempt, email] of [
    [paid, 'paid@example.org'],
    [open, 'open@example.org'],
    [members, 'member@example.org'],
    [young, 'young@example.org'],
  ] as const) {
    const { said, email_key } = await read(attempt.intentId)
    expect([said.includes(email), email_key]).toEqual([true, email])
  }
})
