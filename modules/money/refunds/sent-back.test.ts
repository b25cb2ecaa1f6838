import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money, toMajor } from '#shared/money.ts'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { settleRefund } from './settle-refund.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
let finance: string
let donor: string
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  // Replaces the bank by one that accepts every refund and can return each.
  const create: TestApp['app']['providers']['first']['refunds']['create'] = ({ providerIntentId, amount, reference }) =>
    Promise.resolve({
      kind: 'created',
      refund: {
        refundId: `re_${reference}`,
        providerIntentId,
        reference,
        amount: amount.amount,
        currency: amount.currency,
        status: 'succeeded',
        failureReason: undefined,
      },
    })
  Object.assign(installation.app, {
    providers: createPaymentProviders([
      { ...installation.app.providers.first, refunds: { ...installation.app.providers.first.refunds, create } },
    ]),
  })
  with_ = refundHelpers(installation)
  finance = await with_.staff()
  donor = (await aSession(installation.app)).token
})
afterAll(() => installation.close())

const address = {
  FirstName: 'Amina',
  LastName: 'Yusuf',
  Address: '4 Sample Lane',
  City: 'Leicester',
  Zip: 'LE1 1AA',
  Country: 'GB',
}

type Step =
  | { readonly kind: 'refund'; readonly part: 'half' | 'all' | 'tip' }
  | { readonly kind: 'sent-back'; readonly which: number }
  | { readonly kind: 'drain' }
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('refund' as const),
      part: fc.constantFrom('half' as const, 'all' as const, 'tip' as const),
    }),
    fc.record({ kind: fc.constant('sent-back' as const), which: fc.nat(9) }),
    fc.record({ kind: fc.constant('drain' as const) }),
  ),
  { minLength: 2, maxLength: 8 },
)

/** Creates a donation of 50.00 with Gift Aid and the only place of a level, and applies these refunds. */
async function afterSteps(list: readonly Step[]) {
  const campaignId = (await aCampaign(installation.app, { gift_aid: true })).id
  const level = await aLevel(installation.app, campaignId, { claim_limit: 1, amount: 5000n })
  const { donationId, intentId } = await with_.donation(
    campaignId,
    { rewardID: String(level.id), amount: '50', giftAid: true, taxAddress: address, feeAmount: '3.20' },
    donor,
  )
  const made: { readonly id: string; readonly gift: bigint; readonly amount: bigint }[] = []
  const remaining = () => 5000n - made.reduce((sum, { gift }) => sum + gift, 0n)
  for (const step of list) {
    clock.move({ seconds: 1 })
    if (step.kind === 'drain') await with_.drain()
    else if (step.kind === 'refund') {
      const gift = step.part === 'tip' ? 0n : step.part === 'half' ? remaining() / 2n : remaining()
      const tip = step.part === 'tip' ? 20n : 0n
      const { status, body } = await with_.refund(finance, intentId, {
        everything: false,
        lines: [{ donationId, gift: Number(gift), tip: Number(tip) }],
      })
      if (status === 200) made.push({ id: body.id, gift, amount: gift + tip })
    } else {
      const [back] = made.splice(step.which % Math.max(made.length, 1), 1)
      const { providerIntentId, refundId } = { providerIntentId: '', refundId: `re_${back?.id}` }
      const refund = {
        refundId,
        providerIntentId,
        reference: back?.id,
        amount: back?.amount ?? 0n,
        currency: 'GBP' as const,
        failureReason: 'lost_or_stolen_card',
      }
      if (back)
        await settleRefund(installation.app, back.id, { kind: 'created', refund: { ...refund, status: 'failed' } })
    }
  }
  clock.move({ seconds: 1 })
  while ((await with_.drain()) > 0);
  const db = installation.app.db
  const declaration = await db
    .selectFrom('giving.gift_aid_declaration')
    .select('cancelled_at')
    .where('donation_id', '=', donationId)
    .executeTakeFirstOrThrow()
  const receipts = await db
    .selectFrom('receipts.receipt as r')
    .leftJoin('receipts.void as v', 'v.receipt_id', 'r.id')
    .select('r.snapshot')
    .where('r.intent_id', '=', intentId)
    .where('v.receipt_id', 'is', null)
    .execute()
  const [total] = await campaignTotals(db, [campaignId])
  const { claimed } = await db
    .selectFrom('campaigns.level')
    .select('claimed')
    .where('id', '=', level.id)
    .executeTakeFirstOrThrow()
  return {
    left: remaining(),
    is: {
      aided: declaration.cancelled_at === null,
      receipts: receipts.map(({ snapshot }) => (snapshot as { gift: string }).gift),
      raised: total!.raised,
      gifts: total!.donationCount,
      donors: total!.donorCount,
      claimed,
    },
  }
}

const shouldBe = (remaining: bigint) => ({
  aided: remaining > 0n,
  receipts: remaining > 0n ? [toMajor(money(remaining, 'GBP'))] : [],
  raised: remaining,
  gifts: remaining > 0n ? 1n : 0n,
  donors: remaining > 0n ? 1n : 0n,
  claimed: remaining > 0n ? 1 : 0,
})

const half = { kind: 'refund', part: 'half' } as const
const all = { kind: 'refund', part: 'all' } as const
const back = (which: number) => ({ kind: 'sent-back', which }) as const

test('when the first of two partial refunds is returned, the rest of the donation has Gift Aid', async () => {
  const { left, is } = await afterSteps([half, { kind: 'drain' }, all, { kind: 'drain' }, back(0)])
  expect(is).toEqual(shouldBe(left))
})

test('a refund that was returned and made again before its event leaves neither donor nor place', async () => {
  const { left, is } = await afterSteps([all, back(0), all])
  expect(is).toEqual(shouldBe(left))
})

test('after any order of refunds and returns, all data of the donation shows what is left of it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { left, is } = await afterSteps(list)
      expect(is).toEqual(shouldBe(left))
    }),
    { numRuns: 25 },
  )
  expect(
    (await verifyLedger(installation.database.ownerUrl, undefined)).filter(
      ({ count, title }) => count > 0 && !title.startsWith('Q8'),
    ),
  ).toEqual([])
})
