import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { payoutsStaffContract } from './contract-staff.ts'
import type { payoutsContract } from './contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { bankDetailsInForce } from './testing.ts'

type List = OutputOf<typeof payoutsContract, 'GET /v4/organizations/:organizationId/payouts'>
type Payout = OutputOf<typeof payoutsContract, 'POST /v4/organizations/:organizationId/payouts'>
type Statement = OutputOf<typeof payoutsContract, 'GET /v4/organizations/:organizationId/payouts/:payoutId'>
type Trail = OutputOf<typeof payoutsContract, 'GET /v4/account/donations/:donationId/trail'>
type StaffList = OutputOf<typeof payoutsStaffContract, 'GET /v4/staff/payouts'>
type Batch = OutputOf<typeof payoutsStaffContract, 'POST /v4/staff/payout-batches'>
type Decision = { readonly result: 'proposed' | 'done' }

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())

const memberOf = async (organizationId: bigint, role: MemberRole = 'finance') => {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  await installation.app.write((tx) =>
    insertMembers(tx, [{ organizationId, accountId: viewer.accountId, role, at: clock.now() }]),
  )
  return token
}
const breaches = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all))
    // The clock of the test isn't the database's, so Q8 reports emails and look-ups as overdue.
    .filter(({ title, count }) => count > 0 && !title.startsWith('Q8'))
    .map(({ title, rows }) => [title, rows])

/** A charity with bank details in force, and 100.00 that is free now. */
async function aPaidCharity(over: { readonly amount?: string; readonly zakat?: boolean } = {}) {
  const campaign = await aCampaign(installation.app, { zakat_verified: true })
  const organizationId = campaign.organization_id
  await bankDetailsInForce(installation, organizationId)
  const given = await helpers.donation(campaign.id, { amount: over.amount ?? '100', zakah: over.zakat ?? false })
  clock.move({ days: 8 })
  return { organizationId, campaignId: campaign.id, path: `/v4/organizations/${organizationId}/payouts`, ...given }
}

const request = async (path: string, token: string) => helpers.ask<Payout>(token, 'POST', path, { currency: 'GBP' })
const approve = (id: string, token: string) => helpers.ask<Payout>(token, 'POST', `/v4/staff/payouts/${id}/approval`)

/** Requests and approves a payout with two persons. */
async function anApprovedPayout(charity: { readonly organizationId: bigint; readonly path: string }): Promise<Payout> {
  const { body } = await request(charity.path, await memberOf(charity.organizationId))
  expect(body).toMatchObject({ state: 'draft' })
  expect((await approve(body.id, await helpers.staff())).body).toMatchObject({ state: 'draft' })
  const approved = await approve(body.id, await helpers.staff())
  expect(approved.body).toMatchObject({ state: 'approved' })
  return approved.body
}

const send = async (token?: string) =>
  helpers.ask<Batch>(token ?? (await helpers.staff()), 'POST', '/v4/staff/payout-batches', {
    currency: 'GBP',
    format: 'csv',
  })

/** Reports an outcome as two persons. */
async function confirm(payoutId: string, outcome: object): Promise<string[]> {
  const results: string[] = []
  for (const token of [await helpers.staff(), await helpers.staff()]) {
    const { body } = await helpers.ask<Decision>(token, 'POST', `/v4/staff/payouts/${payoutId}/outcome`, outcome)
    results.push(body.result ?? String(body.code))
  }
  return results
}

const overviewOf = async (charity: { readonly organizationId: bigint; readonly path: string }) => {
  const { body } = await helpers.ask<List>(await memberOf(charity.organizationId), 'GET', charity.path)
  return body.currencies[0]!
}
/** All sums of a charity’s money, which equal what was credited. */
const creditedIn = (overview: Awaited<ReturnType<typeof overviewOf>>): number =>
  overview.free.zakat +
  overview.free.rest +
  overview.held.reduce((sum, { amount }) => sum + amount, 0) +
  overview.prepared +
  overview.reserve +
  overview.onItsWay +
  overview.paid

