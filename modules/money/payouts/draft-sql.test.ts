import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import type { Ports } from '#shared/ports.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { completeDraft, insertFreeLines, insertPayout, listOpenReserves } from './queries/draft.ts'
import { sumOpenEntries } from './queries/overview.ts'
import { sumOutside } from './queries/payouts.ts'
import { decideAmounts, type PayableAccount, releasableFrom } from './rules/amounts.ts'
import { draftPayout, type DraftInput, type OpenReserve, type PayableEntry } from './rules/draft.ts'
import type { PaymentFacts } from './rules/holds.ts'

let database: TestDatabase
let ports: Ports
/** Inserts rows without triggers and foreign keys, so that a ledger can be generated freely. */
let owner: pg.Client
const start = new Date('2027-01-04T09:30:00Z')
const settings = { holdDays: 7, reservePercent: 10, reserveDays: 20, minimum: 2000n }

beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database, () => start)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const aPayment = fc.record({
  method: fc.constantFrom('card', 'ach', 'apple-pay'),
  hoursAgo: fc.integer({ min: 0, max: 14 * 24 }),
  isDisputed: fc.boolean(),
  hasOpenRequest: fc.boolean(),
  refund: fc.constantFrom(
    'none',
    'proposed',
    'requested',
    'pending',
    'requires_action',
    'succeeded',
    'failed',
    'canceled',
  ),
  charge: fc.array(
    fc.record({
      campaign: fc.integer({ min: 0, max: 2 }),
      account: fc.constantFrom<PayableAccount>('campaign_payable', 'zakat_payable'),
      amount: fc.bigInt({ min: -300n, max: 9000n }).filter((amount) => amount !== 0n),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})
const aLater = fc.record({
  payment: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
  source: fc.constantFrom('refund', 'dispute', 'donation'),
  campaign: fc.integer({ min: 0, max: 1 }),
  account: fc.constantFrom<PayableAccount>('campaign_payable', 'zakat_payable'),
  amount: fc.bigInt({ min: -6000n, max: 3000n }).filter((amount) => amount !== 0n),
})
const aRound = fc.record({
  payments: fc.array(aPayment, { maxLength: 6 }),
  later: fc.array(aLater, { maxLength: 6 }),
  daysLater: fc.integer({ min: 0, max: 25 }),
  outcome: fc.constantFrom('cancelled', 'sent', 'sent', 'failed'),
  isClosed: fc.boolean(),
})

type Model = {
  readonly account: { readonly organizationId: bigint; readonly currency: 'GBP' }
  /** Two campaigns of the charity, and one of another. */
  readonly campaignIds: readonly bigint[]
  readonly bankId: string
  entries: PayableEntry[]
  payments: PaymentFacts[]
  reserves: (OpenReserve & { readonly paidIntents: readonly string[] })[]
}

async function aModel(): Promise<Model> {
  const organization = await anOrganization(ports)
  const campaigns = [
    await aCampaign(ports, { organization_id: organization.id }),
    await aCampaign(ports, { organization_id: organization.id }),
    await aCampaign(ports),
  ]
  const bankId = randomUUID()
  await owner.query(
    `insert into organizations.bank_details (id, organization_id, currency, country, account_name, account_type, last_four, numbers, needs_staff, state, entered_at, decided_at, active_from)
     values ($1, $2, 'GBP', 'GB', 'Umeed Trust', 'checking', '6819', '\\x00', false, 'approved', $3, $3, $3)`,
    [bankId, organization.id, start],
  )
  return {
    account: { organizationId: organization.id, currency: 'GBP' },
    campaignIds: campaigns.map(({ id }) => id),
    bankId,
    entries: [],
    payments: [],
    reserves: [],
  }
}

async function addEntries(
  model: Model,
  source: { readonly type: string; readonly id: string; readonly at: Date },
  entries: readonly Pick<PayableEntry, 'account' | 'campaignId' | 'amount' | 'paymentId'>[],
) {
  const txId = randomUUID()
  await owner.query(
    'insert into ledger.tx (id, source_type, source_id, event_type, occurred_at) values ($1, $2, $3, $4, $5)',
    [txId, source.type, source.id, `event-${randomUUID()}`, source.at],
  )
  for (const [index, { account, campaignId, amount, paymentId }] of entries.entries()) {
    await owner.query(
      "insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount) values ($1, $2, $3, $4, 'gift', 'GBP', $5)",
      [txId, index + 1, account, campaignId, -amount],
    )
    if (campaignId !== model.campaignIds[2])
      model.entries.push({
        txId,
        line: index + 1,
        account,
        campaignId,
        amount,
        paymentId,
        isCharge: source.type === 'attempt',
        isInLivePayout: false,
      })
  }
}

async function addPayment(model: Model, payment: typeof aPayment extends fc.Arbitrary<infer T> ? T : never, now: Date) {
  const [intentId, attemptId, donationId] = [randomUUID(), randomUUID(), randomUUID()]
  const paidAt = new Date(now.getTime() - payment.hoursAgo * hourMs)
  await owner.query(
    `insert into payments.intent (id, purpose, order_details, quote_hash, amount, currency, state, scope, provider, provider_intent_id, created_at, expires_at)
     values ($1::uuid, 'donation', '{}', '', 10000, 'GBP', $2, 'visit', 'sandbox', $1::text, $3, $3)`,
    [intentId, payment.isDisputed ? 'DISPUTED' : 'SUCCEEDED', paidAt],
  )
  await owner.query(
    `insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, idempotency_key, request_hash, method, ip, submitted_at)
     values ($1::uuid, $2, 'SUCCEEDED', 'sandbox', $1::text, 10000, 'GBP', 'visit', $1::text, '', $3, '', $4)`,
    [attemptId, intentId, payment.method === 'ach' ? 'ach' : 'card', paidAt],
  )
  const campaigns = payment.charge.map(({ campaign }) => model.campaignIds[campaign]!)
  for (const [line, campaignId] of campaigns.entries())
    await owner.query(
      `insert into giving.donation (id, intent_id, attempt_id, line, campaign_id, donor_key, name, currency, gift, fee_schedule_version, payment_method, locale, given_at)
       values ($1, $2, $3, $4, $5, '\\x01', 'Bilal', 'GBP', 100, '1', $6, 'en', $7)`,
      [line === 0 ? donationId : randomUUID(), intentId, attemptId, line + 1, campaignId, payment.method, paidAt],
    )
  // Requests and refunds concern the first donation only.
  const isOwn = payment.charge[0]!.campaign !== 2
  if (payment.hasOpenRequest)
    await owner.query(
      "insert into refunds.request (id, donation_id, account_id, reason, state, created_at) values ($1, $2, $3, 'asked', 'open', $4)",
      [randomUUID(), donationId, randomUUID(), paidAt],
    )
  if (payment.refund !== 'none') {
    const refundId = randomUUID()
    await owner.query(
      `insert into refunds.refund (id, intent_id, state, origin, amount, currency, provider, reason, created_at) values ($1, $2, $3, 'provider', 1, 'GBP', 'sandbox', 'other', $4)`,
      [refundId, intentId, payment.refund, paidAt],
    )
    await owner.query('insert into refunds.line (refund_id, donation_id, gift) values ($1, $2, 1)', [
      refundId,
      donationId,
    ])
  }
  model.payments.push({
    id: intentId,
    method: payment.method,
    paidAt,
    isDisputed: payment.isDisputed,
    hasOpenRequest: payment.hasOpenRequest && isOwn,
    hasOpenRefund: isOwn && ['proposed', 'requested', 'pending', 'requires_action'].includes(payment.refund),
  })
  await addEntries(
    model,
    { type: 'attempt', id: attemptId, at: paidAt },
    payment.charge.map(({ account, amount }, index) => ({
      account,
      amount,
      campaignId: campaigns[index]!,
      paymentId: intentId,
    })),
  )
}

/** Adds an entry that follows a payment, as a refund, a dispute or a donation's correction, or belongs to none. */
async function addLater(model: Model, later: typeof aLater extends fc.Arbitrary<infer T> ? T : never, now: Date) {
  const payment = later.payment === null ? undefined : model.payments[later.payment]
  const entry = { account: later.account, amount: later.amount, campaignId: model.campaignIds[later.campaign]! }
  if (!payment)
    return addEntries(model, { type: 'repayment', id: randomUUID(), at: now }, [{ ...entry, paymentId: null }])
  const { rows } = await owner.query<{ id: string }>(
    later.source === 'donation'
      ? 'select id from giving.donation where intent_id = $1 order by line limit 1'
      : `insert into refunds.refund (id, intent_id, state, origin, amount, currency, provider, reason, created_at)
         values (gen_random_uuid(), $1, 'succeeded', 'provider', 1, 'GBP', 'sandbox', 'other', now()) returning id`,
    [payment.id],
  )
  return addEntries(model, { type: later.source, id: rows[0]!.id, at: now }, [{ ...entry, paymentId: payment.id }])
}

const keyOf = ({ txId, line }: { readonly txId: string; readonly line: number }) => `${txId}/${line}`

/** Drafts by SQL, as the use case does. */
async function draftBySql(model: Model, input: DraftInput) {
  const { account } = model
  const terms = { instant: input.instant, holdDays: settings.holdDays }
  const sums = await sumOpenEntries(ports.db, account, terms)
  const id = randomUUID()
  return ports
    .write(async (tx) => {
      await insertPayout(tx, { ...account, id, bankDetailsId: model.bankId, requestedById: null, at: input.instant })
      const free = await insertFreeLines(tx, { ...account, id }, terms)
      const releases = (await listOpenReserves(tx, account)).filter(
        ({ sentAt, isDisputed }) => !isDisputed && releasableFrom(sentAt, settings.reserveDays) <= input.instant,
      )
      const amounts = decideAmounts(free, releases, {
        percent: settings.reservePercent,
        minimum: input.charity.isClosed ? 0n : settings.minimum,
      })
      if (amounts.total === 0n) throw new Error('nothing')
      await completeDraft(tx, id, amounts, releases)
      const lines = await tx
        .selectFrom('payouts.line')
        .select(['tx_id as txId', 'line', 'amount', 'is_charge as isCharge', 'intent_id as paymentId'])
        .where('payout_id', '=', id)
        .execute()
      return { id, amounts, lines, sums, releases: amounts.takes.rest ? releases : [] }
    })
    .catch((error: unknown) => {
      if (error instanceof Error && error.message === 'nothing')
        return { id: undefined, amounts: { total: 0n }, lines: [], sums, releases: [] }
      throw error
    })
}

test('the SQL takes exactly what the rules take, over generated ledgers and several payouts [payouts-4]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aRound, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const model = await aModel()
      let now = start
      for (const round of rounds) {
        now = new Date(now.getTime() + round.daysLater * dayMs)
        for (const payment of round.payments) await addPayment(model, payment, now)
        for (const later of round.later) await addLater(model, later, now)
        const input: DraftInput = {
          entries: model.entries,
          payments: model.payments,
          reserves: model.reserves.map(({ paidIntents, ...reserve }) => ({
            ...reserve,
            isDisputed: model.payments.some(({ id, isDisputed }) => isDisputed && paidIntents.includes(id)),
          })),
          charity: {
            isVerified: true,
            hasScreeningMatch: false,
            hasStaffHold: false,
            bankDetailsId: model.bankId,
            bankDetailsFrom: null,
            isClosed: round.isClosed,
          },
          settings,
          instant: now,
        }
        const expected = draftPayout(input)
        const actual = await draftBySql(model, input)
        expect(actual.amounts.total).toBe(expected.total)
        expect(actual.lines.map(keyOf).toSorted()).toEqual(expected.lines.map(keyOf).toSorted())
        expect(actual.releases.map((item) => [item.payoutId, item.campaignId])).toEqual(
          expected.releases.map((item) => [item.payoutId, item.campaignId]),
        )
        // The overview names each waiting entry's first reason with the same sums.
        const sumsBy = (reason: string | null, kind: string) =>
          actual.sums
            .filter((item) => item.reason === reason && item.kind === kind)
            .reduce((sum, item) => sum + item.amount, 0n)
        for (const reason of ['card-payment-new', 'debit-new', 'disputed', 'refund-requested', 'refund-open'])
          for (const [kind, account] of [
            ['zakat', 'zakat_payable'],
            ['rest', 'campaign_payable'],
          ] as const)
            expect(sumsBy(reason, kind)).toBe(
              expected.waitingEntries
                .filter(({ entry, reasons }) => entry.account === account && reasons[0]?.reason === reason)
                .reduce((sum, { entry }) => sum + entry.amount, 0n),
            )
        if (actual.id === undefined) continue
        const { id } = actual
        expect('reserves' in actual.amounts && actual.amounts.reserves).toEqual(expected.reserves)
        // The payout ends, or is sent, as a file or a bank would do it.
        if (round.outcome === 'cancelled') {
          await owner.query("update payouts.payout set state = 'cancelled', ended_at = $2 where id = $1", [id, now])
          await owner.query('update payouts.line set is_live = false where payout_id = $1', [id])
          await owner.query('update payouts.release set is_live = false where payout_id = $1', [id])
          continue
        }
        await owner.query(
          "update payouts.payout set state = 'sent', approved_at = $2, sent_at = $2, batch_id = $3 where id = $1",
          [id, now, randomUUID()],
        )
        if (round.outcome === 'failed') {
          await ports.write((tx) =>
            tx
              .updateTable('payouts.payout')
              .set({ state: 'failed', ended_at: now, reason: 'x' })
              .where('id', '=', id)
              .execute(),
          )
          continue
        }
        const taken = new Set(expected.lines.map(keyOf))
        model.entries = model.entries.map((entry) =>
          taken.has(keyOf(entry)) ? { ...entry, isInLivePayout: true } : entry,
        )
        const released = new Set(expected.releases.map((item) => `${item.payoutId}/${item.campaignId}`))
        model.reserves = [
          ...model.reserves.filter((item) => !released.has(`${item.payoutId}/${item.campaignId}`)),
          ...expected.reserves.map((reserve) => ({
            ...reserve,
            payoutId: id,
            sentAt: now,
            isDisputed: false,
            paidIntents: expected.lines.flatMap(({ paymentId }) => paymentId ?? []),
          })),
        ]
        const outside = await sumOutside(ports.db, model.account)
        const left = (account: string) =>
          model.entries
            .filter((item) => !item.isInLivePayout && item.account === account)
            .reduce((sum, { amount }) => sum + amount, 0n)
        expect(outside).toEqual({ zakat: left('zakat_payable'), rest: left('campaign_payable') })
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
