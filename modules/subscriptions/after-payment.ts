import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type GiftOrder, lookAgain } from '#modules/giving/index.ts'
import type { Attempt } from '#modules/payments/index.ts'
import { monthsFor } from '#modules/plans/index.ts'
import type { GiftPayment } from './contract-managing.ts'
import { type By, openedBy } from './manage.ts'
import type { SubscriptionPorts } from './port.ts'
import { lockSubscription, type Subscription } from './queries.ts'
import { goOn } from './resume.ts'

/** What became of a payment of a subscription's gift; asked of the bank, never of the browser that comes back from it (trust.md 1.3). */
export async function afterPayment(ports: SubscriptionPorts, by: By, intentId: string): Promise<GiftPayment> {
  const subscription = await openedBy(ports, by)
  const attempt = isUuid(intentId) ? await lookAgain(ports, intentId) : undefined
  const plan = (attempt?.order as GiftOrder | undefined)?.plan
  if (!attempt || plan?.subscriptionId !== subscription.id) throw new Problem('not-found', 'not-found')
  return answerOfAttempt(ports, attempt)
}

/** In a donor's words. A gift that was paid ends the rest that gifts like it had caused: its card is good. */
export async function answerOfAttempt(ports: SubscriptionPorts, attempt: Attempt): Promise<GiftPayment> {
  const { keys, subscriptionId } = (attempt.order as GiftOrder).plan!
  const of = { intentId: attempt.intentId, key: keys[0]! }
  switch (attempt.state) {
    case 'SUCCEEDED':
      await goOnAfter(ports, subscriptionId)
      return { status: 'paid', ...of }
    case 'CHALLENGE':
      return { status: 'challenge', ...of, challenge: { url: attempt.challenge!.url } }
    case 'DECLINED':
      return { status: 'declined', ...of }
    default:
      return { status: 'processing', ...of }
  }
}

async function goOnAfter(ports: SubscriptionPorts, subscriptionId: string): Promise<void> {
  const isOurRest = ({ because, state }: Subscription) => (state === 'paused' || state === 'needs-card') && (because === 'failures' || because === 'card')
  const now = ports.clock()
  await ports.write(async (tx) => {
    const held = await lockSubscription(tx, subscriptionId)
    if (held && isOurRest(held)) await goOn(ports, tx, held, await monthsFor({ db: tx }, held.calendar), now)
  })
}
