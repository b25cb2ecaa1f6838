import { required } from '#shared/collections.ts'
import type { Answer, RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import {
  type ComposedDonation,
  type DonationOrder,
  type GivingPorts,
  pay,
  toResponse,
} from '#modules/money/giving/index.ts'
import type { DonateResult } from '#modules/money/giving/contract-payment.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { cancelOpenIntent, findLiveIntent } from '#modules/money/payments/index.ts'
import { releaseLevels } from '#modules/causes/campaigns/index.ts'
import { closePaid, basketReferenceOf } from './close-rounds.ts'
import { composeBasket } from './compose-basket.ts'
import type { BasketCheckout } from './contract-input.ts'
import { findOwnBasket, type BasketKey } from './open-basket.ts'
import { type Basket, lockBasket } from './basket-queries.ts'
import { basketOf } from './basket-batches.ts'
import { selectUnchangedBaskets } from './basket-payment-queries.ts'
import { statusAt } from './rules/status.ts'
import { basketViewOf } from './view.ts'

/**
 * Pays for all lines of a basket in its currency with one payment. A database constraint permits only one payment per
 * round, whatever tabs, clicks and retries send. A basket that changed after it was priced is refused with its
 * current state (baskets-6).
 */
export async function checkout(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  sent: BasketKey & BasketCheckout,
): Promise<Answer<DonateResult>> {
  const basket = await findOwnBasket(ports, viewer, sent)
  const donation = await composeBasket(ports, viewer, context, basket, sent)
  try {
    const attempt = await pay(ports, {
      payer: { kind: 'donor', viewer, context },
      payload: sent,
      donation,
      once: {
        reference: basketReferenceOf({ id: basket.id, checkouts: roundOf(basket, donation) }),
        check: (tx) => assertUnchanged(tx, basket, ports.clock()),
        guard: {
          kind: 'basket',
          row: { id: basket.id, version: basket.version },
          selectUnchanged: selectUnchangedBaskets,
        },
        paidCode: 'basket-checked-out',
        challengedCode: 'bank-asks-elsewhere',
      },
    })
    const paid = (attempt.order as DonationOrder).basket
    if (paid && attempt.state === 'SUCCEEDED') await closePaid(ports, basket, paid)
    return toResponse(ports, attempt)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.code === 'level-sold-out' && error.more.levelId !== undefined) throw toSoldOutProblem(error, basket)
    if (error.code !== 'quote-changed') throw error
    throw new Problem(error.class, error.code, {
      more: { ...error.more, basket: await basketViewOf(ports, required(await basketOf(ports, basket.id)), sent) },
    })
  }
}

/** Refusals of a basket that an earlier request has paid. */
const refusalsOfPaidBasket: ReadonlySet<string> = new Set([
  'basket-checked-out',
  'basket-nothing-to-pay',
  'charity-not-verified',
  'quote-changed',
])

/**
 * Returns the round to pay. If nothing is left to pay, a repeated request without a key refers to the round that it
 * paid earlier (payments-1).
 */
const roundOf = ({ checkouts }: Basket, donation: ComposedDonation): number =>
  checkouts > 0 && 'problem' in donation && refusalsOfPaidBasket.has(donation.problem.code) ? checkouts - 1 : checkouts

/** Moves the problem of a level that just sold out to the lines that need it. */
function toSoldOutProblem(error: Problem, { lines }: Basket): Problem {
  const asking = lines.filter(({ levelId }) => levelId !== null && levelId === error.more.levelId)
  const fields = Object.fromEntries(asking.map(({ id }) => [`items.${id}.quantity`, { code: error.code }]))
  return new Problem(error.class, error.code, { more: error.more, fields })
}

/** Refuses a basket that changed after it was priced, and locks it until the claim is committed. */
async function assertUnchanged(tx: Tx, priced: Basket, now: Date): Promise<void> {
  const basket = await lockBasket(tx, priced.id)
  if (!basket || basket.checkouts !== priced.checkouts || basket.accountId !== priced.accountId)
    throw new Problem('conflict', 'basket-checked-out')
  if (statusAt(basket, now) !== 'active') throw new Problem('conflict', 'basket-not-active')
  if (basket.version !== priced.version) throw new Problem('conflict', 'quote-changed')
}

/**
 * Releases what a declined payment reserves for a basket, before its lines move to another basket. Returns false if a
 * payment is in progress or has succeeded, because the lines must not move then.
 */
export async function endPayment(tx: Tx, basket: Basket): Promise<boolean> {
  const live = await findLiveIntent(tx, basketReferenceOf(basket))
  if (!live) return true
  if (!(await cancelOpenIntent(tx, live.id))) return false
  await releaseLevels(tx, live.id)
  return true
}
