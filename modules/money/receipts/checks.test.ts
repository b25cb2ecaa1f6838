import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { notificationPorts } from '#modules/platform/notifications/testing.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { App } from '#server/app.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'

// The checks use the database's clock, so the donations must be recent. They must find what triggers prevent, so the
// owner of the database disables the triggers.
const folder = new URL('../../../database/checks/', import.meta.url)
const checks = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -4))
const textOf = (check: string) => readFileSync(new URL(`${check}.sql`, folder), 'utf8')

let database: TestDatabase
let owner: pg.Client
let ports: NotificationPorts & { tokenSecret: string }
let waiting: string
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...notificationPorts(testPorts(database.database, () => new Date())),
    tokenSecret: 'a secret of at least thirty-two characters',
  }
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const [one, other] = [await aCampaign(ports), await aCampaign(ports)]
  await aPaidDonation([one.id])
  await aPaidDonation([one.id, other.id])
  await aPaidDonation([other.id])
  await drainOutbox(ports as App)
  const declined = await anAttempt([one.id])
  await settle(ports as NotificationPorts & GivingPorts, declined, {
    kind: 'declined',
    code: 'card_declined',
    declineClass: 'SOFT',
  })
  await anAttempt([other.id])
  waiting = await aPaidDonation([one.id])
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const anAttempt = (campaignIds: readonly bigint[]) =>
  aClaimedAttempt(ports, anOrder(campaignIds.map((id) => aLine(ports, id))))
