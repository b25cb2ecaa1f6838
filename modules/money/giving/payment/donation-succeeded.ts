import { one } from '#shared/collections.ts'
import type { Currency } from '#shared/money.ts'
import type { CardToSave, ChargedCard } from '#modules/money/cards/index.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import type { Outcome } from '#modules/money/payments/rules/attempt.ts'
import type { DonationOrder, PaidBasket, PaidPlan } from '../order/order.ts'
import { cardToSave } from './payment-method.ts'

/** The event of a paid donation, with the data for totals, giving levels and receipts. */
export type DonationSucceeded = {
  readonly intentId: string
  readonly currency: Currency
  readonly donorKey: string
  /** A donor without an account who entered an email and a name. */
  readonly guest: { readonly id: string; readonly email: string; readonly name: string } | null
  readonly basket: PaidBasket | null
  readonly plan: PaidPlan | null
  /** The plan that started with this donation. */
  readonly startedPlan: { readonly subscriptionId: string } | null
  /** The card that was charged, if the donor agreed to save it and the provider saved it. */
  readonly keep: CardToSave | null
  /** The saved card that was charged, as it was printed then. */
  readonly chargedCard?: ChargedCard | undefined
  /** Words of support to publish when a bank debit is paid. */
  readonly words: { readonly donationId: string; readonly text: string } | null
  readonly lines: readonly {
    readonly campaignId: string
    readonly gift: string
    readonly levelId: string | null
    readonly isLevelLimited: boolean
    readonly quantity: number
  }[]
}

export const donationSucceeded = (
  attempt: Attempt,
  order: DonationOrder,
  outcome: Extract<Outcome, { kind: 'succeeded' }>,
): DonationSucceeded => ({
  intentId: attempt.intentId,
  currency: attempt.currency,
  donorKey: order.donor.donorKey,
  guest:
    order.donor.guestId && order.donor.email
      ? { id: order.donor.guestId, email: order.donor.email, name: order.donor.name }
      : null,
  basket: order.basket ?? null,
  plan: order.plan ?? null,
  startedPlan: order.startsPlan ? { subscriptionId: order.startsPlan.subscriptionId } : null,
  keep: cardToSave(attempt, order, outcome),
  ...(order.cardId !== undefined && outcome.printed
    ? { chargedCard: { cardId: order.cardId, ...outcome.printed } }
    : {}),
  words: order.words ? { donationId: one(order.lines).donationId, text: order.words } : null,
  lines: order.lines.map(({ campaignId, gift, levelId, isLevelLimited, quantity }) => ({
    campaignId,
    gift,
    levelId,
    isLevelLimited,
    quantity,
  })),
})
