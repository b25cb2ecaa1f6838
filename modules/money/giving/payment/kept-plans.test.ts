import { expect, test } from 'vitest'
import pg from 'pg'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { checkPaymentHistory } from '#modules/money/payments/index.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import type { GivingPorts } from '../ports.ts'
import { aClaimedAttempt, aLine, anOrder } from '../testing.ts'
import { settle } from './settle.ts'

const donationsPerRound = 12
/** PostgreSQL plans the first five calls of a prepared statement with their values. */
const plannedCalls = 5

test('the statements of a donation keep their prepared plans while the tables grow', async () => {
  const database = await createTestDatabase({ max: 1 })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    const ports = testPorts(database.database) as GivingPorts
    const campaignId = (await aCampaign(ports)).id
    const donate = async () => {
      await checkPaymentHistory(ports, {
        scope: `visit:${ports.newId()}`,
        visit: null,
        key: ports.newId(),
        ip: '192.0.2.1',
        emailKey: null,
        donationHash: 'hash',
        frequency: 'once',
        reference: null,
        now: ports.clock(),
      })
      const attempt = await aClaimedAttempt(ports, anOrder([aLine(ports, campaignId)]))
      await settle(ports, attempt, {
        kind: 'succeeded',
        chargeId: `ch_${ports.newId()}`,
        amount: 2320n,
        currency: 'GBP',
        fee: 69n,
        card: { brand: 'visa', last4: '4242' },
      })
    }
    for (const earlier of [0, 300, 3000, 6000]) {
      await addPaidAttempts(owner, earlier)
      for (let index = 0; index < donationsPerRound; index++) await donate()
    }
    const { rows } = await database.database.pool.query<{ name: string; custom: string }>(
      'select name, custom_plans::text as custom from pg_prepared_statements order by name',
    )
    expect(rows.map(({ name }) => name.replace(/#\d+$/, ''))).toEqual(
      expect.arrayContaining(['giving.settle', 'payments.history']),
    )
    expect(rows.filter(({ custom }) => Number(custom) > plannedCalls)).toEqual([])
  } finally {
    await owner.end()
    await database.drop()
  }
})

async function addPaidAttempts(owner: pg.Client, count: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `with made as materialized (select uuidv7() as id, uuidv7() as attempt from generate_series(1, $1)),
       intents as (
         insert into payments.intent (id, purpose, order_details, quote_hash, donation_hash, amount, currency, state,
           scope, provider, provider_intent_id, created_at, expires_at)
         select id, 'donation', '{}', '', md5(id::text), 2320, 'USD', 'SUCCEEDED', 'visit:' || id, 'demo', id::text,
           now(), now() from made)
     insert into payments.attempt (id, intent_id, state, provider, provider_key, provider_charge_id, amount, currency,
       scope, visit, idempotency_key, request_hash, method, ip, submitted_at, settled_at)
     select attempt, id, 'SUCCEEDED', 'demo', attempt::text, attempt::text, 2320, 'USD', 'visit:' || id,
       'visit:' || id, 'key', '', 'card', '192.0.2.2', now(), now() from made`,
    [count],
  )
  await owner.query('analyze payments.attempt, payments.intent')
}
