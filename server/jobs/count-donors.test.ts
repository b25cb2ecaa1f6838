import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { shownTotal } from '#modules/causes/campaigns/queries/totals.ts'
import { countDonors } from '#modules/money/giving/queries/organizer-sums.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { countProvenDonors } from './count-donors.ts'
import { drainOutbox } from './outbox.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())

const period = { from: new Date(0), to: new Date(Date.now() + 86_400_000) }
const counts = async (campaignId: bigint) => {
  while ((await drainOutbox(installation.app)) > 0);
  const [shown, inPeriod] = await Promise.all([
    shownTotal(installation.app.db, campaignId),
    countDonors(installation.app, { campaignId, ...period }),
  ])
  return [Number(shown.donorCount), inPeriod]
}
const guest = (email: string) => ({ guest: { email, name: 'Amina Yusuf' } })

test('a person who donates by account and by its proven email is one donor (supporters-6)', async () => {
  const { id } = await aCampaign(installation.app, { ends_at: null })
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  await helpers.donation(id, { amount: '21' }, token)
  await helpers.donation(id, { amount: '22', ...guest(viewer.email.toUpperCase()) })
  await helpers.donation(id, { amount: '23', ...guest('someone-else@example.org') })
  expect(await counts(id)).toEqual([2, 2])
})

test('earlier donations by email count with those of the account once it has proven the email (supporters-6)', async () => {
  const [one, other] = [
    await aCampaign(installation.app, { ends_at: null }),
    await aCampaign(installation.app, { ends_at: null }),
  ]
  const { token, viewer } = await aSession(installation.app, { isConfirmed: false })
  const first = await helpers.donation(one.id, { amount: '21', ...guest(viewer.email) })
  await helpers.donation(one.id, { amount: '22' }, token)
  await helpers.donation(other.id, { amount: '23', ...guest(viewer.email) })
  expect(await counts(one.id)).toEqual([2, 2])
  await installation.app.write((tx) =>
    tx
      .updateTable('identity.account')
      .set({ email_confirmed_at: installation.app.clock() })
      .where('id', '=', viewer.accountId)
      .execute(),
  )
  while ((await countProvenDonors(installation.app)) > 0);
  expect([await counts(one.id), await counts(other.id)]).toEqual([
    [1, 1],
    [1, 1],
  ])
  // A refund of one of the two donations leaves one donor.
  expect((await helpers.refund(await helpers.staff(), first.intentId)).status).toBe(200)
  expect(await counts(one.id)).toEqual([1, 1])
})
