import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { sweepRefunds } from './look-up.ts'
import { refundHelpers } from './testing.ts'
import { watchDisputes } from './watch-disputes.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
})
afterAll(() => installation.close())

test('disputes of the last 30 days are compared with payments of those days, and many are logged [refunds-5]', async () => {
  const with_ = refundHelpers(installation)
  const bank = installation.sandbox!.gateway
  const texts: object[] = []
  Object.assign(installation.app, {
    log: {
      ...installation.app.log,
      error: (fields: object, text: string) => text === 'too many payments are disputed' && texts.push(fields),
    },
  })
  const campaignId = (await aCampaign(installation.app, { ends_at: null })).id
  const intents: string[] = []
  for (let n = 0; n < 7; n++) intents.push((await with_.donation(campaignId)).intentId)
  const dispute = async (intentId: string) => (await bank.openDispute(await with_.chargeOf(intentId))).id
  for (const intentId of intents.slice(0, 4)) await dispute(intentId)
  await sweepRefunds(installation.app, new Date(0))
  await watchDisputes(installation.app)
  expect(texts).toEqual([])
  await bank.closeDispute(await dispute(intents[4]!), 'won')
  await sweepRefunds(installation.app, new Date(0))
  await watchDisputes(installation.app)
  expect(texts).toEqual([{ paid: 7, disputed: 5, days: 30 }])
  clock.move({ days: 31 })
  await with_.donation(campaignId)
  await watchDisputes(installation.app)
  expect(texts).toHaveLength(1)
})
