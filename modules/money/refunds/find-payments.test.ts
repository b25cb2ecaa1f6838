import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { refundHelpers } from './testing.ts'

type Found = {
  donations: { intentId: string; state: string; currency: string; email: string | null; isPaid: boolean }[]
  next: string | null
}
type Payment = {
  chargeId: string
  providerIntentId: string
  providerUrl: string | null
  receipts: { id: string; number: string; voidedAt: string | null }[]
}

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let campaignId: bigint
let support: string
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  helpers = refundHelpers(installation)
  campaignId = (await aCampaign(installation.app, { ends_at: null })).id
  support = await helpers.staff('support')
})
afterAll(() => installation.close())

const today = () => installation.app.clock().toISOString().slice(0, 10)
const list = async (query: Record<string, string> = {}) =>
  (await helpers.ask<Found>(support, 'GET', `/v4/staff/donations?${new URLSearchParams(query).toString()}`)).body
const idsOf = ({ donations }: Found) => donations.map(({ intentId }) => intentId)
const paymentOf = async (intentId: string) =>
  (await helpers.ask<Payment>(support, 'GET', `/v4/staff/donations/${intentId}`)).body

test('the newest payments are listed by state, currency and day, without email addresses [payments-28]', async () => {
  const first = await helpers.donation(campaignId)
  const second = await helpers.donation(campaignId, { amount: '30' })
  const all = await list()
  expect(idsOf(all)).toEqual([second.intentId, first.intentId])
  expect(all.donations.map(({ email }) => email)).toEqual([null, null])
  expect(all.next).toBeNull()
  expect(idsOf(await list({ currency: 'GBP' }))).toHaveLength(2)
  expect(idsOf(await list({ currency: 'USD' }))).toEqual([])
  expect(idsOf(await list({ group: 'paid', from: today(), until: today() }))).toHaveLength(2)
  expect(idsOf(await list({ group: 'refunded' }))).toEqual([])
  expect(idsOf(await list({ until: '2020-01-01' }))).toEqual([])
  expect(idsOf(await list({ before: second.intentId }))).toEqual([first.intentId])
})

test('a payment is found by the provider’s ids, which belong to it only [payments-28]', async () => {
  const { intentId } = await helpers.donation(campaignId)
  const { chargeId, providerIntentId, providerUrl } = await paymentOf(intentId)
  for (const query of [chargeId, ` ${providerIntentId} `])
    expect([query, idsOf(await list({ query }))]).toEqual([query, [intentId]])
  expect(idsOf(await list({ query: 'ch_unknown' }))).toEqual([])
  // The sandbox has no dashboard.
  expect(providerUrl).toBeNull()
})

test('support mails a donor the valid receipt again, once a day, and the audit log has it [payments-28]', async () => {
  const { intentId } = await helpers.donation(campaignId, { guest: { email: 'again@example.org', name: 'Bilal Khan' } })
  const [receipt] = (await paymentOf(intentId)).receipts
  const copy = (token = support) => helpers.ask<object>(token, 'POST', `/v4/staff/receipts/${receipt!.id}/copies`)
  expect(await copy()).toMatchObject({ status: 200, body: { number: receipt!.number } })
  expect((await copy()).status).toBe(200)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['to_address', 'kind'])
    .where('kind', '=', 'receipt-copy')
    .execute()
  expect(mails).toEqual([{ to_address: 'again@example.org', kind: 'receipt-copy' }])
  expect(await entriesAbout(installation.app.db, `receipt:${receipt!.id}`, 5)).toMatchObject([
    { act: 'receipts.copy-sent', details: { number: receipt!.number } },
  ])
  expect((await copy(await helpers.staff('reviewer'))).status).toBe(403)
})