test('a donation is held, paid out with a statement, and its donor can follow it [payouts-9, payouts-14, payouts-15]', async () => {
  const campaign = await aCampaign(installation.app, { zakat_verified: true })
  const charity = {
    organizationId: campaign.organization_id,
    path: `/v4/organizations/${campaign.organization_id}/payouts`,
  }
  await bankDetailsInForce(installation, charity.organizationId)
  await aSession(installation.app, { roles: ['finance'], isConfirmed: true })
  const donor = await aSession(installation.app)
  const gift = await helpers.donation(campaign.id, { amount: '100' }, donor.token)
  const zakat = await helpers.donation(campaign.id, { amount: '40', zakah: true }, donor.token)
  const held = await overviewOf(charity)
  expect(held.held.map(({ kind, reason, firstUntil }) => [kind, reason, firstUntil])).toEqual([
    ['zakat', 'card-payment-new', '2026-11-09T12:00:00.000Z'],
    ['rest', 'card-payment-new', '2026-11-09T12:00:00.000Z'],
  ])
  expect(held).toMatchObject({ today: { total: 0 }, canRequest: false })
  const credited = creditedIn(held)
  clock.move({ days: 8 })
  const free = await overviewOf(charity)
  expect(creditedIn(free)).toBe(credited)
  const approved = await anApprovedPayout(charity)
  expect(approved.total).toBe(free.today.total)
  expect(approved.zakat + approved.rest - approved.reserve).toBe(approved.total)
  expect(approved.reserve).toBe(Math.floor(approved.rest / 10))
  expect(creditedIn(await overviewOf(charity))).toBe(credited)
  const batch = await send()
  expect(batch.body).toMatchObject({ payouts: 1, total: approved.total, format: 'csv' })
  expect(await breaches()).toEqual([])
  // The file is the same each time, and its sum is in the batch.
  const finance = await helpers.staff()
  const files = await Promise.all(
    [1, 2].map(() =>
      installation.fastify.inject({
        url: `/v4/staff/payout-batches/${batch.body.id}/file`,
        headers: { authorization: `Bearer ${finance}` },
      }),
    ),
  )
  const [file] = files
  expect(files[1]!.rawPayload.equals(file!.rawPayload)).toBe(true)
  expect(createHash('sha256').update(file!.rawPayload).digest('hex')).toBe(batch.body.sha256)
  expect(file!.body.split('\r\n').slice(0, 2)).toEqual([
    'reference,name,country,account_type,bank_code,account_number,iban,currency,amount',
    `${approved.reference},Umeed Trust,GB,checking,601613,31926819,,GBP,${(approved.total / 100).toFixed(2)}`,
  ])
  const statement = (
    await helpers.ask<Statement>(await memberOf(charity.organizationId), 'GET', `${charity.path}/${approved.id}`)
  ).body
  expect(statement.rows.reduce((sum, { net }) => sum + net, 0)).toBe(approved.total + approved.reserve)
  expect(statement.rows.reduce((sum, row) => sum + row.zakat, 0)).toBe(approved.zakat)
  for (const format of ['csv', 'pdf']) {
    const download = await installation.fastify.inject({
      url: `${charity.path}/${approved.id}/statement?format=${format}`,
      headers: { authorization: `Bearer ${await memberOf(charity.organizationId)}` },
    })
    expect([download.statusCode, download.headers['content-type']]).toEqual([
      200,
      format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    ])
    if (format === 'csv') {
      const nets = download.body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(',').at(-1)))
      expect(nets.reduce((sum, net) => sum + Math.round(net * 100), 0)).toBe(0)
    }
  }
  const trail = (donationId: string, token: string) =>
    helpers.ask<Trail>(token, 'GET', `/v4/account/donations/${donationId}/trail`)
  expect((await trail(gift.donationId, await helpers.staff())).status).toBe(404)
  expect(await confirm(approved.id, { outcome: 'paid', paidOn: '2026-11-10' })).toEqual(['proposed', 'done'])
  expect(creditedIn(await overviewOf(charity))).toBe(credited)
  expect(await breaches()).toEqual([])
  const followed = await Promise.all(
    [gift, zakat].map(async ({ donationId }) => (await trail(donationId, donor.token)).body),
  )
  expect(
    followed.map((item) => item.payouts.map(({ reference, state, paidOn }) => [reference, state, paidOn])),
  ).toEqual([[[approved.reference, 'paid', '2026-11-10']], [[approved.reference, 'paid', '2026-11-10']]])
  expect(followed.map(({ gift, feeBearer, isHeld }) => [gift, feeBearer, isHeld])).toEqual([
    [10_000, 'charity', false],
    [4000, 'charity', false],
  ])
  // The reserve is kept from the payout as a whole, so the trail shows the donations' own money.
  expect(followed.reduce((sum, { payouts }) => sum + payouts[0]!.amount, 0)).toBe(approved.zakat + approved.rest)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('kind')
    .where('kind', 'like', 'payout-%')
    .execute()
  expect([...new Set(mails.map(({ kind }) => kind))].toSorted()).toEqual(['payout-draft', 'payout-paid', 'payout-sent'])
}, 60_000)

