import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

test('a repeated key returns the same bytes, sends one email and is refused for another donation [payments-1] [S2 §7]', async () => {
  const { token, viewer } = await aSession(installation.app)
  const campaign = await aCampaign(installation.app)
  const donations = [aLine(installation.app, campaign.id), aLine(installation.app, campaign.id)]
  for (const [index, line] of donations.entries()) {
    const attempt = await aClaimedAttempt(
      installation.app,
      anOrder([line], { accountId: viewer.accountId, email: viewer.email }),
    )
    await settle(installation.app, attempt, {
      kind: 'succeeded',
      chargeId: `ch_${index}`,
      amount: attempt.amount,
      currency: 'GBP',
    })
  }
  await drainOutbox(installation.app)
  const submit = (id: string, key?: string) =>
    installation.fastify.inject({
      method: 'POST',
      url: '/api/user/resendReceipt',
      payload: { id },
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    })
  const [first, again] = [await submit(donations[0]!.donationId, 'k-1'), await submit(donations[0]!.donationId, 'k-1')]
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body])
  const copies = () =>
    installation.app.db
      .selectFrom('notifications.mail')
      .select('id')
      .where('to_address', '=', viewer.email)
      .where('kind', '=', 'receipt-copy')
      .execute()
  expect(await copies()).toHaveLength(1)
  const reused = await submit(donations[1]!.donationId, 'k-1')
  expect([reused.statusCode, reused.json().result.code]).toEqual([422, 'idempotency-key-reused'])
  expect((await submit(donations[1]!.donationId, 'k-2')).json().result).toMatchObject({ remaining: 1 })
  expect((await submit(donations[1]!.donationId)).json().result).toMatchObject({ remaining: 0 })
  expect((await submit(donations[0]!.donationId, 'k-1')).body).toBe(first.body)
  expect(await copies()).toHaveLength(3)
})
