import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, environment: { FEES: 'card GBP 1.4% + 0.20, card * 2.5%' } })
})
afterAll(() => installation.close())

test('a donor covers the fee of the operator’s contract, and the donation stores the fee’s version', async () => {
  const give = async (currency: 'GBP' | 'USD') => {
    const { id } = await aCampaign(installation.app, { currency, zakat_verified: true, ends_at: null })
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: `/api/donate/donate/${id}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': `fee-${currency}` },
      payload: {
        amount: '20',
        currency,
        zakah: true,
        maximizeZakat: true,
        tokens: [{ type: 'card', token: 'pm_card_visa' }],
      },
    })
    expect(answer.statusCode).toBe(200)
    await drainOutbox(installation.app)
    return installation.app.db
      .selectFrom('giving.donation')
      .select(['gift', 'covered_fee as coveredFee', 'fee_schedule_version as version'])
      .where('campaign_id', '=', id)
      .executeTakeFirstOrThrow()
  }
  expect(await give('GBP')).toEqual({ gift: 2000n, coveredFee: 49n, version: 'card GBP 1.4% + 0.20' })
  expect(await give('USD')).toEqual({ gift: 2000n, coveredFee: 82n, version: 'card * 2.5%' })
  expect((await verifyLedger(installation.database.ownerUrl, undefined)).filter(({ count }) => count > 0)).toEqual([])
})
