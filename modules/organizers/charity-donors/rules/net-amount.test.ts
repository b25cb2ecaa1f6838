import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeEntries, refundEntries } from '#modules/money/ledger/rules/posting.ts'
import { netAmount } from './net-amount.ts'

const part = fc.bigInt({ min: 0n, max: 10_000n })

test('is what the ledger owes the campaign after the charge and any refund', () => {
  fc.assert(
    fc.property(part, part, part, part, part, (gift, coveredFee, processingFee, tip, share) => {
      const returnedOf = (amount: bigint) => (amount * share) / 10_000n
      const refunded = {
        gift: returnedOf(gift),
        coveredFee: returnedOf(coveredFee),
        processingFee: returnedOf(processingFee),
      }
      const line = { campaignId: 7n, gift, coveredFee, tip, zakatEligible: gift / 2n }
      const entries = [
        ...chargeEntries('GBP', [{ ...line, feeShare: processingFee, feeBearer: 'campaign' }], processingFee),
        ...refundEntries('GBP', [
          {
            campaignId: 7n,
            gift: refunded.gift,
            coveredFee: refunded.coveredFee,
            tip: returnedOf(tip),
            zakatEligible: returnedOf(gift / 2n),
            feeRestored: refunded.processingFee,
          },
        ]),
      ]
      const owed = entries.reduce((sum, { campaignId, amount }) => (campaignId === 7n ? sum - amount : sum), 0n)
      expect(netAmount({ gift, coveredFee, processingFee, refunded })).toBe(owed)
    }),
  )
})
