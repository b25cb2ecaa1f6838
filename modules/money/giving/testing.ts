import type { Ports } from '#shared/ports.ts'
import { claimPayment, findAttempt, type Attempt, type Claim } from '#modules/money/payments/index.ts'
import { donationPurpose, type DonationLine, type DonationOrder, orderTotalOf } from './order/order.ts'
import { emptyFields } from './rules/donor-field-values.ts'

/** Creates a line of 20.00 with a tip of 3.20 for a campaign; `over` replaces parts of it. */
export const aLine = (ports: Ports, campaignId: bigint, over: Partial<DonationLine> = {}): DonationLine => ({
  donationId: ports.newId(),
  campaignId: String(campaignId),
  campaignSlug: 'wells',
  campaignName: 'Wells',
  organizationName: 'Umeed Trust',
  gift: '2000',
  tip: '320',
  coveredFee: '0',
  feeShare: '63',
  ...emptyFields,
  isLevelLimited: false,
  encryptedFields: null,
  ...over,
})

export const anOrder = (lines: readonly DonationLine[], over: Partial<DonationOrder['donor']> = {}): DonationOrder => ({
  version: 1,
  feeScheduleVersion: '2026-11',
  browser: null,
  paymentMethod: 'card',
  saveCard: false,
  donor: {
    accountId: null,
    guestId: null,
    email: 'amina@example.org',
    name: 'Amina Yusuf',
    donorKey: Buffer.from('amina').toString('base64'),
    locale: 'en',
    country: 'GB',
    ip: '127.0.0.1',
    ...over,
  },
  lines,
})

/** Claims an order, as it is before the bank has responded. */
export async function aClaimedAttempt(ports: Ports, order: DonationOrder, over: Partial<Claim> = {}): Promise<Attempt> {
  const instant = ports.clock()
  const claim: Claim = {
    intentId: ports.newId(),
    attemptId: ports.newId(),
    purpose: donationPurpose,
    order,
    quoteHash: 'quote',
    amount: orderTotalOf(order),
    currency: 'GBP',
    scope: `visit:${ports.newId()}`,
    visit: null,
    provider: 'sandbox',
    providerIntentId: `pi_${ports.newId()}`,
    idempotencyKey: ports.newId(),
    requestHash: 'request',
    method: 'card',
    // A network that requests of tests don't use, because unresolved attempts are counted per network.
    ip: '192.0.2.1',
    emailKey: 'amina@example.org',
    at: instant,
    lookUpAt: new Date(instant.getTime() + 15_000),
    expiresAt: new Date(instant.getTime() + 1_800_000),
    ...over,
  }
  await claimPayment(ports, claim)
  return (await findAttempt(ports, claim.attemptId))!
}
