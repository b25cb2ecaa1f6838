import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { resolveDueRefunds, sweepRefunds } from './look-up.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  with_ = refundHelpers(installation)
})
afterAll(() => installation.close())

const currencies = ['GBP', 'JPY', 'KWD'] as const
type Currency = (typeof currencies)[number]
/** Returns the smallest unit in which the provider refunds. */
const stepOf = (currency: Currency) => (currency === 'KWD' ? 10 : 1)

type Step =
  /**
   * Staff refund a share of what remains of one donation and its tip; the process may crash before or after the
   * provider is called.
   */
  | {
      readonly kind: 'refund'
      readonly line: number
      readonly percent: number
      readonly dies: 'before_refund' | 'after_refund' | undefined
    }
  /** Someone refunds a share of what the provider has left in its dashboard. */
  | { readonly kind: 'desk'; readonly percent: number }
  | { readonly kind: 'dispute' }
  | { readonly kind: 'decided'; readonly end: 'won' | 'lost'; readonly feeRefunded: boolean }
  /** The bank returns a refund that it had accepted. */
  | { readonly kind: 'returned'; readonly which: number }
  | { readonly kind: 'sweep' | 'look-up' | 'drain' }
  /**
   * At the same time, two staff members refund everything, the dashboard refunds a little, and workers sweep, look up
   * and handle events.
   */
  | { readonly kind: 'concurrent' }

const percent = fc.constantFrom(1, 33, 50, 99, 100)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      line: fc.nat(1),
      percent,
      dies: fc.constantFrom(undefined, undefined, 'before_refund' as const, 'after_refund' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('desk' as const), percent }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'dispute' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decided' as const),
      end: fc.constantFrom('won' as const, 'lost' as const),
      feeRefunded: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('returned' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, 'look-up' as const, 'drain' as const) }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'concurrent' }) },
)

const bank = () => installation.sandbox!.gateway
const sweep = () => sweepRefunds(installation.app, new Date(clock.now().getTime() - 86_400_000 * 400))

/** Pays for two donations with a tip in one basket. */
async function aBasket(currency: Currency) {
  const campaigns = [await aCampaign(installation.app, { currency }), await aCampaign(installation.app, { currency })]
  const campaignIds = campaigns.map(({ id }) => id)
  const { intentId } = await with_.basketDonation(campaignIds, { currency, amount: 33_330, tip: 1010 })
  return { intentId, campaignIds }
}

