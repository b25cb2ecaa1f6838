import { isTerminal, mayMove, type Moves } from '#shared/states.ts'

export type AttemptState =
  /** Written down, nothing asked of anybody yet. */
  | 'RECORDED'
  /** The provider's intent is known and committed; the bank is being asked, or was when a process died. */
  | 'SUBMITTED'
  /** The bank asks the donor a question (3-D Secure). Nothing is charged. */
  | 'CHALLENGE'
  /** Charged, with the provider's charge and exactly the agreed amount. Final. */
  | 'SUCCEEDED'
  /** The bank said no, or the attempt was given up before it could charge. Final; promises nothing about the order, which may be tried again. */
  | 'DECLINED'
  /** The provider did not answer. It may have charged: only looking it up tells, never a guess (trust.md D4). */
  | 'UNKNOWN'
  /** Something else was charged than was agreed. Frozen until a person has looked. Final. */
  | 'INTEGRITY_FAILURE'

export const attemptMoves: Moves<AttemptState> = {
  RECORDED: ['SUBMITTED', 'DECLINED'],
  SUBMITTED: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  CHALLENGE: ['SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  UNKNOWN: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE'],
  SUCCEEDED: [],
  DECLINED: [],
  INTEGRITY_FAILURE: [],
}

/** A live attempt may still charge: an order has one at most. */
export const isLive = (state: AttemptState): boolean => !isTerminal(attemptMoves, state)

export type Card = { readonly brand: string; readonly last4: string; readonly fingerprint?: string; readonly country?: string }
export type DeclineClass = 'NEVER' | 'UPDATE' | 'ACTION' | 'SOFT'

/** What a provider said about the money. Amounts in minor units; `fee` is what the provider keeps, when it says so. */
export type Outcome =
  | { readonly kind: 'succeeded'; readonly chargeId: string; readonly amount: bigint; readonly currency: string; readonly fee?: bigint; readonly card?: Card }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string; readonly declineClass: DeclineClass; readonly card?: Card }
  | { readonly kind: 'processing' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Where an attempt goes on an outcome. Success needs exactly the agreed amount (trust.md R6); an outcome that leads nowhere leaves it. */
export function attemptAfter(state: AttemptState, outcome: Outcome, agreed: { readonly amount: bigint; readonly currency: string }): AttemptState {
  const wanted = wantedAfter(state, outcome, agreed)
  return mayMove(attemptMoves, state, wanted) ? wanted : state
}

function wantedAfter(state: AttemptState, outcome: Outcome, agreed: { readonly amount: bigint; readonly currency: string }): AttemptState {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.amount === agreed.amount && outcome.currency === agreed.currency ? 'SUCCEEDED' : 'INTEGRITY_FAILURE'
    case 'challenge':
      return 'CHALLENGE'
    case 'declined':
      return 'DECLINED'
    case 'processing':
      return state
    case 'unknown':
      return 'UNKNOWN'
  }
}
