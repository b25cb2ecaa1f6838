import { hash as digest } from 'node:crypto'
import type { Db } from '#shared/ports.ts'
import { type DonationOrder, keyOfCharge, scopeOfCharge } from '#modules/money/giving/index.ts'
import { findAttemptInScope } from '#modules/money/payments/index.ts'
import { composeCharge } from './compose-charge.ts'
import type { ChargeNow } from '../../contract-views.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import { asAgreedNow } from '../../rules/agreed-amounts.ts'
import { type OccurrenceRow, occurrencesOf, occurrencesOfCharge } from '../schedule/occurrence-queries.ts'

/**
 * Returns the donations that are paid together with this one: those whose confirmation the donor was asked for
 * together.
 */
export async function findDonationsPaidTogether(db: Db, donation: OccurrenceRow): Promise<OccurrenceRow[]> {
  const together =
    donation.state === 'ACTION_REQUIRED' && donation.chargeId !== null
      ? await occurrencesOfCharge(db, donation.chargeId)
      : [donation]
  return together.filter(({ state }) => state === donation.state)
}

/** Returns the donation's payment that has succeeded or can still succeed. */
export async function findActivePayment(db: Db, { chargeId }: Pick<OccurrenceRow, 'chargeId'>) {
  const attempt = chargeId === null ? undefined : await findAttemptInScope(db, scopeOfCharge(chargeId), keyOfCharge)
  return attempt && attempt.state !== 'DECLINED' ? attempt : undefined
}

/**
 * Converts an order to the amounts that the donor sees. The hash covers everything they agree to; a request with
 * another hash charges nothing (payments-13).
 */
export function chargeOf({ plan, lines }: DonationOrder, donations: readonly OccurrenceRow[]): ChargeNow {
  const sum = (part: 'gift' | 'tip' | 'coveredFee') =>
    Number(lines.reduce((total, line) => total + BigInt(line[part]), 0n))
  const [gift, tip, coveredFee] = [sum('gift'), sum('tip'), sum('coveredFee')]
  const agreed = lines.map((line) => [
    line.campaignId,
    line.gift,
    line.tip,
    line.coveredFee,
    line.isZakat,
    line.giftAid,
    line.taxReceipt,
  ])
  return {
    donations: donations.map((donation) => ({
      key: donation.key,
      on: donation.on,
      number: donation.number,
      gift: Number(donation.gift),
    })),
    gift,
    tip,
    coveredFee,
    total: gift + tip + coveredFee,
    quoteHash: digest('sha256', JSON.stringify([plan?.keys, agreed]), 'base64url'),
  }
}

/**
 * Returns what a donor pays for a donation now, with the amounts agreed by now: the payment that waits for a 3-D Secure
 * challenge unless it is outdated, otherwise a new one. Null if no cause accepts donations at present.
 */
export async function chargeNowOf(
  ports: SubscriptionPorts,
  subscription: Subscription,
  donation: OccurrenceRow,
): Promise<ChargeNow | null> {
  const due = await findDonationsPaidTogether(ports.db, donation)
  const rows = await occurrencesOf(ports.db, subscription.id)
  const activePayment = await findActivePayment(ports.db, donation)
  if (activePayment) {
    const order = activePayment.order as DonationOrder
    const isOutdated = activePayment.state === 'CHALLENGE' && isOutdatedPayment(subscription, { order, due, rows })
    if (!isOutdated) return chargeOf(order, due)
  }
  const agreed = asAgreedNow(due, subscription, rows)
  const composed = await composeCharge(ports, subscription, { chargeId: '', due: agreed })
  return composed.kind === 'order' ? chargeOf(composed.order, agreed) : null
}

/**
 * Whether a payment that waits for a 3-D Secure challenge has other amounts, causes or another card than its donor
 * agrees to now (recurring-31). A fee that has changed since doesn't count: the donor agreed to that of the payment.
 */
export function isOutdatedPayment(
  subscription: Subscription,
  {
    order,
    due,
    rows,
  }: { readonly order: DonationOrder; readonly due: readonly OccurrenceRow[]; readonly rows: readonly OccurrenceRow[] },
): boolean {
  const { cardId, causes } = subscription
  const isOtherAmount = asAgreedNow(due, subscription, rows).some(
    ({ gift, tip }, place) => gift !== due[place]?.gift || tip !== due[place]?.tip,
  )
  const isOtherCause =
    causes.length > 0 && order.lines.some((line) => !causes.some(({ campaignId }) => campaignId === line.campaignId))
  return isOtherAmount || isOtherCause || (order.cardId !== undefined && order.cardId !== cardId)
}
