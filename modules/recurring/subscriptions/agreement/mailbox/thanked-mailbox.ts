import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { verifyToken } from '#modules/platform/identity/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import type { ThankedPlan } from '../../contract-mailbox.ts'
import { guestPlanOfIntent, planOfIntent } from '../donor/guest-queries.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { findSubscription, lockSubscription, type Subscription } from '../subscription-queries.ts'
import { planViewOf } from '../views.ts'
import { changeMailbox, validateMailbox } from './change-mailbox.ts'

type ThankYouAccess = { readonly intentId: string; readonly token: string }

/** Each change mails someone, and more changes than this are no typing mistakes. */
const changesMax = 5

const notFound = () => new Problem('not-found', 'not-found')

/** Throws `not-found` unless the token is that of the payment's thank-you page. */
function checkToken(ports: SubscriptionPorts, { intentId, token }: ThankYouAccess): void {
  const verified = verifyToken(ports.tokenSecret, token, ports.clock())
  if (verified?.kind !== 'donation' || verified.subject !== intentId) throw notFound()
}

/** Returns the next donation of the plan that started with a donation; amounts in minor units. */
export async function readThankedPlan(
  ports: SubscriptionPorts,
  { locale }: Pick<RequestContext, 'locale'>,
  donor: ThankYouAccess,
): Promise<ThankedPlan> {
  checkToken(ports, donor)
  const id = await planOfIntent(ports.db, donor.intentId)
  const plan = id === undefined ? undefined : await findSubscription(ports.db, id)
  if (!plan || !isActive(plan.state)) throw notFound()
  const { next, frequency, donationAmountCurrency: currency } = await planViewOf(ports, plan, locale)
  return {
    frequency,
    currency,
    next: next && { on: next.on, onHijri: next.onHijri, total: next.gift + next.tip + next.coveredFee },
  }
}

/** Returns the guest's plan that started with a donation, by the token of its thank-you page (valid for one day). */
async function planOf(ports: SubscriptionPorts, { intentId, token }: ThankYouAccess): Promise<Subscription> {
  checkToken(ports, { intentId, token })
  const id = await guestPlanOfIntent(ports.db, intentId)
  const plan = id === undefined ? undefined : await findSubscription(ports.db, id)
  if (!plan || !isActive(plan.state)) throw notFound()
  return plan
}

/** Returns the email address of a plan to the donor who has just entered it. */
export async function readThankedMailbox(
  ports: SubscriptionPorts,
  donor: ThankYouAccess,
): Promise<{ readonly email: string }> {
  return { email: (await planOf(ports, donor)).guestEmail ?? '' }
}

/**
 * Corrects the email address of a plan on its thank-you page: earlier links become invalid and the confirmation is
 * mailed again (recurring-28). Correcting to the same address changes nothing.
 */
export async function correctThankedMailbox(
  ports: SubscriptionPorts,
  { ip }: Pick<RequestContext, 'ip'>,
  { email: typed, ...ids }: ThankYouAccess & { readonly email: string },
): Promise<{ readonly email: string }> {
  return correctMailbox(ports, { ip }, await planOf(ports, ids), typed)
}

/** Corrects the email address of a plan that its donor has just started. */
export async function correctMailbox(
  ports: SubscriptionPorts,
  { ip }: Pick<RequestContext, 'ip'>,
  plan: Subscription,
  typed: string,
): Promise<{ readonly email: string }> {
  if (plan.guestEmail === typed.trim()) return { email: plan.guestEmail }
  const email = await validateMailbox(ports, typed)
  const months = await monthsFor(ports, plan.calendar)
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, plan.id)
    if (!subscription || subscription.guestId === null || !isActive(subscription.state)) throw notFound()
    if (subscription.linkNumber > changesMax)
      throw new Problem('rate-limit', 'too-many-attempts', { retryAfterSeconds: 24 * 3600 })
    await changeMailbox(ports, tx, subscription, { email, months, notice: 'confirmed' })
    await record(tx, {
      actor: { kind: 'visitor' },
      act: 'subscriptions.email-corrected',
      object: `subscription:${subscription.id}`,
      at: ports.clock(),
      ip,
    })
  })
  return { email }
}
