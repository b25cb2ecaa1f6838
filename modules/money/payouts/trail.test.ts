import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { hourMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { bankDetailsInForce, payoutHelpers } from './testing.ts'

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = payoutHelpers(installation, clock)
})
afterAll(() => installation.close())

type Trails = { trails: { donationId: string; campaign: string; gift: number; payouts: { state: string }[] }[] }
type Zakat = { donations: { donationId: string; parts: object[] }[] }

/** Calls the API without a session, or with one. */
async function get<T>(url: string, bearer?: string): Promise<{ status: number; body: T }> {
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : {}
  const response = await installation.fastify.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, body: response.json<T>() }
}
const receiptsOf = (intentId: string) =>
  installation.app.db
    .selectFrom('receipts.receipt as r')
    .innerJoin('receipts.line as l', 'l.receipt_id', 'r.id')
    .select(['r.id', 'l.donation_id as donationId'])
    .where('r.intent_id', '=', intentId)
    .orderBy('r.number')
    .execute()
const tokenOf = (kind: 'receipt' | 'donation' | 'guest', subject: string) =>
  signToken(installation.app.tokenSecret, kind, subject, new Date(clock.now().getTime() + hourMs))
const trailsOf = (receiptId: string, token?: string, bearer?: string) =>
  get<Trails>(`/v4/receipts/${receiptId}/trails${token ? `?token=${token}` : ''}`, bearer)

test('a guest follows a donation by the link of the receipt’s email, up to the payout [payouts-15]', async () => {
  const charity = await helpers.aPaidCharity()
  const [receipt] = await receiptsOf(charity.intentId)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('kind', '=', 'receipt')
    .execute()
  const link = mails
    .map(({ content }) => /\/receipts\/([\w-]+)\/trail\?token=([\w.-]+)/.exec(JSON.stringify(content)))
    .find((found) => found?.[1] === receipt!.id)
  const token = link![2]!
  expect((await trailsOf(receipt!.id, token)).body.trails).toMatchObject([
    { donationId: charity.donationId, gift: 10_000, payouts: [] },
  ])
  const approved = await helpers.anApprovedPayout(charity)
  await helpers.send(await helpers.staff())
  expect((await trailsOf(receipt!.id, token)).body.trails[0]!.payouts).toMatchObject([
    { reference: approved.reference, state: 'sent' },
  ])
}, 60_000)

test('a receipt’s trails are open to its readers only, and show its own donations only [payouts-15, security-3]', async () => {
  const [first, second] = [await aCampaign(installation.app), await aCampaign(installation.app)]
  for (const { organization_id } of [first, second]) await bankDetailsInForce(installation, organization_id)
  const basket = await helpers.basketDonation([first.id, second.id], { currency: 'GBP', amount: 3000, tip: 0 })
  const receipts = await receiptsOf(basket.intentId)
  expect(receipts).toHaveLength(2)
  const [own, other] = receipts as [(typeof receipts)[0], (typeof receipts)[0]]
  const idsOf = async (response: ReturnType<typeof trailsOf>) =>
    (await response).body.trails.map(({ donationId }) => donationId)
  expect(await idsOf(trailsOf(own.id, tokenOf('receipt', own.id)))).toEqual([own.donationId])
  // The token of the payment opens each of its receipts.
  for (const receipt of receipts)
    expect(await idsOf(trailsOf(receipt.id, tokenOf('donation', basket.intentId)))).toEqual([receipt.donationId])
  const stranger = await aSession(installation.app)
  const refused = [
    trailsOf(other.id, tokenOf('receipt', own.id)),
    trailsOf(own.id, tokenOf('guest', own.id)),
    trailsOf(own.id, `${tokenOf('receipt', own.id)}x`),
    trailsOf(own.id),
    trailsOf(own.id, undefined, stranger.token),
  ]
  for (const { status } of await Promise.all(refused)) expect(status).toBe(404)
  const token = tokenOf('receipt', own.id)
  clock.move({ days: 1 })
  expect((await trailsOf(own.id, token)).status).toBe(404)
}, 60_000)

test('zakat of a receipt has its distributions for the same readers [payouts-15, zakat-19]', async () => {
  const campaign = await aCampaign(installation.app, { zakat_verified: true })
  const donor = await aSession(installation.app)
  const given = await helpers.donation(campaign.id, { amount: '40', zakah: true }, donor.token)
  const [receipt] = await receiptsOf(given.intentId)
  const zakatOf = (id: string, query: string, bearer?: string) =>
    get<Zakat>(`/v4/receipts/${id}/zakat-distributions${query}`, bearer)
  const byToken = await zakatOf(receipt!.id, `?token=${tokenOf('receipt', receipt!.id)}`)
  expect(byToken.body.donations).toEqual([{ donationId: given.donationId, parts: [] }])
  expect((await zakatOf(receipt!.id, '', donor.token)).body).toEqual(byToken.body)
  expect((await zakatOf(receipt!.id, '')).status).toBe(404)
  expect((await zakatOf(installation.app.newId(), `?token=${tokenOf('receipt', receipt!.id)}`)).status).toBe(404)
}, 60_000)
