import type { RunningAct } from '#modules/causes/campaigns/rules/acts.ts'

/** Data about a fundraiser for its first-run checklist. */
export type ChecklistData = {
  readonly state: 'draft' | 'review' | 'active' | 'paused' | 'closed'
  /** Whether everything that a review requires is filled in. */
  readonly isComplete: boolean
  readonly hasPicture: boolean
  readonly hasLevels: boolean
  readonly daysOld: number
  readonly donationCount: number
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
  thank: 'donors',
  news: 'edit',
}

/** Days after which a public fundraiser has tasks instead. */
const firstDays = 60

/**
 * Returns the steps from an empty draft to the first update, in order; none once all are done, the fundraiser is
 * closed, or it has been public for two months (content-16). Sharing is done with the first donation.
 */
export function getChecklist(checklistData: ChecklistData): ChecklistItem[] {
  const isDraft = checklistData.state === 'draft' || checklistData.state === 'review'
  if (checklistData.state === 'closed' || (!isDraft && checklistData.daysOld > firstDays)) return []
  const done: Readonly<Record<ChecklistStep, boolean>> = {
    story: checklistData.isComplete || !isDraft,
    picture: checklistData.hasPicture,
    levels: checklistData.hasLevels,
    review: checklistData.state !== 'draft',
    share: checklistData.donationCount > 0,
    thank: checklistData.hasThanked,
    news: checklistData.hasNews,
  }
  const items = checklistSteps.map((step) => ({ step, isDone: done[step], act: acts[step] }))
  return items.every(({ isDone }) => isDone) ? [] : items
}
