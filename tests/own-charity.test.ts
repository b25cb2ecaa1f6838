import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { contract } from '#modules/contract.ts'
import { aMemberOf, ask, aSignedUpCharity, completeForm } from '#modules/organizers/charities/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { openCase } from '#modules/trust/moderation/open-case.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { sampleInput } from './support/sample-input.ts'

/** Every call of staff that changes something; new ones are included automatically. */
const decisions = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([name, { access }]) => access === 'staff' && !name.startsWith('GET '),
)

/** Calls that decide nothing about a charity, and why. A new call needs a line here or a subject below. */
const aboutNoCharity: Readonly<Record<string, string>> = {
  'POST /v4/staff/factor-removals': 'about an account; two admins and its owner decide (accounts-12)',
  'POST /v4/staff/factor-removals/:removalId/approve':
    'about an account; two admins and its owner decide (accounts-12)',
  'PUT /v4/staff/hijri/months': 'the calendar of everyone',
  'POST /v4/staff/hijri/months/undo': 'the calendar of everyone',
  'PUT /v4/staff/plans/kill-switch': 'stops all plans at once',
  'POST /v4/staff/plans/kill-switch/resume': 'resumes all plans at once',
  'POST /v4/staff/failed-events/:eventId/retry': 'processes an event again, as the outbox does by itself',
  'POST /v4/staff/receipts/:receiptId/copies': 'mails a donor their own receipt again',
  'POST /v4/staff/cases/:caseId/assignee': 'says who works on a case; the decision is checked',
  'POST /v4/staff/cases/:caseId/notes': 'a note decides nothing',
  'POST /v4/staff/people/lookups': 'about an account',
  'PUT /v4/staff/people/:accountId/roles': 'about an account',
  'POST /v4/staff/charities': 'a new charity has no members',
  'POST /v4/staff/payout-batches': 'sends what was approved; each approval is checked',
  'POST /v4/staff/payout-batches/:batchId/outcome': 'says what the bank paid to many charities; two people confirm it',
  'POST /v4/staff/payout-statements': 'reads a bank statement and proposes; each confirmation is checked',
}

let installation: TestApp
let charity: Awaited<ReturnType<typeof aSignedUpCharity>>
let campaignId: bigint
/** A member of the charity, an organizer of the fundraiser, and a colleague; each has all staff roles. */
let member: { token: string }
let organizer: { token: string }
let colleague: { token: string }
let known: Record<string, unknown>

beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, environment: { REFUND_REVIEW_ABOVE: 'USD 1' } })
  const { app } = installation
  charity = await aSignedUpCharity(installation)
  const organizationId = BigInt(charity.id)
  await completeForm(installation, charity)
  const requested = await ask(installation, charity.token, 'POST', `${charity.path}/verification/requests`)
  await app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: app.clock(), verified_until: new Date('2100-01-01T00:00:00Z') })
    .where('id', '=', organizationId)
    .execute()
  campaignId = (await aCampaign(app, { organization_id: organizationId, zakat_verified: true })).id
  member = await aMemberOf(installation, charity.id, 'donor-support')
  await app.db
    .updateTable('identity.account')
    .set({ roles: ['admin'] })
    .where('id', '=', (member as Awaited<ReturnType<typeof aSession>>).viewer.accountId)
    .execute()
  const staff = await aSession(app, { isConfirmed: true, roles: ['admin'] })
  organizer = staff
  await app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId, accountId: staff.viewer.accountId, role: 'organizer', publicName: '', at: app.clock() },
    ]),
  )
  colleague = await aSession(app, { isConfirmed: true, roles: ['admin'] })
  known = await subjects(organizationId, (requested.body as unknown as { request: { id: string } }).request.id)
})
afterAll(() => installation.close())

