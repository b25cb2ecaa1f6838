import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { drainOutbox } from './outbox.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

async function give(campaignId: bigint, email: string): Promise<string> {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': email, 'session-id': email },
    payload: {
      amount: '20',
      currency: 'GBP',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email, name: 'Bilal Khan' },
    },
  })
  const { id } = answer.json<{ result: { id: string } }>().result
  expect(answer.statusCode).toBe(200)
  return id
}

test('a guest that can’t be created is logged and the other reactions run [S2 §8]', async () => {
  const { id } = await aCampaign(installation.app)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query(`alter table identity.guest add constraint refuses_one check (email <> 'refused@example.org')`)
  await owner.end()
  const emails = ['before@example.org', 'refused@example.org', 'after@example.org']
  const donations: string[] = []
  for (const email of emails) donations.push(await give(id, email))
  const logged: string[] = []
  const log = { ...installation.app.log, error: (_: object, text: string) => void logged.push(text) }
  expect(await drainOutbox({ ...installation.app, log })).toBe(3)
  expect(logged).toEqual(['Error creating guest user'])
  const guests = await installation.app.db
    .selectFrom('identity.guest')
    .select('email')
    .where('email', 'in', emails)
    .orderBy('created_at')
    .execute()
  expect(guests.map(({ email }) => email).toSorted()).toEqual(['after@example.org', 'before@example.org'])
  expect(await campaignTotals(installation.app.db, [id])).toMatchObject([{ raised: 6000n, donationCount: 3n }])
  const receipted = await installation.app.db
    .selectFrom('receipts.line')
    .select('donation_id')
    .where('donation_id', 'in', donations)
    .execute()
  expect(receipted).toHaveLength(3)
})