test('50 concurrent requests and two approvals at once make one payout [payouts-4]', async () => {
  const charity = await aPaidCharity()
  // Each account may call ten times a minute.
  const tokens = await Promise.all(Array.from({ length: 5 }, () => memberOf(charity.organizationId)))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => request(charity.path, tokens[index % tokens.length]!)),
  )
  const drafted = answers.filter(({ status }) => status === 200)
  expect(drafted).toHaveLength(1)
  expect(new Set(answers.map(({ status, body }) => (status === 200 ? 'drafted' : body.code)))).toEqual(
    new Set(['drafted', 'payout-in-preparation']),
  )
  const { id } = drafted[0]!.body
  const [a, b, c] = [await helpers.staff(), await helpers.staff(), await helpers.staff()]
  const approvals = await Promise.all([approve(id, a), approve(id, a), approve(id, b), approve(id, c)])
  expect(approvals.filter(({ body }) => body.state === 'approved')).toHaveLength(1)
  const batches = await Promise.all([send(a), send(b)])
  expect(batches.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await breaches()).toEqual([])
}, 60_000)

test('no one approves their own request or without a recent proof, and refusals are in the audit log [payouts-8]', async () => {
  const charity = await aPaidCharity()
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true, roles: ['finance'] })
  await installation.app.write((tx) =>
    insertMembers(tx, [
      { organizationId: charity.organizationId, accountId: viewer.accountId, role: 'finance', at: clock.now() },
    ]),
  )
  const { body } = await request(charity.path, token)
  expect(await approve(body.id, token)).toMatchObject({ status: 409, body: { code: 'payout-own-request' } })
  const first = await helpers.staff()
  await approve(body.id, first)
  expect(await approve(body.id, first)).toMatchObject({ status: 409, body: { code: 'payout-approved-already' } })
  const later = await helpers.staff()
  clock.move({ minutes: 11 })
  expect(await approve(body.id, later)).toMatchObject({ status: 401, body: { code: 'reauthentication-required' } })
  const acts = await entriesAbout(installation.app.db, `payout:${body.id}`, 10)
  expect(acts.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['payouts.payout-drafted', 'payouts.approval-refused', 'payouts.payout-approved']),
  )
  expect(acts.filter(({ act }) => act === 'payouts.approval-refused')).toHaveLength(2)
}, 60_000)

