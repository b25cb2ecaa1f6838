import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { resolveDueRefunds } from '#modules/money/refunds/look-up.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { QurbaniDonationView } from '../contract-fulfilment.ts'
import type { Json } from '#shared/wire/json.ts'
import { addLateOrders } from './freeze-allocations.ts'
import { runFulfilment } from './run-fulfilment.ts'
import { settleChoices } from './settle-choices.ts'
import { qurbaniHelpers } from './testing.ts'

let server: TestApp
let installation: ReturnType<typeof qurbaniHelpers>
let now: Date
const setClock = (instant: string) => void (now = new Date(instant))
beforeAll(async () => {
  setClock('2027-05-10T12:00:00Z')
  server = await createTestApp({ withSandbox: true, clock: () => now })
  installation = qurbaniHelpers(server)
})
beforeEach(() => setClock('2027-05-10T12:00:00Z'))
afterAll(() => server.close())

const closed = '2027-05-18T07:10:00Z'
const lastMinute = '2027-05-25T18:59:00Z'
/** The end of 25 May in Pakistan, a week after the last day of slaughter. */
const late = '2027-05-25T19:00:00Z'
const silent = '2027-06-24T19:00:00Z'

/** Creates an order of so many pieces of which `performed` are confirmed, at the time when its donor is asked. */
async function anUnperformedOrder(
  shares: number,
  { performed = 0, over = {}, item = {} }: { performed?: number; over?: object; item?: object } = {},
) {
  setClock('2027-05-10T12:00:00Z')
  const fundraiser = await installation.aFundraiser(item)
  const email = `donor-${fundraiser.itemId}@example.org`
  const paid = await installation.order(fundraiser, shares, { guest: { email, name: 'Amina Yusuf' }, ...over })
  setClock(closed)
  await runFulfilment(server.app)
  const confirm = async (from: number, to: number) =>
    installation.ask<Record<string, number>>(
      await installation.logIn(fundraiser.accountId),
      'POST',
      `${fundraiser.shares}/confirm`,
      {
        csv: [
          'number,date,place',
          ...Array.from({ length: to - from + 1 }, (_, index) => `${from + index},2027-05-17,Thatta`),
        ].join('\n'),
      },
    )
  if (performed > 0) expect((await confirm(1, performed)).status).toBe(200)
  setClock(late)
  await runFulfilment(server.app)
  const questions = (await installation.mails('qurbani-choice')).filter(({ to }) => to === email)
  const token = /qurbani-choice\?token=([\w.-]+)/.exec(JSON.stringify(questions[0]?.content))?.[1] ?? ''
  const read = () => installation.ask<Json<QurbaniDonationView>>('', 'GET', `/v4/qurbani-choices?token=${token}`)
  const choose = (choice: string, amount: number) =>
    installation.ask<Json<QurbaniDonationView>>('', 'POST', '/v4/qurbani-choices', { token, choice, amount })
  return { ...fundraiser, ...paid, email, confirm, questions, read, choose }
}

const outcomeOf = (donationId: string) =>
  server.app.db
    .selectFrom('qurbani.choice')
    .select(['choice', 'amount', 'refund_id as refundId', 'ledger_tx_id as ledgerTxId', 'settled_at as settledAt'])
    .where('donation_id', '=', donationId)
    .executeTakeFirst()
const refundsOf = (intentId: string) =>
  server.app.db
    .selectFrom('refunds.refund')
    .select(['id', 'amount', 'reason', 'state'])
    .where('intent_id', '=', intentId)
    .execute()
const sadaqahOf = async (donationId: string) =>
  (
    await sql`select e.account, e.meaning, e.amount, e.subject_id as "campaignId" from ledger.tx t join ledger.entry e on e.tx_id = t.id
      where t.source_id = ${donationId}::uuid and t.event_type = 'qurbani-sadaqah' order by e.line`.execute(
      server.app.db,
    )
  ).rows
/** Runs the operator's ledger checks, which must find nothing. */
async function expectBooksInOrder(): Promise<void> {
  await installation.drain()
  for (const check of ['q1', 'q2', 'q3', 'q9', 'q11', 'q16'])
    expect(
      (await sql.raw(fs.readFileSync(`database/checks/${check}.sql`, 'utf8')).execute(server.app.db)).rows,
    ).toEqual([])
}

test('donors of shares that were not confirmed in time are asked once, a week after the last day [qurbani-7]', async () => {
  const order = await anUnperformedOrder(3, { performed: 1 })
  expect(order.questions).toHaveLength(1)
  expect(JSON.stringify(order.questions[0]?.content)).toMatch(/2 shares of 3.*£108\.00/)
  await Promise.all([runFulfilment(server.app), runFulfilment(server.app)])
  expect((await installation.mails('qurbani-choice')).filter(({ to }) => to === order.email)).toHaveLength(1)
  expect((await order.read()).body).toMatchObject({
    currency: 'GBP',
    choice: { isOpen: true, chosen: null, unperformed: 2, refund: 10_800, sadaqah: 10_800, chooseBefore: '2027-06-24' },
  })
})

