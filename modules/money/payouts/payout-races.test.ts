import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { ask } from '#modules/organizers/charities/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/db.ts'
import { createServer } from '#server/server.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'
import { manualClock } from '#tests/support/ports.ts'
import { draftAsJob } from './jobs.ts'
import { sendBatchBy } from './send-batch.ts'
import { payoutStatementCsv } from './statements/statement-csv.ts'
import { loadStatement } from './statements/load-statement.ts'
import { findPayout } from './queries/payouts.ts'
import { type PayoutAnswer, payoutHelpers } from './testing.ts'

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
/** The same calls answered by another process: its own server and connections on the same database. */
let other: ReturnType<typeof payoutHelpers> & { readonly app: TestApp['app']; close(): Promise<void> }
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = payoutHelpers(installation, clock)
  const database = openDatabase({ url: installation.database.url, log: silentLog, max: 5, name: 'other' })
  const app = { ...createApp(installation.app.config, database, silentLog), clock: clock.now, isClockSimulated: true }
  const fastify = await createServer(app, { isDevelopment: false, withPages: false })
  await fastify.ready()
  other = {
    ...payoutHelpers({ ...installation, app, fastify }, clock),
    app,
    close: async () => {
      await fastify.close()
      await database.close()
    },
  }
})
afterAll(async () => {
  await other.close()
  await installation.close()
})

const codesOf = (answers: readonly { readonly status: number; readonly body: { readonly code?: string } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : String(body.code)))
const count = (all: readonly unknown[], item: unknown) => all.filter((one) => one === item).length
const auditOf = async (object: string) => (await entriesAbout(installation.app.db, object, 50)).map(({ act }) => act)

test('50 requests and drafts of the job on two processes draft each entry once [payouts-4, payouts-7]', async () => {
  const charity = await helpers.aPaidCharity()
  // Each account may call ten times a minute.
  const tokens = await Promise.all(Array.from({ length: 4 }, () => helpers.memberOf(charity.organizationId)))
  const account = { organizationId: charity.organizationId, currency: 'GBP' } as const
  const drafts = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const process = index % 2 === 0 ? helpers : other
      if (index % 5 === 0) return draftAsJob(index % 2 === 0 ? installation.app : other.app, account)
      return (await process.request(charity.path, tokens[index % tokens.length]!)).status === 200
    }),
  )
  expect(count(drafts, true)).toBe(1)
  const lines = await installation.app.db
    .selectFrom('payouts.line as l')
    .innerJoin('payouts.payout as p', 'p.id', 'l.payout_id')
    .select(['l.tx_id', 'l.line'])
    .where('p.organization_id', '=', charity.organizationId)
    .execute()
  expect(lines.length).toBeGreaterThan(0)
  expect(new Set(lines.map((line) => `${line.tx_id}/${line.line}`)).size).toBe(lines.length)
  expect(await helpers.breaches()).toEqual([])
}, 60_000)

test('two approvals and two files at once on two processes make one payout and one posting [payouts-8]', async () => {
  const charity = await helpers.aPaidCharity()
  const { body } = await helpers.request(charity.path, await helpers.memberOf(charity.organizationId))
  await helpers.approve(body.id, await helpers.staff())
  const [a, b] = [await helpers.staff(), await helpers.staff()]
  const approvals = codesOf(await Promise.all([helpers.approve(body.id, a), other.approve(body.id, b)]))
  expect(approvals.toSorted()).toEqual(['done', 'payout-decided'])
  const batches = codesOf(await Promise.all([helpers.send(a), other.send(b)]))
  expect(batches.toSorted()).toEqual(['done', 'payout-batch-empty'])
  expect(await helpers.postingsOf(body.id)).toEqual(['sent'])
  expect(await helpers.breaches()).toEqual([])
}, 60_000)

test('a file whose writing ends at any of five points is written once after a retry [payouts-12]', async () => {
  const { app } = installation
  const write = () => sendBatchBy(app, null, { currency: 'GBP', format: 'csv' })
  for (let point = 1; point <= 5; point += 1) {
    const charity = await helpers.aPaidCharity()
    const approved = await helpers.anApprovedPayout(charity)
    let passed = 0
    Object.assign(app, {
      failpoint: async (name: string) => {
        if (name === 'in_payout_batch' && (passed += 1) === point) throw new Error('the process is gone')
      },
    })
    await expect(write()).rejects.toThrow('the process is gone')
    Object.assign(app, { failpoint: () => Promise.resolve() })
    // Only at the last point was it committed.
    expect(await helpers.postingsOf(approved.id)).toEqual(point < 5 ? [] : ['sent'])
    if (point < 5) expect(await write()).toMatchObject({ payouts: 1, total: BigInt(approved.total) })
    await expect(write()).rejects.toMatchObject({ code: 'payout-batch-empty' })
    expect(await helpers.postingsOf(approved.id)).toEqual(['sent'])
    const { batches } = await app.db
      .selectFrom('payouts.batch')
      .select(({ fn }) => fn.countAll<bigint>().as('batches'))
      .where('created_at', '>=', clock.now())
      .executeTakeFirstOrThrow()
    expect(Number(batches)).toBe(1)
  }
  expect(await helpers.breaches()).toEqual([])
}, 60_000)