test('a hold, changed bank details or a large refund cancel a payout, whose money is free again [payouts-8]', async () => {
  const causes = [
    [
      'charity-hold',
      async ({ organizationId }: { organizationId: bigint }) =>
        helpers.ask(await helpers.staff(), 'POST', `/v4/staff/charities/${organizationId}/payout-hold`, {
          reason: 'checking',
        }),
    ],
    [
      'bank-details-changed',
      ({ organizationId }: { organizationId: bigint }) =>
        bankDetailsInForce(installation, organizationId, { activeFrom: clock.now() }),
    ],
  ] as const
  for (const [reason, cause] of causes) {
    const charity = await aPaidCharity()
    const { body } = await request(charity.path, await memberOf(charity.organizationId))
    await cause(charity)
    expect((await approve(body.id, await helpers.staff())).body).toMatchObject({ state: 'cancelled', reason })
    expect(await overviewOf(charity)).toMatchObject({ prepared: 0, free: { rest: body.rest } })
  }
  expect(await breaches()).toEqual([])
}, 60_000)

test('a failed payout is reversed, its money can be paid again, and zakat no longer counts as paid [payouts-9]', async () => {
  const charity = await aPaidCharity({ zakat: true })
  const approved = await anApprovedPayout(charity)
  await send()
  expect(await confirm(approved.id, { outcome: 'paid', paidOn: '2026-11-20' })).toEqual(['proposed', 'done'])
  expect(await confirm(approved.id, { outcome: 'failed', reason: 'account closed' })).toEqual(['proposed', 'done'])
  expect(await breaches()).toEqual([])
  const overview = await overviewOf(charity)
  expect(overview).toMatchObject({ paid: 0, onItsWay: 0, reserve: 0, today: { total: approved.total } })
  const { zakatPayoutsOf } = await import('#modules/money/ledger/index.ts')
  expect(await zakatPayoutsOf(installation.app.db, charity.campaignId)).toEqual([])
  const again = await anApprovedPayout(charity)
  expect(again.total).toBe(approved.total)
  await send()
  expect((await zakatPayoutsOf(installation.app.db, charity.campaignId)).map(({ amount }) => Number(amount))).toEqual([
    again.zakat,
  ])
  expect(await breaches()).toEqual([])
}, 60_000)

test('a refund after the payout is netted, then owed, and a repayment settles it [payouts-6, payouts-10]', async () => {
  const charity = await aPaidCharity()
  const approved = await anApprovedPayout(charity)
  await send()
  await helpers.refund(await helpers.staff(), charity.intentId)
  await helpers.drain()
  const list = (await helpers.ask<StaffList>(await helpers.staff(), 'GET', '/v4/staff/payouts')).body
  const debt = list.debts.find((item) => item.charity.id === String(charity.organizationId))!
  expect(debt).toMatchObject({ kind: 'rest', currency: 'GBP' })
  expect(debt.amount).toBe(approved.rest)
  expect(debt.campaigns.map(({ id, amount }) => [id, amount])).toEqual([[String(charity.campaignId), debt.amount]])
  const settlement = {
    currency: 'GBP',
    kind: 'rest',
    how: 'repaid',
    campaignId: String(charity.campaignId),
    amount: debt.amount,
    reason: 'repaid by transfer',
  }
  const path = `/v4/staff/charities/${charity.organizationId}/payout-debts`
  expect(
    (await helpers.ask(await helpers.staff(), 'POST', path, { ...settlement, amount: debt.amount + 1 })).status,
  ).toBe(409)
  for (const result of ['proposed', 'done'])
    expect((await helpers.ask<Decision>(await helpers.staff(), 'POST', path, settlement)).body.result).toBe(result)
  expect(await overviewOf(charity)).toMatchObject({ free: { rest: 0 } })
  expect(await breaches()).toEqual([])
}, 60_000)

