import { firstNameOf } from '#modules/platform/identity/rules/name.ts'
import type { Db } from '#shared/ports.ts'
import { type CardOwner, type ChargeableCard, chargeableCard, findCard } from '#modules/money/cards/index.ts'
import { accountDonor, guestDonor, type DonationOrder } from '#modules/money/giving/index.ts'
import { findAccount } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'

type Owned = Pick<Subscription, 'id' | 'accountId' | 'guestId' | 'guestEmail' | 'guestName'>

/** Email address and greeting of a subscription's donor. */
export type PlanDonor = { readonly email: string; readonly greetedAs: string }

/** Returns the donor, or undefined if the account or the guest's data was erased. */
export async function donorOfPlan(db: Db, plan: Owned): Promise<PlanDonor | undefined> {
  if (plan.accountId === null)
    return plan.guestEmail === null
      ? undefined
      : { email: plan.guestEmail, greetedAs: firstNameOf(plan.guestName ?? '') }
  const account = await findAccount(db, plan.accountId)
  return account && { email: account.email, greetedAs: account.firstName }
}

/** Returns the donor for an order of the plan, or undefined if erased. */
export async function orderDonorOf(
  ports: SubscriptionPorts,
  plan: Owned & Pick<Subscription, 'details'>,
): Promise<DonationOrder['donor'] | undefined> {
  const { details, guestId, guestEmail: email, guestName } = plan
  if (plan.accountId === null)
    return guestId === null || email === null
      ? undefined
      : guestDonor(ports, { guestId, email, name: guestName ?? '' }, details)
  const account = await findAccount(ports.db, plan.accountId)
  return account && accountDonor(ports, { ...account, accountId: account.id }, details)
}

/** Owner of a plan's card: the account, or the plan itself for a guest. */
export const cardOwnerOf = ({ accountId, id }: Pick<Subscription, 'id' | 'accountId'>): CardOwner => ({
  accountId,
  planId: id,
})

type WithCard = Pick<Subscription, 'id' | 'accountId' | 'cardId'>

/** Returns the card that a plan is charged to, even if it was removed. */
export const cardOfPlan = async (ports: SubscriptionPorts, plan: WithCard) =>
  plan.cardId === null ? undefined : findCard(ports, cardOwnerOf(plan), plan.cardId)

/** Returns the plan's card if it can be charged; otherwise throws with a fault at `cardID`. */
export async function chargeableCardOfPlan(ports: SubscriptionPorts, plan: WithCard): Promise<ChargeableCard> {
  if (plan.cardId === null)
    throw new Problem('validation', 'invalid-input', { fields: { cardID: { code: 'card-not-found' } } })
  return chargeableCard(ports, cardOwnerOf(plan), plan.cardId)
}
