import { Problem } from '#shared/problem.ts'
import { lookAgain } from './answer-challenge.ts'
import type { GiftOrder } from '../order.ts'
import type { GivingPorts } from '../ports.ts'

/**
 * Where a gift stands, for whoever the bank sent back into a browser that holds nothing of it (field.md C3): its
 * unguessable id is all they have, so nothing is told of the donor. Also finishes what it finds finished at the
 * provider. A gift of a plan stands on the pages of its plan.
 */
export async function whereItStands(ports: GivingPorts, intentId: string) {
  const attempt = await lookAgain(ports, intentId)
  const order = attempt?.order as GiftOrder | undefined
  if (!attempt || !order || order.plan) throw new Problem('not-found', 'not-found')
  return {
    status:
      attempt.state === 'SUCCEEDED'
        ? ('succeeded' as const)
        : attempt.state === 'DECLINED'
          ? ('not-paid' as const)
          : ('confirming' as const),
    total: Number(attempt.amount),
    currency: attempt.currency,
    campaignSlug: order.basket ? null : order.lines[0]!.campaignSlug,
  }
}