test('a statement proposes what was paid and returned, and reading it again changes nothing [payouts-13]', async () => {
  const charity = await aPaidCharity()
  const approved = await anApprovedPayout(charity)
  await send()
  const decimal = (minor: number) => (minor / 100).toFixed(2)
  const mapping = { date: 'Date', dateOrder: 'day-first', amount: 'Amount', text: 'Details', decimal: '.' }
  const text = [
    'Date,Details,Amount',
    `03/12/2026,TRANSFER ${approved.reference} UMEED,-${decimal(approved.total)}`,
    `03/12/2026,TRANSFER ${approved.reference},-1.00`,
    '04/12/2026,RENT,-900.00',
  ].join('\n')
  const read = async (over: object = {}) =>
    helpers.ask<OutputOf<typeof payoutsStaffContract, 'POST /v4/staff/payout-statements'>>(
      await helpers.staff(),
      'POST',
      '/v4/staff/payout-statements',
      {
        bank: 'Al Rayan',
        currency: 'GBP',
        text,
        ...over,
      },
    )
  // A preview saves neither the columns nor the rows.
  expect((await read({ mapping, preview: true })).body).toMatchObject({
    rows: 3,
    matched: 1,
    differing: 1,
    known: 0,
    found: [
      { bookedOn: '2026-12-03', amount: -approved.total, reference: approved.reference, meaning: 'paid' },
      { amount: -100, reference: approved.reference, meaning: 'differs' },
    ],
  })
  expect((await read()).status).toBe(400)
  expect((await read({ mapping })).body).toMatchObject({ rows: 3, matched: 1, differing: 1, known: 0 })
  expect((await read()).body).toMatchObject({ matched: 0, differing: 0, known: 2 })
  expect((await read({ preview: true })).body).toMatchObject({ matched: 0, known: 2, found: [] })
  const finance = await helpers.staff()
  const proposal = (await helpers.ask<StaffList>(finance, 'GET', '/v4/staff/payouts')).body.proposals.find(
    ({ subject }) => subject === `payout:${approved.id}`,
  )
  expect(proposal?.details).toEqual({ outcome: 'paid', paidOn: '2026-12-03' })
  clock.move({ days: 20 })
  const confirmed = await helpers.ask<Decision>(
    await helpers.staff(),
    'POST',
    `/v4/staff/payouts/${approved.id}/outcome`,
    proposal!.details,
  )
  expect(confirmed.body.result).toBe('done')
  expect((await helpers.ask(finance, 'GET', '/v4/staff/payouts')).status).not.toBe(500)
  expect(await breaches()).toEqual([])
}, 60_000)

test('a reserve is released 90 days after it was sent, and then its payout can’t fail [payouts-5, payouts-9]', async () => {
  const charity = await aPaidCharity()
  const first = await anApprovedPayout(charity)
  await send()
  expect(first.reserve).toBeGreaterThan(0)
  await helpers.donation(charity.campaignId, { amount: '50' })
  clock.move({ days: 91 })
  const second = await anApprovedPayout(charity)
  expect(second.released).toBe(first.reserve)
  await send()
  expect(await confirm(first.id, { outcome: 'failed', reason: 'late' })).toEqual([
    'payout-reserve-released',
    'payout-reserve-released',
  ])
  expect(await breaches()).toEqual([])
}, 60_000)

test('members of other charities and other roles see no payout [payouts-7]', async () => {
  const charity = await aPaidCharity()
  const other = await aPaidCharity()
  const { body } = await request(charity.path, await memberOf(charity.organizationId))
  const foreign = await memberOf(other.organizationId)
  for (const path of [
    charity.path,
    `${charity.path}/${body.id}`,
    `${other.path}/${body.id}`,
    `${other.path}/${body.id}/statement`,
  ])
    expect((await helpers.ask(foreign, 'GET', path)).status).toBe(404)
  const editor = await memberOf(charity.organizationId, 'editor')
  expect((await helpers.ask(editor, 'GET', charity.path)).status).toBe(403)
}, 60_000)
