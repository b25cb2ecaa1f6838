import { required } from '#shared/collections.ts'
import type { CampaignKind } from '#modules/causes/campaigns/rules/kinds.ts'
import { canTransition, type Transitions } from '#shared/states.ts'

/** `review` is a draft with an open submission. The other states match the campaign's status. */
export type FundraiserState = 'draft' | 'review' | 'active' | 'paused' | 'closed'

/**
 * Valid transitions: draft → review → active ⇄ paused → closed; a rejected fundraiser is a draft again. Closed is
 * final.
 */
export const fundraiserTransitions: Transitions<FundraiserState> = {
  draft: ['review'],
  review: ['draft', 'active'],
  active: ['paused', 'closed'],
  paused: ['active', 'closed'],
  closed: [],
}

/** Transitions reserved for staff, because organizers can't publish a fundraiser themselves. */
const staffOnly: readonly string[] = ['review>active']

/**
 * Whether the organizer can make a transition; staff decide submissions (`decide-submission.ts`). A general fund can
 * pause and resume but never close, because every charity has one (content-4).
 */
export const canOrganizerMove = (kind: CampaignKind, from: FundraiserState, to: FundraiserState): boolean =>
  canTransition(fundraiserTransitions, from, to) &&
  !staffOnly.includes(`${from}>${to}`) &&
  !(kind === 'general-fund' && to === 'closed')

const states: readonly FundraiserState[] = ['draft', 'active', 'paused', 'closed']

/** Returns the state for a campaign's status (0 draft · 1 active · 2 paused · 3 closed). */
export const stateOf = (status: 0 | 1 | 2 | 3, isInReview: boolean): FundraiserState =>
  status === 0 && isInReview ? 'review' : required(states[status])

/** Returns the campaign's status in a state; in review it is a draft. */
export const campaignStatusOf = (state: FundraiserState): 0 | 1 | 2 | 3 =>
  state === 'review' ? 0 : (states.indexOf(state) as 0 | 1 | 2 | 3)
