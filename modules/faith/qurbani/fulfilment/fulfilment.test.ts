import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { QurbaniShareListView } from '../contract-fulfilment.ts'
import { freezeAllocations } from './freeze-allocations.ts'
import { notifyDonors } from './notify-donors.ts'
import { runFulfilment } from './run-fulfilment.ts'
import { qurbaniHelpers } from './testing.ts'

let server: TestApp
let installation: ReturnType<typeof qurbaniHelpers>
let now: Date
const setClock = (instant: string) => void (now = new Date(instant))
const beforeClose = '2027-05-10T12:00:00Z'
const closed = '2027-05-18T07:10:00Z'
const afterEid = '2027-05-19T12:00:00Z'
beforeAll(async () => {
  setClock(beforeClose)
  server = await createTestApp({ withSandbox: true, clock: () => now })
  installation = qurbaniHelpers(server)
})
beforeEach(() => setClock(beforeClose))
afterAll(() => server.close())

type Fundraiser = Awaited<ReturnType<typeof installation.aFundraiser>>
const list = async (fundraiser: Fundraiser, token = fundraiser.token): Promise<QurbaniShareListView> =>
  (await installation.ask<QurbaniShareListView>(token, 'GET', fundraiser.shares)).body
const confirm = (fundraiser: Fundraiser, csv: string, what = 'confirm') =>
  installation.ask<Record<string, number>>(fundraiser.token, 'POST', `${fundraiser.shares}/${what}`, { csv })
const linesOf = ({ shares }: QurbaniShareListView) =>
  shares.map(({ number, animal, name, isFree }) => `${number} ${animal} ${isFree ? 'free' : name}`)

test('before the close the list is provisional, and after it is frozen once with free places [qurbani-10]', async () => {
  const fundraiser = await installation.aFundraiser()
  await installation.order(fundraiser, 2, { qurbaniNames: 'Hasan Yusuf' })
  const refunded = await installation.order(fundraiser, 1, { guest: { email: 'left@example.org', name: 'Left Later' } })
  await installation.order(fundraiser, 1, { qurbaniIntention: 'aqiqah' })
  expect(await list(fundraiser)).toMatchObject({
    isFinal: false,
    counts: { animals: 2, ordered: 4, free: 10, performed: 0 },
  })
  await installation.refund(await installation.staff(), refunded.intentId)
  await installation.drain()

  setClock('2027-05-18T07:05:00Z')
  await freezeAllocations(server.app)
  expect((await list(fundraiser)).isFinal).toBe(false)
  setClock(closed)
  await Promise.all([1, 2, 3].map(() => runFulfilment(server.app)))
  const frozen = await list(fundraiser)
  expect(frozen).toMatchObject({ isFinal: true, confirmBy: '2027-05-25', counts: { animals: 2, ordered: 3, free: 11 } })
  expect(linesOf(frozen).slice(0, 8)).toEqual([
    '1 1 Hasan Yusuf',
    '2 1 Bilal Khan',
    '3 1 free',
    '4 1 free',
    '5 1 free',
    '6 1 free',
    '7 1 free',
    '8 2 Bilal Khan',
  ])
})

test('a payment that is still under way keeps the allocation open', async () => {
  const fundraiser = await installation.aFundraiser()
  const line = aLine(server.app, fundraiser.campaignId, { gift: '5400', tip: '0', levelId: fundraiser.itemId })
  const attempt = await aClaimedAttempt(server.app, anOrder([line], {}), { currency: 'GBP' })
  setClock(closed)
  await runFulfilment(server.app)
  expect((await list(fundraiser)).isFinal).toBe(false)
  const { amount } = attempt
  await settle(server.app, attempt, { kind: 'succeeded', chargeId: 'ch_late', amount, currency: 'GBP', fee: 20n })
  await runFulfilment(server.app)
  expect(await list(fundraiser)).toMatchObject({ isFinal: true, counts: { ordered: 1 } })
})

