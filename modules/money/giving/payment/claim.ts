import type { Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { releaseLevels, reserveLevels } from '#modules/causes/campaigns/index.ts'
import {
  type Attempt,
  type Claim,
  type Claimed,
  claimPayment,
  claimPaymentIn,
  scopesOf,
  cancelOpenIntent,
} from '#modules/money/payments/index.ts'
import { donationPurpose, type DonationOrder, orderTotalOf } from '../order/order.ts'
import { rejectThirdDebit } from '../bank-debits/check-debit.ts'
import {
  attemptsPerOrder,
  type GivingPorts,
  addTime,
  type QurbaniOrder,
  type QurbaniOrders,
  timeouts,
} from '../ports.ts'
import { donorFields } from '../rules/donor-fields.ts'
import { claimDeadlineMs } from '../rules/claim-deadline.ts'
import { type CardTestingCheck, unpaidAttemptsMax } from './card-testing.ts'
import { duplicateDonation } from './duplicate.ts'
import { attemptInProgress } from './earlier-intent.ts'
import { type IdentifiedRequest, paymentUnavailable, type PricedOrder } from './pay-request.ts'
import type { PreparedIntent } from './provider-intent.ts'
import { findReservations } from './reservations.ts'

type Claimable = {
  readonly donation: PricedOrder
  readonly provider: string
  readonly intent: PreparedIntent
  readonly cardTesting: CardTestingCheck | undefined
  /** Id of the declined payment that this one replaces. */
  readonly supersede: string | undefined
}

/**
 * Commits intent and attempt before the provider confirms the payment, and reserves limited giving levels. Throws if
 * another payment was faster, or if the deadline has passed, because the donor's page may already have reported that
 * nothing was charged.
 */
export async function claim(ports: GivingPorts, request: IdentifiedRequest, claimable: Claimable): Promise<Attempt> {
  if (!request.isOffSession && ports.clock().getTime() - request.now.getTime() > claimDeadlineMs)
    throw paymentUnavailable()
  const { reused } = claimable.intent
  const claimed = toClaim(ports, request, claimable)
  const levels = reused ? [] : limitedLevels(claimable.donation.order)
  const isDebit = claimable.donation.order.paymentMethod === 'ach'
  const qurbani = { at: request.now, orders: qurbaniOrders(claimable.donation.order), needsPlaces: !reused }
  const superseded = claimable.supersede ? [claimable.supersede] : []
  const write = (intentIds: readonly string[]) =>
    writeClaim(ports, request, claimed, {
      levels,
      qurbani,
      superseded: intentIds,
      cardTesting: claimable.cardTesting,
      checkDebit: isDebit ? (tx) => rejectThirdDebit(tx, request, claimable.donation) : undefined,
    })
  try {
    await write(superseded)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'level-sold-out') throw error
    // The donor's own declined payment may reserve the last pieces; this payment supersedes it.
    const reservations = await findReservations(ports, scopesOf(request.requester))
    const own = reservations.filter((reservation) => levels.some(({ levelId }) => levelId === reservation.levelId))
    if (own.length === 0) throw error
    await write([...new Set([...superseded, ...own.map(({ intentId }) => intentId)])])
  }
  return toAttempt(claimed, (reused?.attemptsMade ?? 0) + 1)
}

/** Returns the lines of an order that are qurbani orders. */
const qurbaniOrders = (order: DonationOrder): readonly QurbaniOrder[] =>
  order.lines.flatMap(({ levelId, requestedLevelFields, quantity, qurbaniIntention }) =>
    levelId && requestedLevelFields?.includes('qurbani')
      ? [{ levelId: BigInt(levelId), quantity, intention: qurbaniIntention ?? donorFields.qurbaniIntention.usual }]
      : [],
  )

type Levels = readonly { readonly levelId: bigint; readonly quantity: number }[]