/** Creates one subject of each kind, all of them the charity's. Returns their ids by parameter of the paths. */
async function subjects(organizationId: bigint, verificationRequestId: string): Promise<Record<string, unknown>> {
  const { app } = installation
  const { donation, ask: askPayments, drain } = refundHelpers(installation)
  const donor = await aSession(app, { isConfirmed: true })
  const given = await donation(campaignId, {}, donor.token)
  const other = await donation(campaignId)
  const row = () => ({ id: app.newId() })
  const instant = app.clock()
  const accountId = donor.viewer.accountId
  const proposed = await askPayments<{ id: string }>(
    colleague.token,
    'POST',
    `/v4/staff/donations/${other.intentId}/refunds`,
    { everything: true, reason: 'mistake' },
    'a proposed refund',
  )
  expect(proposed.body).toMatchObject({ state: 'proposed' })
  await drain()
  const [request, review, verification, distribution, details] = [row(), row(), row(), row(), row()]
  const { db } = app
  await db
    .insertInto('refunds.request')
    .values({
      ...request,
      donation_id: given.donationId,
      account_id: accountId,
      reason: 'mistake',
      state: 'open',
      created_at: instant,
    } as never)
    .execute()
  await db
    .insertInto('refunds.manual_review')
    .values({
      ...review,
      intent_id: given.intentId,
      provider: 'sandbox',
      provider_refund_id: 're_unknown',
      amount: 100n,
      currency: 'GBP',
      reason: 'refund-failed',
      found_at: instant,
    } as never)
    .execute()
  await db
    .insertInto('moderation.zakat_verification')
    .values({
      ...verification,
      campaign_id: campaignId,
      state: 'granted',
      categories: ['poor'],
      note: 'Food.',
      links: [],
      requested_at: instant,
      requested_by_account_id: null,
      reviewer_account_id: null,
      verified_at: instant,
      expires_at: new Date('2100-01-01T00:00:00Z'),
    } as never)
    .execute()
  await db
    .insertInto('zakat.distribution')
    .values({
      ...distribution,
      campaign_id: campaignId,
      currency: 'GBP',
      amount: 100n,
      distributed_on: '2026-11-01',
      country: 'PK',
      category: 'poor',
      people: 3,
      reported_at: instant,
    } as never)
    .execute()
  await db
    .insertInto('zakat.reassignment_request')
    .values({ donation_id: given.donationId, account_id: accountId, requested_at: instant } as never)
    .execute()
  await db
    .insertInto('organizations.bank_details')
    .values({
      ...details,
      organization_id: organizationId,
      currency: 'GBP',
      country: 'GB',
      account_name: 'Rahma',
      account_type: 'checking',
      last_four: '1234',
      numbers: Buffer.alloc(32),
      needs_staff: true,
      entered_at: instant,
    } as never)
    .execute()
  const payout = row()
  await db.transaction().execute(async (tx) => {
    const entries = await tx
      .selectFrom('ledger.entry')
      .selectAll()
      .where('account', '=', 'campaign_payable')
      .where('subject_id', '=', campaignId)
      .where('amount', '<', 0n as never)
      .execute()
    const total = entries.reduce((sum, { amount }) => sum - BigInt(amount), 0n)
    await tx
      .insertInto('payouts.payout')
      .values({
        ...payout,
        organization_id: organizationId,
        currency: entries[0]!.currency,
        state: 'draft',
        bank_details_id: details.id,
        drafted_at: instant,
      } as never)
      .execute()
    await tx
      .insertInto('payouts.line')
      .values(
        entries.map(({ tx_id, line, amount }) => ({
          payout_id: payout.id,
          tx_id,
          line,
          account: 'campaign_payable',
          campaign_id: campaignId,
          amount: -BigInt(amount),
          is_charge: true,
        })) as never,
      )
      .execute()
    await tx
      .updateTable('payouts.payout')
      .set({ zakat: 0n, rest: total, reserve: 0n, released: 0n, total })
      .where('id', '=', payout.id)
      .execute()
  })
  const openCaseOf = (kind: 'report' | 'charity' | 'comment', subjectId: string) =>
    app.write((tx) =>
      openCase(app, tx, {
        kind,
        subjectId,
        campaignId,
        reasons: [],
        atStake: 0n,
        currency: 'GBP',
        isZakat: false,
        snapshot: {},
      }),
    )
  const receipt = await db
    .selectFrom('receipts.receipt')
    .select('id')
    .where('intent_id', '=', given.intentId)
    .executeTakeFirstOrThrow()
  const lists = await ask(installation, colleague.token, 'POST', '/v4/discovery/lists', {
    title: 'Wells',
    campaignIds: [],
  })
  await ask(installation, colleague.token, 'PUT', '/v4/discovery/events/wells', {
    title: 'Wells',
    campaignIds: [],
    startsOn: '2026-11-01',
    endsOn: '2100-01-01',
  })
  await ask(installation, charity.token, 'POST', `${charity.path}/closing`)
  return {
    campaignId: String(campaignId),
    organizationId: charity.id,
    intentId: given.intentId,
    donationId: given.donationId,
    refundId: proposed.body.id,
    reviewId: review.id,
    requestId: request.id,
    verificationId: verification.id,
    distributionId: distribution.id,
    detailsId: details.id,
    payoutId: payout.id,
    receiptId: receipt.id,
    listId: (lists.body as unknown as { id: string }).id,
    slug: 'wells',
    itemId: '1',
    caseId: await openCaseOf('report', String(campaignId)),
    charityCaseId: await openCaseOf('charity', verificationRequestId),
    commentCaseId: await openCaseOf('comment', app.newId()),
  }
}