test('the list is a CSV that a spreadsheet runs nothing of, and a PDF; each download is audited', async () => {
  const fundraiser = await installation.aFundraiser()
  await installation.order(fundraiser, 1, {
    guest: { email: 'formula@example.org', name: 'Amina Yusuf' },
    qurbaniNames: 'Hasan, the late',
  })
  setClock(closed)
  await runFulfilment(server.app)
  const csv = await installation.file(fundraiser.token, `${fundraiser.shares}/csv`)
  expect(csv.headers['content-disposition']).toContain('.csv')
  expect(csv.body.split('\r\n').slice(0, 3)).toEqual([
    '\ufeffNumber,Animal,Share,On behalf of,Intention,Status,Performed on,Place',
    '1,1,1,"Hasan, the late",Qurbani,,,',
    '2,1,2,Free: filled by the charity,Qurbani,,,',
  ])
  const pdf = await installation.file(fundraiser.token, `${fundraiser.shares}/pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const acts = (await entriesAbout(server.app.db, `campaign:${fundraiser.campaignId}`, 5)).map(({ act }) => act)
  expect(acts.slice(0, 2)).toEqual(['qurbani.list-downloaded', 'qurbani.list-downloaded'])
  const reviewer = await aSession(server.app, { roles: ['reviewer'] })
  const support = await aSession(server.app, { roles: ['support'] })
  const staffUrl = fundraiser.shares.replace('/v4/', '/v4/staff/')
  expect((await installation.file(reviewer.token, `${staffUrl}/csv`)).body).toBe(csv.body)
  expect((await installation.file(reviewer.token, `${staffUrl}/pdf`)).status).toBe(200)
  expect((await installation.file(support.token, staffUrl)).status).toBe(403)
  const other = await installation.aFundraiser()
  expect((await installation.file(other.token, `${fundraiser.shares}/csv`)).status).toBe(404)
})

test('a file confirms every share or none; the same file changes nothing and another corrects [qurbani-11]', async () => {
  const fundraiser = await installation.aFundraiser()
  await installation.order(fundraiser, 2)
  expect((await confirm(fundraiser, 'number,date,place\n1,2027-05-16,Thatta')).body.code).toBe('qurbani-not-closed')
  setClock(closed)
  await runFulfilment(server.app)
  setClock(afterEid)
  const faulty = 'number,date,place\n1,2027-05-16,Thatta\n99,2027-05-16,Thatta\n2,2027-05-20,'
  expect((await confirm(fundraiser, faulty, 'preview')).body).toMatchObject({
    faulty: 2,
    rows: [
      { row: 2, effect: 'new', faults: [] },
      { row: 3, effect: null, faults: [{ field: 'number', fault: { code: 'qurbani-share-unknown' } }] },
      { row: 4, faults: [{ field: 'performedOn', fault: { params: { from: '2027-05-16', to: '2027-05-19' } } }, {}] },
    ],
  })
  expect((await confirm(fundraiser, faulty)).body).toMatchObject({ code: 'csv-has-faults' })
  expect((await list(fundraiser)).counts.performed).toBe(0)
  expect((await confirm(fundraiser, 'x,y')).status).toBe(400)

  const good = 'number,date,place\n1,2027-05-16,Thatta\n2,2027-05-16,Thatta'
  expect((await confirm(fundraiser, good)).body).toEqual({ new: 2, changed: 0, same: 0, settled: 0 })
  expect((await confirm(fundraiser, good)).body).toEqual({ new: 0, changed: 0, same: 2, settled: 0 })
  expect((await confirm(fundraiser, 'number,date,place\n2,2027-05-17,Badin')).body).toMatchObject({ changed: 1 })
  expect(await entriesAbout(server.app.db, `campaign:${fundraiser.campaignId}`, 1)).toMatchObject([
    { act: 'qurbani.performances-corrected', details: { corrections: ['2: 2027-05-16 Thatta'] } },
  ])
})

test('all shares of animals are confirmed by a form, and its faults are at their fields', async () => {
  const fundraiser = await installation.aFundraiser()
  await installation.order(fundraiser, 8)
  setClock(closed)
  await runFulfilment(server.app)
  setClock(afterEid)
  const animals = (over: object) =>
    installation.ask<{ fields?: object; new?: number }>(
      fundraiser.token,
      'POST',
      `${fundraiser.shares}/confirm-animals`,
      {
        animals: '1-2',
        performedOn: '2027-05-17',
        place: 'Thatta',
        ...over,
      },
    )
  expect(Object.keys((await animals({ animals: '7', performedOn: '', place: '' })).body.fields ?? {})).toEqual([
    'animals',
    'performedOn',
    'place',
  ])
  expect((await animals({})).body).toEqual({ new: 14, changed: 0, same: 0, settled: 0 })
})

test('a donor gets one mail for what was confirmed, with both dates, and at most one a day [qurbani-11]', async () => {
  const fundraiser = await installation.aFundraiser()
  const email = 'once@example.org'
  await installation.order(fundraiser, 2, { guest: { email, name: 'Amina Yusuf' }, qurbaniNames: 'Hasan\nMaryam' })
  setClock(closed)
  await runFulfilment(server.app)
  const mailsOf = async () => (await installation.mails('qurbani-performed')).filter(({ to }) => to === email)
  setClock(afterEid)
  await confirm(fundraiser, 'number,date,place\n1,2027-05-17,Thatta')
  await Promise.all([1, 2, 3].map(() => notifyDonors(server.app)))
  expect(await mailsOf()).toHaveLength(1)
  expect(JSON.stringify((await mailsOf())[0]?.content)).toMatch(
    /Hasan.*11 Dhul Hijjah 1448 AH\\n17 May 2027.*Thatta.*1 other share/,
  )
  // Guests have no page of their own donation.
  expect(JSON.stringify((await mailsOf())[0]?.content)).toContain('/v4/campaign/')

  await confirm(fundraiser, 'number,date,place\n1,2027-05-16,Badin\n2,2027-05-16,Badin')
  setClock('2027-05-20T11:59:00Z')
  await notifyDonors(server.app)
  expect(await mailsOf()).toHaveLength(1)
  setClock('2027-05-20T12:01:00Z')
  await notifyDonors(server.app)
  await notifyDonors(server.app)
  expect(await mailsOf()).toHaveLength(2)
  expect(JSON.stringify((await mailsOf())[1]?.content)).toMatch(/Hasan\\nMaryam.*10 Dhul Hijjah 1448 AH/)
})

test('an erased donor is anonymous in the list and gets no mail', async () => {
  const fundraiser = await installation.aFundraiser()
  const { donationId } = await installation.order(fundraiser, 1, {
    guest: { email: 'erased@example.org', name: 'Erased Later' },
    qurbaniNames: 'Hasan',
  })
  setClock(closed)
  await runFulfilment(server.app)
  await sql`select giving.retain_for_accounting(array[${donationId}::uuid], array['2034-05-10'::date])`.execute(
    server.app.db,
  )
  setClock(afterEid)
  await confirm(fundraiser, 'number,date,place\n1,2027-05-17,Thatta')
  await runFulfilment(server.app)
  expect((await list(fundraiser)).shares[0]).toMatchObject({ name: null, isFree: false, performedOn: '2027-05-17' })
  expect((await installation.file(fundraiser.token, `${fundraiser.shares}/csv`)).body).toContain('1,1,1,Anonymous,')
  expect((await installation.mails('qurbani-performed')).filter(({ to }) => to === 'erased@example.org')).toEqual([])
})
