import { settle } from '#modules/money/giving/payment/settle.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { localDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import type { ZakatInput } from './rules/calculator/zakat-input.ts'

/** Cash of 40,000.00, of which 1,000.00 is due; `over` replaces parts of it. */
export const anInput = (over: Partial<ZakatInput> = {}): ZakatInput => ({
  currency: 'GBP',
  date: localDate('2026-11-20'),
  prices: { gold: { perGram: '100', day: localDate('2026-11-20') }, silver: { perGram: '1.20' } },
  assets: [{ kind: 'cash', amount: '40,000' }],
  ...over,
})

/** Stores a paid zakat donation of an account. The whole amount (minor units) except a fee of 63 is eligible. */
export async function aZakatDonation(
  ports: Ports,
  viewer: AccountViewer,
  campaignId: bigint,
  { gift = 20_000n, currency = 'GBP' }: { gift?: bigint; currency?: Currency } = {},
): Promise<string> {
  const line = aLine(ports, campaignId, { gift: String(gift), tip: '0', isZakat: true })
  const order = anOrder([line], { accountId: viewer.accountId, email: viewer.email })
  const attempt = await aClaimedAttempt(ports, order, { currency })
  await settle(ports as GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${line.donationId}`,
    amount: attempt.amount,
    currency,
    fee: 63n,
  })
  return line.donationId
}