/** Writes the claim in one statement, or in a transaction if other rows must be written with it. */
async function writeClaim(
  ports: GivingPorts,
  request: IdentifiedRequest,
  claimed: Claim,
  {
    levels,
    qurbani,
    superseded,
    cardTesting,
    checkDebit,
  }: {
    levels: Levels
    qurbani: QurbaniOrders
    superseded: readonly string[]
    cardTesting: CardTestingCheck | undefined
    checkDebit: ((tx: Tx) => Promise<void>) | undefined
  },
): Promise<void> {
  const { once, payload } = request
  if (levels.length === 0 && superseded.length === 0 && qurbani.orders.length === 0 && !checkDebit) {
    const result = await claimPayment(ports, claimed, once?.guard)
    // If the order changed, the check in the transaction below throws the reason.
    if (result.refusalReason !== 'changed') return rejectUnclaimed(result, payload.intentId, cardTesting)
  }
  await ports.write(async (tx) => {
    await once?.check(tx)
    for (const intentId of superseded) if (await cancelOpenIntent(tx, intentId)) await releaseLevels(tx, intentId)
    if (levels.length > 0) await reserveLevels(tx, { intentId: claimed.intentId, at: claimed.at, levels })
    if (qurbani.orders.length > 0) await ports.checkQurbaniOrders(tx, qurbani)
    await checkDebit?.(tx)
    rejectUnclaimed(await claimPaymentIn(tx, claimed), payload.intentId, cardTesting)
  })
}

function rejectUnclaimed(
  { refusalReason, duplicate }: Claimed,
  intentId: string | undefined,
  cardTesting: CardTestingCheck | undefined,
): void {
  if (refusalReason === null) return
  if (duplicate) throw duplicateDonation(duplicate)
  if (refusalReason === 'campaign-closed' || refusalReason === 'charity-not-verified')
    throw new Problem('conflict', refusalReason)
  if (refusalReason === 'card-testing' && cardTesting) throw cardTesting.refusal()
  if (refusalReason === 'not-open' && intentId) throw new Problem('conflict', 'donation-not-open')
  throw attemptInProgress()
}

function toClaim(
  ports: GivingPorts,
  request: IdentifiedRequest,
  { donation, provider, intent, cardTesting }: Claimable,
): Claim {
  const { requester, now } = request
  const order = withGuest(ports, donation.order)
  return {
    intentId: intent.reused?.id ?? ports.newId(),
    attemptId: ports.newId(),
    purpose: donationPurpose,
    ...(request.once ? { reference: request.once.reference } : {}),
    order,
    quoteHash: donation.quote.hash,
    ...(request.donationHash === undefined ? {} : { donationHash: request.donationHash }),
    frequency: order.startsPlan?.frequency ?? 'once',
    detectsDuplicates: request.detectsDuplicates,
    repeatOf: request.payload.repeatOf,
    ...(cardTesting ? { unpaidAttemptsMax, proofSalt: cardTesting.proofSalt } : {}),
    ...(intent.reused ? { attemptsMax: attemptsPerOrder } : {}),
    campaignIds: [...new Set(order.lines.map(({ campaignId }) => campaignId))],
    isPlan: order.plan !== undefined,
    amount: orderTotalOf(order),
    currency: donation.currency,
    ...requester,
    provider,
    providerIntentId: intent.providerIntentId,
    idempotencyKey: request.key,
    requestHash: request.requestHash,
    method: order.paymentMethod,
    ip: request.network,
    emailKey: donation.emailKey,
    at: now,
    lookUpAt: addTime(now, { seconds: timeouts.leaseSeconds }),
    expiresAt: addTime(now, { minutes: timeouts.orderMinutes }),
  }
}

/**
 * Assigns a guest id to a donor without an account who entered an email and a name. An outbox event creates the guest
 * after payment, so a failure there never prevents a donation (S2 §8, accounts-10).
 */
function withGuest(ports: GivingPorts, order: DonationOrder): DonationOrder {
  const { accountId, guestId, email, name } = order.donor
  return accountId || guestId || !email || !name
    ? order
    : { ...order, donor: { ...order.donor, guestId: ports.newId() } }
}

/** Sums the pieces of each limited level over all lines. */
function limitedLevels(order: DonationOrder): Levels {
  const wanted = new Map<string, number>()
  for (const { levelId, isLevelLimited, quantity } of order.lines)
    if (levelId && isLevelLimited) wanted.set(levelId, (wanted.get(levelId) ?? 0) + quantity)
  return [...wanted].map(([levelId, quantity]) => ({ levelId: BigInt(levelId), quantity }))
}

const toAttempt = (claimed: Claim, attemptsMade: number): Attempt => ({
  ...claimed,
  id: claimed.attemptId,
  state: 'SUBMITTED',
  intentState: 'PROCESSING',
  attemptsMade,
  challenge: null,
  challengeExpiresAt: null,
  processingAt: null,
  cardBrand: null,
  cardLast4: null,
  declineCode: null,
  lookups: 0,
  nextLookupAt: claimed.lookUpAt,
  submittedAt: claimed.at,
})
