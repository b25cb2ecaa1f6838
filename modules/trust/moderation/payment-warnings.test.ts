import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMembers } from '#modules/causes/organizations/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aDraft } from '#modules/organizers/fundraising/testing.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { syncCases } from './sync-cases.ts'
import { aStaffSession } from './testing.ts'

let installation: TestApp
let desk: ReturnType<typeof refundHelpers>
let finance: string
const { handleWarningWebhooks, sweepWarnings } = refundsServer.jobs
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  desk = refundHelpers(installation)
  finance = await desk.staff()
})
afterAll(() => installation.close())

type Decision = { key: string; mails: string | null }
type CaseRow = { id: string; kind: string; reasons: { code: string }[] }
const openCases = async (kind: string, token = finance) =>
  (await desk.ask<{ cases: CaseRow[] }>(token, 'GET', `/v4/staff/cases?kind=${kind}`)).body.cases
const mails = () =>
  installation.app.db.selectFrom('notifications.mail').select(['id', 'kind', 'to_address as to']).execute()

/** Decides a case and returns what its page said about the email, and the emails that were queued. */
async function decide(token: string, caseId: string, decision: string, over: object = {}) {
  const page = (await desk.ask<{ seen: string; decisions: Decision[] }>(token, 'GET', `/v4/staff/cases/${caseId}`)).body
  const before = new Set((await mails()).map(({ id }) => id))
  const { status } = await desk.ask(token, 'POST', `/v4/staff/cases/${caseId}/decision`, {
    seen: page.seen,
    decision,
    reason: 'Reviewed.',
    ...over,
  })
  await desk.drain()
  const shown = page.decisions.find(({ key }) => key === decision)?.mails
  const sent = (await mails()).filter(({ id }) => !before.has(id)).map(({ kind, to }) => ({ kind, to }))
  return { status, shown, sent }
}

let events = 0
const payForOne = async (cardToken: string): Promise<{ readonly intentId: string }> =>
  desk.donation((await aCampaign(installation.app)).id, { tokens: [{ type: 'card', token: cardToken }] })
/** Pays with a test card and sends the webhook of its warning several times. */
async function aWarnedDonation(number: string, kind: string, pay = payForOne) {
  const { id } = installation.sandbox!.gateway.wallet.create({
    type: 'card',
    card: { number, exp_month: '12', exp_year: '2034', cvc: '123' },
  })
  const donation = await pay(id)
  const objectId = await desk.providerIdOf(donation.intentId)
  for (let nth = 0; nth < 3; nth += 1) {
    const eventId = `evt_warning_${(events += 1)}`
    await recordWebhook(installation.app, {
      provider: 'sandbox',
      eventId,
      kind,
      objectId,
      at: installation.app.clock(),
    })
  }
  return donation
}
const earlyFraud = () => aWarnedDonation('4000000000005423', 'radar.early_fraud_warning.created')
const review = () => aWarnedDonation('4000000000009235', 'review.opened')

test('an early fraud warning is one case for finance, whose first decision refunds the payment once [refunds-11]', async () => {
  const { intentId } = await earlyFraud()
  await Promise.all([handleWarningWebhooks(installation.app), handleWarningWebhooks(installation.app)])
  await sweepWarnings(installation.app, new Date(Date.now() - 86_400_000))
  await Promise.all([syncCases(installation.app), syncCases(installation.app)])
  const { token: reviewer } = await aStaffSession(installation.app, 'reviewer')
  expect(await openCases('payment', reviewer)).toEqual([])
  const [found, ...others] = await openCases('payment')
  expect([found?.reasons, others]).toEqual([[{ code: 'early-fraud-warning', count: 1 }], []])
  const page = (await desk.ask<{ decisions: Decision[] }>(finance, 'GET', `/v4/staff/cases/${found!.id}`)).body
  expect(page.decisions.map(({ key }) => key)).toEqual(['keep-payment', 'refund-payment'])
  const { status, shown, sent } = await decide(finance, found!.id, 'refund-payment')
  expect([status, shown, sent.map(({ kind }) => kind)]).toEqual([200, 'donor', ['refund']])
  expect(await desk.truth(intentId)).toBe(2320)
  expect(await desk.stateOf(intentId)).toBe('REFUNDED')
  await syncCases(installation.app)
  expect(await openCases('payment')).toEqual([])
  await handleWarningWebhooks(installation.app)
  expect(await openCases('payment')).toEqual([])
})