test('an approval sent again, before and after the decision, is refused, recorded and emailed once [payouts-8]', async () => {
  const charity = await helpers.aPaidCharity()
  const owner = await aSession(installation.app, { isConfirmed: true })
  await helpers.joinAs(charity.organizationId, owner.viewer.accountId, 'owner')
  const ownerEmail = await emailOf(owner.viewer.accountId)
  const { body } = await helpers.request(charity.path, await helpers.memberOf(charity.organizationId))
  const [first, second] = [await helpers.staff(), await helpers.staff()]
  await helpers.approve(body.id, first)
  expect(codesOf([await helpers.approve(body.id, first)])).toEqual(['payout-approved-already'])
  await helpers.approve(body.id, second)
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(codesOf([await helpers.approve(body.id, second)])).toEqual(['payout-decided'])
  // One email to the owner for each reason, and none to the finance member.
  expect(await helpers.mailsOf('approval-refused')).toEqual(Array.from({ length: 2 }, () => ownerEmail))
  const audit = await auditOf(`payout:${body.id}`)
  expect(count(audit, 'payouts.payout-approved')).toBe(2)
  expect(count(audit, 'payouts.approval-refused')).toBe(3)
  expect((await helpers.send(await helpers.staff())).body).toMatchObject({ payouts: 1 })
}, 60_000)

test('a name with a formula is refused at approval, in the audit log, and emailed to the owner [payouts-8, payouts-12]', async () => {
  const charity = await helpers.aPaidCharity()
  const owner = await aSession(installation.app, { isConfirmed: true })
  await helpers.joinAs(charity.organizationId, owner.viewer.accountId, 'owner')
  await installation.app.write((tx) =>
    tx
      .updateTable('organizations.bank_details')
      .set({ account_name: '=HYPERLINK("http://evil.example")' })
      .where('organization_id', '=', charity.organizationId)
      .execute(),
  )
  const { body } = await helpers.request(charity.path, await helpers.memberOf(charity.organizationId))
  expect(codesOf([await helpers.approve(body.id, await helpers.staff())])).toEqual(['payout-name-unprintable'])
  expect(count(await auditOf(`payout:${body.id}`), 'payouts.approval-refused')).toBe(1)
  expect(await helpers.mailsOf('approval-refused')).toContain(await emailOf(owner.viewer.accountId))
}, 60_000)

test('a hold cancels a payout at its last approval or file, in the audit log, and tells the charity [payouts-8]', async () => {
  for (const isApproved of [false, true]) {
    const charity = await helpers.aPaidCharity()
    const owner = await aSession(installation.app, { isConfirmed: true, firstName: 'Omar' })
    await helpers.joinAs(charity.organizationId, owner.viewer.accountId, 'owner')
    const { body } = await helpers.request(charity.path, await helpers.memberOf(charity.organizationId))
    await helpers.approve(body.id, await helpers.staff())
    if (isApproved) await helpers.approve(body.id, await helpers.staff())
    const hold = `/v4/staff/charities/${charity.organizationId}/payout-hold`
    await helpers.ask(await helpers.staff(), 'POST', hold, { reason: 'checking' })
    const token = await helpers.staff()
    if (isApproved) expect(codesOf([await helpers.send(token)])).toEqual(['payout-batch-empty'])
    else
      expect((await helpers.approve(body.id, token)).body).toMatchObject({ state: 'cancelled', reason: 'charity-hold' })
    expect(codesOf([await helpers.approve(body.id, await helpers.staff())])).toEqual(['payout-decided'])
    expect(await helpers.postingsOf(body.id)).toEqual([])
    expect(await auditOf(`payout:${body.id}`)).toContain('payouts.payout-cancelled')
    const email = await emailOf(owner.viewer.accountId)
    expect(await helpers.mailsOf('hold-set')).toContain(email)
    expect(await helpers.mailsOf('cancelled')).toContain(email)
  }
  expect(await helpers.breaches()).toEqual([])
}, 60_000)

const emailOf = async (accountId: string) =>
  (
    await installation.app.db
      .selectFrom('identity.account')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).email