async function play(currency: Currency, steps: readonly Step[]) {
  const { intentId, campaignIds } = await aBasket(currency)
  let finance = await with_.staff()
  const intent = await installation.app.db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow()
  const chargeId = bank().intent(intent.id).object.latest_charge as string
  const theirDisputes = () => [...bank().store.disputes.values()].filter(({ charge }) => charge === chargeId)
  const lookUp = async () => {
    clock.move({ minutes: 61 })
    finance = await with_.staff()
    await resolveDueRefunds(installation.app)
  }
  const take = async (step: Step) => {
    clock.move({ seconds: 1 })
    switch (step.kind) {
      case 'refund': {
        const { donations } = (
          await with_.ask<{ donations: { donationId: string; remaining: { gift: number; tip: number } }[] }>(
            finance,
            'GET',
            `/v4/staff/donations/${intentId}`,
          )
        ).body
        const { donationId, remaining } = donations[step.line]!
        const part = (amount: number) => Math.floor((amount * step.percent) / 100 / stepOf(currency)) * stepOf(currency)
        Object.assign(installation.app, {
          failpoint: (name: string) =>
            name === step.dies ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
        })
        await with_.refund(finance, intentId, {
          everything: false,
          lines: [{ donationId, gift: part(remaining.gift), tip: part(remaining.tip) }],
        })
        return void Object.assign(installation.app, { failpoint: () => Promise.resolve() })
      }
      case 'desk': {
        const { amount, amount_refunded: gone } = bank().store.charges.get(chargeId)!
        const requested = Math.floor(((amount - gone) * step.percent) / 100 / stepOf(currency)) * stepOf(currency)
        return void (await bank()
          .refund({ charge: chargeId, amount: String(requested) })
          .catch(() => undefined))
      }
      case 'dispute': {
        const { amount, amount_refunded: gone } = bank().store.charges.get(chargeId)!
        if (amount > gone && theirDisputes().every(({ status }) => status === 'won')) await bank().openDispute(chargeId)
        return
      }
      case 'decided': {
        const open = theirDisputes().find(
          ({ status }) => status === 'needs_response' || (status === 'lost' && step.end === 'won'),
        )
        return void (open && (await bank().closeDispute(open.id, step.end, { feeRefunded: step.feeRefunded })))
      }
      case 'returned': {
        const refunds = [...bank().store.refunds.values()].filter(
          ({ charge, status }) => charge === chargeId && status === 'succeeded',
        )
        const back = refunds[step.which % Math.max(refunds.length, 1)]
        if (!back) return
        bank().store.save('refund', back.id, { ...back, status: 'failed', failure_reason: 'expired_or_canceled_card' })
        const charge = bank().store.charges.get(chargeId)!
        bank().store.save('charge', chargeId, {
          ...charge,
          amount_refunded: charge.amount_refunded - back.amount,
          refunded: false,
        })
        const truth = bank().store.truth.get(chargeId)!
        return bank().store.save('truth', chargeId, { ...truth, refunded: truth.refunded - back.amount })
      }
      case 'sweep':
        return void (await sweep())
      case 'look-up':
        return lookUp()
      case 'concurrent': {
        clock.move({ minutes: 61 })
        finance = await with_.staff()
        const everything = () => with_.refund(finance, intentId, { everything: true })
        const [one, other] = await Promise.all([
          everything(),
          everything(),
          bank()
            .refund({ charge: chargeId, amount: '10' })
            .catch(() => undefined),
          sweep(),
          sweep(),
          resolveDueRefunds(installation.app),
          resolveDueRefunds(installation.app),
          with_.drain(),
        ])
        return void expect(Math.max(one.status, other.status)).toBeLessThan(500)
      }
      case 'drain':
        return void (await with_.drain())
    }
  }
  for (const step of steps) await take(step)
  // Finds everything that was missed.
  for (let n = 0; n < 3; n++) {
    await lookUp()
    await sweep()
  }
  while ((await with_.drain()) > 0);
  return { intentId, campaignIds, chargeId }
}

test('after any order of refunds, disputes, crashes and returns the books match the bank [refunds-1] [refunds-4]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...currencies),
      fc.array(step, { minLength: 2, maxLength: 9 }),
      async (currency, steps) => {
        const { intentId, campaignIds, chargeId } = await play(currency, steps)
        const troubles = (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)).filter(
          ({ count, title }) => count > 0 && !title.startsWith('Q8'),
        )
        expect(troubles).toEqual([])
        const { amount, refunded } = bank().store.truth.get(chargeId)!
        expect(refunded).toBeLessThanOrEqual(amount)
        const refunds = await installation.app.db
          .selectFrom('refunds.refund')
          .select(['state', 'amount', 'origin'])
          .where('intent_id', '=', intentId)
          .execute()
        // Only cases that a bank still decides are pending.
        expect(refunds.filter(({ state }) => state === 'requested')).toEqual([])
        const given = refunds
          .filter(({ state }) => state === 'succeeded' || state === 'pending')
          .reduce((sum, refund) => sum + refund.amount, 0n)
        expect(given).toBe(BigInt(refunded))
        const gone = await installation.app.db
          .selectFrom('giving.refunded_amount as r')
          .innerJoin('giving.donation as d', 'd.id', 'r.donation_id')
          .select('r.gift')
          .where('d.intent_id', '=', intentId)
          .execute()
        const raised = (await campaignTotals(installation.app.db, campaignIds)).reduce(
          (sum, total) => sum + total.raised,
          0n,
        )
        expect(raised).toBe(66_660n - gone.reduce((sum, { gift }) => sum + gift, 0n))
      },
    ),
    { numRuns: 12 },
  )
}, 300_000)
