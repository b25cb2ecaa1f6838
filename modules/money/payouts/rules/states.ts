import type { Transitions } from '#shared/states.ts'

/** The state of a payout (payouts-7). */
export const payoutStates = ['draft', 'approved', 'sent', 'paid', 'cancelled', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/** The permitted transitions. A database trigger enforces the same table. */
export const payoutTransitions: Transitions<PayoutState> = {
  draft: ['approved', 'cancelled'],
  approved: ['sent', 'cancelled'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  cancelled: [],
  failed: [],
}

/** The states in which a payout's entries and releases belong to it alone. */
const liveStates = ['draft', 'approved', 'sent', 'paid'] as const satisfies readonly PayoutState[]

export const isLive = (state: PayoutState): boolean => (liveStates as readonly PayoutState[]).includes(state)