test('no donor is asked before the charity’s last day is over, nor if all shares are confirmed', async () => {
  const performed = await anUnperformedOrder(1, { performed: 1 })
  expect([performed.questions.length, await outcomeOf(performed.donationId)]).toEqual([0, undefined])
  setClock('2027-05-10T12:00:00Z')
  const fundraiser = await installation.aFundraiser()
  const { donationId } = await installation.order(fundraiser, 1)
  setClock(lastMinute)
  await runFulfilment(server.app)
  await runFulfilment(server.app)
  expect(await outcomeOf(donationId)).toBeUndefined()
})

test('a refund returns the price of all shares less that of the performed ones, once [qurbani-12]', async () => {
  const order = await anUnperformedOrder(1, { performed: 6, over: { amount: '375' }, item: { unit: 'animal' } })
  const answers = await Promise.all([1, 2, 3].map(() => order.choose('refund', 5100)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]?.body.choice).toMatchObject({ isOpen: false, chosen: 'refund', refund: 5100 })
  await Promise.all([settleChoices(server.app), settleChoices(server.app), runFulfilment(server.app)])
  await resolveDueRefunds(server.app)
  expect(await refundsOf(order.intentId)).toMatchObject([
    { amount: 5100n, reason: 'not-performed', state: 'succeeded' },
  ])
  expect(await installation.truth(order.intentId)).toBe(5100)
  await expectBooksInOrder()
  expect((await campaignTotals(server.app.db, [order.campaignId]))[0]?.raised).toBe(32_400n)
  expect((await order.choose('sadaqah', 5100)).body.code).toBe('qurbani-choice-made')
  expect(await sadaqahOf(order.donationId)).toEqual([])
})

test('without a performed share everything returns, with tip and covered fee [qurbani-12]', async () => {
  const order = await anUnperformedOrder(2, { over: { feeAmount: '3.20' } })
  const refund = (await order.read()).body.choice?.refund ?? 0
  expect(refund).toBe(10_800 + 320)
  await order.choose('refund', refund)
  await resolveDueRefunds(server.app)
  expect(await installation.stateOf(order.intentId)).toBe('REFUNDED')
  await expectBooksInOrder()
})

test('thirty days of silence make it sadaqah, once even if jobs run at the same time [qurbani-7]', async () => {
  const order = await anUnperformedOrder(3, { performed: 1 })
  setClock('2027-06-24T18:59:59Z')
  await settleChoices(server.app)
  expect(await outcomeOf(order.donationId)).toMatchObject({ choice: null })
  setClock(silent)
  expect((await order.choose('refund', 10_800)).status).toBe(404)
  const raised = (await campaignTotals(server.app.db, [order.campaignId]))[0]?.raised
  await Promise.all([1, 2, 3, 4].map(() => settleChoices(server.app)))
  expect(await outcomeOf(order.donationId)).toMatchObject({ choice: 'sadaqah', amount: 10_800n, refundId: null })
  expect(await sadaqahOf(order.donationId)).toEqual([
    { account: 'campaign_payable', meaning: 'qurbani', amount: 10_800n, campaignId: order.campaignId },
    { account: 'campaign_payable', meaning: 'sadaqah', amount: -10_800n, campaignId: order.campaignId },
  ])
  await expectBooksInOrder()
  expect((await campaignTotals(server.app.db, [order.campaignId]))[0]?.raised).toBe(raised)
  expect(await refundsOf(order.intentId)).toEqual([])
})

test('an erased donor is asked nothing, and after thirty days it is sadaqah', async () => {
  setClock('2027-05-10T12:00:00Z')
  const fundraiser = await installation.aFundraiser()
  const { donationId } = await installation.order(fundraiser, 1, { guest: { email: 'gone@example.org', name: 'Gone' } })
  await sql`select giving.retain_for_accounting(array[${donationId}::uuid], array['2034-05-10'::date])`.execute(
    server.app.db,
  )
  setClock(closed)
  await runFulfilment(server.app)
  setClock(late)
  await runFulfilment(server.app)
  expect((await installation.mails('qurbani-choice')).filter(({ to }) => to === 'gone@example.org')).toEqual([])
  setClock(silent)
  await runFulfilment(server.app)
  expect(await outcomeOf(donationId)).toMatchObject({ choice: 'sadaqah', amount: 5400n })
})