test('bank details entered with a stolen session never receive a payout, and the owners get a mail [payouts-3]', async () => {
  const charity = await helpers.aPaidCharity()
  await aCampaign(installation.app, { organization_id: charity.organizationId, kind: 'general-fund', ends_at: null })
  const owner = await aSession(installation.app, { isConfirmed: true })
  await helpers.joinAs(charity.organizationId, owner.viewer.accountId, 'owner')
  const stolen = await helpers.memberOf(charity.organizationId)
  const bank = `/v4/organizations/${charity.organizationId}/bank-details`
  const enter = () =>
    ask(installation, stolen, 'PUT', bank, {
      accountName: 'Umeed Trust',
      accountClass: 'business',
      accountType: 'checking',
      currency: 'GBP',
      country: 'GB',
      iban: 'GB33BUKB20201555555555',
    })
  const entered = await enter()
  expect(entered.status).toBe(200)
  const [entry] = (entered.body as unknown as { details: { id: string; lastFour: string }[] }).details
  expect(entry).toMatchObject({ lastFour: '5555' })
  const decision = `${bank}/${entry!.id}/decision`
  expect((await ask(installation, stolen, 'POST', decision, { decision: 'approve' })).text).toContain('bank-own-entry')
  const object = `organization:${charity.organizationId}`
  expect(await auditOf(object)).toContain('charities.bank-entered')
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('to_address')
    .where('kind', '=', 'charity-bank-entered')
    .execute()
  expect(mails.map(({ to_address }) => to_address)).toContain(await emailOf(owner.viewer.accountId))
  // A session that wasn't authenticated lately changes nothing and requests nothing.
  clock.move({ minutes: 11 })
  expect(await enter()).toMatchObject({ status: 401, body: { code: 'reauthentication-required' } })
  expect(await helpers.request(charity.path, stolen)).toMatchObject({ status: 401 })
  // Even after the owner's approval, the earlier details are paid for 72 hours.
  const accomplice = await helpers.memberOf(charity.organizationId, 'admin')
  expect((await ask(installation, accomplice, 'POST', decision, { decision: 'approve' })).status).toBe(200)
  const approved = await helpers.anApprovedPayout(charity)
  expect(approved.lastFour).toBe('6819')
  const finance = await helpers.staff()
  const { id } = (await helpers.send(finance)).body
  const file = await installation.fastify.inject({
    url: `/v4/staff/payout-batches/${id}/file`,
    headers: { authorization: `Bearer ${finance}` },
  })
  expect(file.body).toContain('31926819')
  expect(file.body).not.toContain('55555555')
}, 60_000)

test('another charity’s payout, statement or file isn’t found by its id [payouts-7, security-3]', async () => {
  const [charity, foreign] = [await helpers.aPaidCharity(), await helpers.aPaidCharity()]
  const approved = await helpers.anApprovedPayout(charity)
  const batch = (await helpers.send(await helpers.staff())).body
  const token = await helpers.memberOf(foreign.organizationId, 'owner')
  const statusOf = async (url: string) => (await helpers.ask(token, 'GET', url)).status
  for (const path of [charity.path, foreign.path])
    for (const end of ['', '/statement?format=csv', '/statement?format=pdf'])
      expect(await statusOf(`${path}/${approved.id}${end}`), path + end).toBe(404)
  // Files, approvals and outcomes are calls of staff.
  expect(await statusOf(`/v4/staff/payout-batches/${batch.id}/file`)).toBe(403)
  expect((await helpers.approve(approved.id, token)).status).toBe(403)
  const finance = await helpers.staff()
  for (const path of [`payout-batches/${installation.app.newId()}/file`, `payouts/${installation.app.newId()}`])
    expect((await helpers.ask(finance, 'GET', `/v4/staff/${path}`)).status).toBe(404)
}, 60_000)

test('each member of a charity who handles money gets a mail about its payout once [payouts-9]', async () => {
  const charity = await helpers.aPaidCharity()
  const members = ['owner', 'admin', 'finance', 'editor'] as const
  await Promise.all(members.map((role) => helpers.memberOf(charity.organizationId, role)))
  await helpers.anApprovedPayout(charity)
  const before = await helpers.mailsOf('sent')
  await Promise.all([helpers.send(await helpers.staff()), other.send(await helpers.staff())])
  const sent = await helpers.mailsOf('sent')
  const all = await listMembers(installation.app.db, charity.organizationId)
  const paid = all.filter(({ role }) => role !== 'editor')
  expect(sent.length - before.length).toBe(paid.length)
}, 60_000)

test('a formula in a name or reference is text in a statement’s CSV [payouts-14, security-12]', async () => {
  const charity = await helpers.aPaidCharity()
  const approved = (await helpers.anApprovedPayout(charity)) satisfies PayoutAnswer
  const { db } = installation.app
  const statement = await loadStatement(db, (await findPayout(db, approved.id))!, 10)
  const [row] = statement.rows
  const hostile = { ...row!, reference: '=1+1', campaign: '@SUM(A1)', donor: '+HYPERLINK("https://evil.example")' }
  const csv = payoutStatementCsv({ ...statement, rows: [hostile] }, 'en').toString()
  for (const text of ["'=1+1", "'@SUM(A1)", `'+HYPERLINK(""https://evil.example"")`]) expect(csv).toContain(text)
  expect(csv).not.toMatch(/[,"\n][=+@]/)
}, 60_000)