test('a review that the provider opened is kept without an email, and never becomes another case', async () => {
  const { intentId } = await review()
  await handleWarningWebhooks(installation.app)
  await syncCases(installation.app)
  const [found] = await openCases('payment')
  expect(found?.reasons).toEqual([{ code: 'payment-review', count: 1 }])
  expect(await decide(finance, found!.id, 'keep-payment')).toEqual({ status: 200, shown: null, sent: [] })
  expect([await desk.stateOf(intentId), await desk.truth(intentId)]).toEqual(['SUCCEEDED', 0])
  await sweepWarnings(installation.app, new Date(Date.now() - 86_400_000))
  await syncCases(installation.app)
  expect(await openCases('payment')).toEqual([])
})

test('staff can’t decide about a basket with a donation to their own charity, also if it is not the first', async () => {
  const [first, own] = [await aCampaign(installation.app), await aCampaign(installation.app)]
  const { token, viewer } = await aStaffSession(installation.app, 'finance')
  const member = { accountId: viewer.accountId, role: 'owner' as const, at: installation.app.clock() }
  await installation.app.write((tx) => insertMembers(tx, [{ organizationId: own.organization_id, ...member }]))
  await aWarnedDonation('4000000000009235', 'review.opened', (cardToken) =>
    desk.basketDonation([first.id, own.id], { currency: 'GBP', amount: 3000, tip: 500, cardToken }),
  )
  await handleWarningWebhooks(installation.app)
  await syncCases(installation.app)
  const [found] = await openCases('payment')
  expect((await decide(token, found!.id, 'keep-payment')).status).toBe(409)
  expect((await decide(finance, found!.id, 'keep-payment')).status).toBe(200)
})

test('a missed webhook is found by the sweep, and a dispute meanwhile ends the case', async () => {
  const { intentId } = await earlyFraud()
  await installation.app.db.updateTable('payments.webhook_event').set({ handled_at: new Date() }).execute()
  await sweepWarnings(installation.app, new Date(Date.now() - 86_400_000))
  await syncCases(installation.app)
  expect(await openCases('payment')).toHaveLength(1)
  await installation.sandbox!.gateway.openDispute(await desk.chargeOf(intentId))
  await refundsServer.jobs.sweepRefunds(installation.app, new Date(Date.now() - 86_400_000))
  await syncCases(installation.app)
  expect(await openCases('payment')).toEqual([])
})

test('the page of a case says who is emailed: the organizer of a published fundraiser, the donor of a refund', async () => {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const draft = await aDraft(installation.app, viewer, { name: 'A well for Kasbo' })
  const move = { id: String(draft.id), state: 'review' }
  expect((await desk.ask(token, 'POST', '/api/projectadmin/changeProjectState', move)).status).toBe(200)
  const campaign = await aCampaign(installation.app, { name: 'Refund wanted' })
  const donor = await aSession(installation.app, { isConfirmed: true })
  const { donationId } = await desk.donation(campaign.id, {}, donor.token)
  const request = `/v4/account/donations/${donationId}/refund-request`
  await desk.ask(donor.token, 'POST', request, { reason: 'I gave twice.' })
  await syncCases(installation.app)
  const { token: reviewer } = await aStaffSession(installation.app, 'reviewer')
  const published = await decide(reviewer, (await openCases('fundraiser', reviewer))[0]!.id, 'publish')
  expect([published.shown, published.sent]).toEqual(['organizer', [{ kind: 'fundraiser-approved', to: viewer.email }]])
  const granted = await decide(finance, (await openCases('refund'))[0]!.id, 'grant')
  expect([granted.shown, granted.sent]).toEqual(['donor', [{ kind: 'refund', to: donor.viewer.email }]])
})