test('shares confirmed before the donor chooses end the question; afterwards the charity gets a refusal [qurbani-12]', async () => {
  const order = await anUnperformedOrder(2)
  await order.confirm(1, 1)
  expect((await order.choose('refund', 10_800)).body.code).toBe('qurbani-choice-changed')
  expect((await order.choose('refund', 5400)).status).toBe(200)
  expect((await order.confirm(2, 2)).body).toMatchObject({ code: 'csv-has-faults' })
  const animals = await installation.ask(
    await installation.logIn(order.accountId),
    'POST',
    `${order.shares}/confirm-animals`,
    {
      animals: '1',
      performedOn: '2027-05-17',
      place: 'Thatta',
    },
  )
  expect(animals.body).toEqual({ new: 5, changed: 0, same: 1, settled: 1 })

  const other = await anUnperformedOrder(2)
  await other.confirm(1, 2)
  expect(await outcomeOf(other.donationId)).toBeUndefined()
  expect((await other.read()).body.choice).toBeNull()
  expect((await other.choose('refund', 10_800)).status).toBe(404)
  setClock(silent)
  await runFulfilment(server.app)
  expect(await sadaqahOf(other.donationId)).toEqual([])
})

test('a confirmation and a choice at the same moment have one outcome', async () => {
  const order = await anUnperformedOrder(1)
  const [confirmed, response] = await Promise.all([order.confirm(1, 1), order.choose('refund', 5400)])
  const isConfirmed = confirmed.status === 200
  expect(response.status === 200).toBe(!isConfirmed)
  // If the confirmation held the row's lock at that moment, the job settles the choice.
  await settleChoices(server.app)
  expect((await refundsOf(order.intentId)).length).toBe(isConfirmed ? 0 : 1)
})

test('an account chooses on its own page, and no other donation is found', async () => {
  const donor = await aSession(server.app, { firstName: 'Amina' })
  setClock('2027-05-10T12:00:00Z')
  const fundraiser = await installation.aFundraiser()
  const { donationId, intentId } = await installation.order(fundraiser, 1, {}, donor.token)
  const url = `/v4/account/donations/${donationId}`
  expect((await installation.ask<Json<QurbaniDonationView>>(donor.token, 'GET', `${url}/qurbani`)).body).toMatchObject({
    shares: [{ performedOn: null }],
    choice: null,
  })
  setClock(closed)
  await runFulfilment(server.app)
  setClock(late)
  await runFulfilment(server.app)
  const stranger = await aSession(server.app, {})
  const token = await installation.logIn(donor.viewer.accountId)
  const body = { choice: 'sadaqah', amount: 5400 }
  expect((await installation.ask(stranger.token, 'GET', `${url}/qurbani`)).status).toBe(404)
  expect((await installation.ask(stranger.token, 'POST', `${url}/qurbani-choice`, body)).status).toBe(404)
  const response = await installation.ask<Json<QurbaniDonationView>>(token, 'POST', `${url}/qurbani-choice`, body)
  expect(response.body.choice).toMatchObject({ chosen: 'sadaqah', sadaqah: 5400 })
  expect(await sadaqahOf(donationId)).toHaveLength(2)
  expect(await refundsOf(intentId)).toEqual([])
})

test('orders that no animal has room for, and payments found later, are asked about at once [qurbani-10]', async () => {
  const fundraiser = await installation.aFundraiser({ capacity: '1' })
  const first = await installation.order(fundraiser, 3)
  const refused = await installation.paidUnseen(fundraiser, { quantity: 2, qurbaniIntention: 'vow' })
  setClock(closed)
  await runFulfilment(server.app)
  expect(await outcomeOf(first.donationId)).toBeUndefined()
  expect(await outcomeOf(refused)).toMatchObject({ choice: null })
  const found = await installation.paidUnseen(fundraiser, { quantity: 1 })
  expect(await addLateOrders(server.app)).toBe(1)
  expect(await addLateOrders(server.app)).toBe(0)
  expect(await outcomeOf(found)).toMatchObject({ choice: null })
})

test('PostgreSQL refuses a second outcome of a donation', async () => {
  const order = await anUnperformedOrder(1)
  await order.choose('sadaqah', 5400)
  const update = (assignment: string) =>
    sql`update qurbani.choice set ${sql.raw(assignment)} where donation_id = ${order.donationId}::uuid`.execute(
      server.app.db,
    )
  await expect(update(`choice = 'refund'`)).rejects.toThrow(/the choice is made/)
  await expect(update('amount = 1')).rejects.toThrow(/the choice is made/)
  await expect(
    sql`delete from qurbani.choice where donation_id = ${order.donationId}::uuid`.execute(server.app.db),
  ).rejects.toThrow(/the choice is made/)
})