/** Values that the simplest valid input of a call lacks. */
const bodies: Readonly<Record<string, () => object>> = {
  'PUT /v4/staff/featured': () => ({ kind: 'fundraiser', campaignIds: [String(campaignId)] }),
  'POST /v4/discovery/lists': () => ({ title: 'Others', campaignIds: [String(campaignId)] }),
  'PUT /v4/discovery/lists/:listId': () => ({ title: 'Wells', campaignIds: [String(campaignId)] }),
  'PUT /v4/discovery/events/:slug': () => ({
    title: 'Wells',
    campaignIds: [String(campaignId)],
    startsOn: '2026-11-01',
    endsOn: '2100-01-01',
  }),
  'POST /v4/staff/donations/:intentId/refunds': () => ({ everything: true, reason: 'mistake' }),
  'POST /v4/staff/cases/:caseId/decision': () => ({ seen: 'x', decision: 'dismiss', reason: 'Fine.' }),
  'PUT /v4/staff/charities/:organizationId/verification': () => ({ state: 'rejected' }),
  'POST /v4/staff/charities/:organizationId/owners': () => ({ email: 'new@example.org' }),
  'POST /v4/staff/refunds/:refundId/review': () => ({ decision: 'reject', note: 'No.' }),
  'POST /v4/staff/refund-requests/:requestId/decision': () => ({ decision: 'decline', note: 'No.' }),
  'POST /v4/staff/zakat-verifications/:verificationId/revocation': () => ({ reason: 'It ended.' }),
  'POST /v4/staff/zakat-distributions/:distributionId/review': () => ({ decision: 'reject', reason: 'No evidence.' }),
  'POST /v4/staff/zakat-reassignments/:donationId/answer': () => ({ reason: 'It was given.' }),
  'POST /v4/staff/payouts/:payoutId/refusal': () => ({ note: 'No.' }),
  'POST /v4/staff/payouts/:payoutId/outcome': () => ({ outcome: 'paid', paidOn: '2026-11-01' }),
  'POST /v4/staff/charities/:organizationId/payout-debts': () => ({
    currency: 'GBP',
    kind: 'rest',
    how: 'repaid',
    campaignId: String(campaignId),
    amount: 100,
    reason: 'By transfer.',
  }),
  'POST /v4/staff/charities/:organizationId/payout-opening': () => ({ currency: 'GBP', result: 'nothing' }),
  'POST /v4/receipts/:receiptId/replacement': () => ({ reason: 'A wrong name', name: 'Another Name' }),
}
/** Calls about the charity itself, which concern its members but not the organizer of one fundraiser. */
const ofCharity = (name: string) => /:organizationId|:detailsId|:payoutId/.test(name) || name.endsWith('/checklist')

async function decide(person: { token: string }, name: string) {
  const [method, path] = name.split(' ') as ['POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const kind = name.endsWith('/checklist') ? 'charityCaseId' : 'caseId'
  const values = { ...known, caseId: known[kind] }
  const url = path.replace(/:(\w+)/g, (_, key: string) => {
    expect(values, `a subject for :${key} of ${name}`).toHaveProperty(key)
    return String((values as Record<string, unknown>)[key])
  })
  const { input } = (contract as Readonly<Record<string, Endpoint>>)[name]!
  return ask(installation, person.token, method, url, { ...sampleInput(input, values), ...bodies[name]?.() })
}

test('every call of staff is about a charity or has a reason not to be (accounts-16)', () => {
  const names = decisions.map(([name]) => name)
  expect(Object.keys(aboutNoCharity).filter((name) => !names.includes(name))).toEqual([])
  expect(decisions.length).toBeGreaterThan(35)
  for (const [name, { refuses = [] }] of decisions)
    expect(refuses.includes('own-charity'), name).toBe(!(name in aboutNoCharity))
})

describe.each(decisions.filter(([name]) => !(name in aboutNoCharity)))('%s', (name) => {
  test('is refused to members of the charity and organizers of the fundraiser (accounts-16)', async () => {
    expect((await decide(member, name)).body, 'a member').toMatchObject({ status: 409, code: 'own-charity' })
    if (!ofCharity(name))
      expect((await decide(organizer, name)).body, 'the organizer').toMatchObject({ status: 409, code: 'own-charity' })
    const { status, body } = await decide(colleague, name)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatchObject({ code: 'own-charity' })
  })
})

test('the operator’s own charity is decided about by its members, who are the staff (accounts-16)', async () => {
  const { db } = installation.app
  const own = (is_own: boolean) =>
    db.updateTable('organizations.organization').set({ is_own }).where('id', '=', BigInt(charity.id)).execute()
  await own(true)
  const { body } = await decide(member, 'POST /v4/discovery/lists')
  await own(false)
  expect(body).toMatchObject({ id: expect.any(String) })
})
