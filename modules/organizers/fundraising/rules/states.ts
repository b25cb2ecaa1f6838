import { required } from '#shared/collections.ts'
import { mayMove, type Moves } from '#shared/states.ts'

/** `review`: a draft with an open submission. The others are the campaign's own status. */
export type FundraiserState = 'draft' | 'review' | 'active' | 'paused' | 'closed'

/** draft → in review → active ⇄ paused → closed; what is sent back is a draft again. Nothing leaves closed. */
export const fundraiserMoves: Moves<FundraiserState> = {
  draft: ['review'],
  review: ['draft', 'active'],
  active: ['paused', 'closed'],
  paused: ['active', 'closed'],
  closed: [],
}

/** Those of the moves that are staff's alone: a fundraiser is never published by its own people. */
const staffOnly: readonly string[] = ['review>active']

/**
 * Whether its organizer may move a fundraiser so; staff decides on what is in review (`decide-submission.ts`). A
 * general fund may rest and go on; it is never closed, for every charity has one (content-4).
 */
export const mayOrganizerMove = (
  kind: 'fundraiser' | 'general-fund' | 'hosted-page',
  from: FundraiserState,
  to: FundraiserState,
): boolean =>
  mayMove(fundraiserMoves, from, to) &&
  !staffOnly.includes(`${from}>${to}`) &&
  !(kind === 'general-fund' && to === 'closed')

const states: readonly FundraiserState[] = ['draft', 'active', 'paused', 'closed']

/** The state behind a campaign's status (0 draft · 1 active · 2 paused · 3 closed). */
export const stateOf = (status: 0 | 1 | 2 | 3, isInReview: boolean): FundraiserState =>
  status === 0 && isInReview ? 'review' : required(states[status])

/** The status a campaign has in a state: in review it is a draft still. */
export const statusOf = (state: FundraiserState): 0 | 1 | 2 | 3 =>
  state === 'review' ? 0 : (states.indexOf(state) as 0 | 1 | 2 | 3)
