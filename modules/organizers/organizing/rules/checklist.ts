import type { RunningAct } from '#modules/causes/campaigns/rules/acts.ts'

/** Facts about a fundraiser that its first-run checklist needs. */
export type ChecklistFacts = {
  readonly state: 'draft' | 'review' | 'active' | 'paused' | 'closed'
  /** Whether everything that a review asks for is written. */
  readonly isComplete: boolean
  readonly hasPicture: boolean
  readonly hasLevels: boolean
  readonly daysOld: number
  readonly giftCount: number
  readonly hasThanked: boolean
  readonly hasNews: boolean
}

export const checklistSteps = ['story', 'picture', 'levels', 'review', 'share', 'thank', 'news'] as const
type ChecklistStep = (typeof checklistSteps)[number]
type ChecklistItem = { readonly step: ChecklistStep; readonly isDone: boolean; readonly act: RunningAct }

const acts: Readonly<Record<ChecklistStep, RunningAct>> = {
  story: 'edit',
  picture: 'edit',
  levels: 'edit',
  review: 'state',
  share: 'look',
  thank: 'edit',
  news: 'edit',
}

/** A public fundraiser older than this has tasks instead. */
const firstDays = 60

/**
 * Lists the steps from an empty draft to the first update, in order; empty once all are done, the fundraiser is closed,
 * or it has been public for two months (content-16). Sharing is done with the first donation.
 */
export function getChecklist(facts: ChecklistFacts): ChecklistItem[] {
  const isDraft = facts.state === 'draft' || facts.state === 'review'
  if (facts.state === 'closed' || (!isDraft && facts.daysOld > firstDays)) return []
  const done: Readonly<Record<ChecklistStep, boolean>> = {
    story: facts.isComplete || !isDraft,
    picture: facts.hasPicture,
    levels: facts.hasLevels,
    review: facts.state !== 'draft',
    share: facts.giftCount > 0,
    thank: facts.hasThanked,
    news: facts.hasNews,
  }
  const items = checklistSteps.map((step) => ({ step, isDone: done[step], act: acts[step] }))
  return items.every(({ isDone }) => isDone) ? [] : items
}