async function aPaidDonation(campaignIds: readonly bigint[]): Promise<string> {
  const attempt = await anAttempt(campaignIds)
  await settle(ports as NotificationPorts & GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${ports.newId()}`,
    amount: attempt.amount,
    currency: attempt.currency,
    fee: 69n,
    card: { brand: 'visa', last4: '4242' },
  })
  return attempt.intentId
}

/**
 * Returns what a check finds after the owner has broken data with every trigger and foreign key disabled. Rolls
 * everything back.
 */
async function findings(check: string, breakIt = ''): Promise<number> {
  await owner.query('begin')
  try {
    await owner.query(`set local session_replication_role = replica; ${breakIt}`)
    return (await owner.query(textOf(check))).rows.length
  } finally {
    await owner.query('rollback')
  }
}

test('there are twenty-two checks, each named in its first line; the fifth needs the provider', () => {
  expect(checks.toSorted()).toEqual([
    'q1',
    'q10',
    'q11',
    'q12',
    'q13',
    'q14',
    'q15',
    'q16',
    'q17',
    'q18',
    'q19',
    'q2',
    'q21',
    'q22',
    'q23',
    'q24',
    'q3',
    'q4',
    'q6',
    'q7',
    'q8',
    'q9',
  ])
  for (const check of checks) expect(textOf(check)).toMatch(new RegExp(`^-- Q${check.slice(1)}: \\w`))
})

test.each(checks)(
  '%s finds nothing if donations are paid, declined, pending or waiting for a receipt',
  async (check) => {
    expect(await findings(check)).toBe(0)
  },
)

const anyPaid = `(select id from payments.attempt where state = 'SUCCEEDED' order by id limit 1)`
const anyReceipt = '(select id from receipts.receipt order by id limit 1)'
const anyDonation = '(select donation_id from receipts.line order by donation_id limit 1)'

describe('finds', () => {
  test.each([
    [
      'q1',
      'a ledger transaction that does not balance',
      `update ledger.entry set amount = amount + 1 where line = 1 and tx_id = (select id from ledger.tx limit 1)`,
    ],
    ['q1', 'one without entries', `delete from ledger.entry where tx_id = (select id from ledger.tx limit 1)`],
    ['q1', 'entries without one', `delete from ledger.tx where id = (select id from ledger.tx limit 1)`],
    [
      'q24',
      'a Gift Aid claim without donations',
      `insert into gift_aid.claim (id, organization_id, drafted_at) select gen_random_uuid(), id, now() from organizations.organization limit 1`,
    ],
    ['q2', 'an intent that was charged twice', `drop index payments.one_success; ${secondSuccess('ch_second')}`],
    ['q3', 'a charge that the ledger does not know', `delete from ledger.tx where source_id = ${anyPaid}`],
    ['q3', 'a ledger charge without an attempt', `update payments.attempt set state = 'UNKNOWN' where id = ${anyPaid}`],
    ['q3', 'a charge of another amount', `update payments.attempt set amount = amount + 1 where id = ${anyPaid}`],
    ['q3', 'a charge in another currency', `update payments.attempt set currency = 'USD' where id = ${anyPaid}`],
    [
      'q4',
      'a gift whose receipt is void and was not replaced',
      `insert into receipts.void values (${anyReceipt}, 'lost', now())`,
    ],
    [
      'q4',
      'a gift that has two receipts',
      `insert into receipts.line select ${anyReceipt}, donation_id, 2 from receipts.line where donation_id = ${anyDonation}`,
    ],
    [
      'q4',
      'a gift that waits for its receipt longer than five minutes',
      `update outbox.event set occurred_at = now() - interval '5 minutes 1 second'`,
    ],
    ['q4', 'a gift whose fact is gone without a receipt', 'delete from outbox.event'],
    [
      'q4',
      'a receipt for nothing',
      `delete from receipts.line where receipt_id = ${anyReceipt}; delete from giving.donation where intent_id = (select intent_id from receipts.receipt where id = ${anyReceipt})`,
    ],
    [
      'q4',
      'a receipt of another payment',
      `update receipts.receipt set intent_id = gen_random_uuid() where id = ${anyReceipt}`,
    ],
    [
      'q6',
      'attempts of one intent that the provider charged twice',
      secondSuccess('ch_second').replace(`'SUCCEEDED'`, `'INTEGRITY_FAILURE'`),
    ],
    [
      'q7',
      'a gap in the numbers',
      `update receipts.receipt set serial = 9 where id = ${anyReceipt}; update receipts.counter c set last_serial = 9 from receipts.receipt r where r.id = ${anyReceipt} and c.issuer_id = r.issuer_id`,
    ],
    ['q7', 'a counter that ran ahead', 'update receipts.counter set last_serial = last_serial + 1'],
    ['q8', 'events that are not drained', `update outbox.event set occurred_at = now() - interval '16 minutes'`],
    ['q8', 'mails that are not sent', `update notifications.mail set created_at = now() - interval '16 minutes'`],
    [
      'q8',
      'payments that are not looked up',
      `update payments.attempt set next_lookup_at = now() - interval '11 minutes' where state = 'SUBMITTED'`,
    ],
    [
      'q8',
      'payments that stay unknown',
      `update payments.attempt set state = 'UNKNOWN', submitted_at = now() - interval '61 minutes' where state = 'SUBMITTED'`,
    ],
    [
      'q9',
      'a total that differs by a penny',
      `update campaigns.total set raised = raised + 1 where campaign_id = (select max(campaign_id) from campaigns.total)`,
    ],
    [
      'q9',
      'a gift that is counted while its event is pending',
      `update campaigns.total t set raised = raised + 2000 from outbox.event e where t.campaign_id = (e.payload->'lines'->0->>'campaignId')::bigint`,
    ],
    [
      'q9',
      'a donation that is not what the ledger says',
      `update giving.donation set gift = gift + 1 where id = ${anyDonation}`,
    ],
    [
      'q16',
      'a donation that counts as zakat and is not in the zakat account',
      `update giving.donation set is_zakat = true, zakat_eligible = 1 where id = ${anyDonation}`,
    ],
    [
      'q10',
      'a gift to a campaign that does not exist',
      `update giving.donation set campaign_id = 999999 where id = ${anyDonation}`,
    ],
    [
      'q10',
      'a gift for a level that does not exist',
      `update giving.donation set level_id = 999999 where id = ${anyDonation}`,
    ],
    [
      'q10',
      'a paid attempt of an unpaid intent',
      `update payments.intent set state = 'FAILED' where id = (select intent_id from payments.attempt where id = ${anyPaid})`,
    ],
    [
      'q10',
      'a paid intent without a paid attempt',
      `update payments.intent set state = 'SUCCEEDED' where state = 'PROCESSING'`,
    ],
    [
      'q10',
      'an intent that expired while the bank is asked',
      `update payments.intent set state = 'EXPIRED' where state = 'PROCESSING'`,
    ],
    ['q10', 'a charge without a gift', `delete from giving.donation where attempt_id = ${anyPaid}`],
    [
      'q10',
      'a gift of a payment that was declined',
      `update payments.attempt set state = 'DECLINED' where id = ${anyPaid}; update payments.intent set state = 'CREATED' where id = (select intent_id from payments.attempt where id = ${anyPaid})`,
    ],
  ])('%s: %s', async (check, _, breakIt) => {
    expect(await findings(check, breakIt)).toBeGreaterThan(0)
  })
})

test('a donation may wait five minutes for its receipt, and has it afterwards', async () => {
  expect(await findings('q4', `update outbox.event set occurred_at = now() - interval '4 minutes 50 seconds'`)).toBe(0)
  await drainOutbox(ports as App)
  expect(
    await ports.db.selectFrom('receipts.receipt').select('number').where('intent_id', '=', waiting).execute(),
  ).toHaveLength(1)
  for (const check of checks) expect([check, await findings(check)]).toEqual([check, 0])
})

/** Returns SQL that adds another paid attempt to a paid intent. */
function secondSuccess(chargeId: string): string {
  return `insert into payments.attempt (id, intent_id, state, provider, provider_key, provider_charge_id, amount, currency, scope, idempotency_key, request_hash, method, ip, submitted_at)
    select second, intent_id, 'SUCCEEDED', provider, second, '${chargeId}', amount, currency, scope, gen_random_uuid(), request_hash, method, ip, submitted_at
    from payments.attempt, (select gen_random_uuid() as second) as made where id = (select id from payments.attempt where state = 'SUCCEEDED' order by id limit 1)`
}
