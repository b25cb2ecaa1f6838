export const pageStates = ['draft', 'review', 'published', 'unpublished', 'ended', 'archived'] as const
export type PageState = (typeof pageStates)[number]

/** What a page's state follows from. */
export type PageStanding = {
  /** Of its campaign: 0 draft · 1 active · 2 paused · 3 closed. */
  readonly campaignStatus: 0 | 1 | 2 | 3
  readonly endsAt: Date | null
  readonly reviewRequestedAt: Date | null
  readonly archivedAt: Date | null
}

/** The state of a page at an instant (pages-7). */
export function pageStateOf(pageState: PageStanding, now: Date): PageState {
  if (pageState.archivedAt !== null) return 'archived'
  if (pageState.campaignStatus === 0) return pageState.reviewRequestedAt === null ? 'draft' : 'review'
  if (pageState.campaignStatus === 2) return 'unpublished'
  return pageState.campaignStatus === 3 || (pageState.endsAt !== null && pageState.endsAt <= now)
    ? 'ended'
    : 'published'
}

/** States that members ask for; `review` is what publishing becomes while the charity isn't verified. */
export const askableStates = ['draft', 'published', 'unpublished', 'ended', 'archived'] as const
export type AskableState = (typeof askableStates)[number]

const moves: Readonly<Record<PageState, readonly AskableState[]>> = {
  draft: ['published'],
  // Staff may have verified the charity without a case: its members publish what still waits.
  review: ['draft', 'published'],
  published: ['published', 'unpublished', 'ended'],
  unpublished: ['published', 'ended', 'archived'],
  ended: ['published', 'archived'],
  archived: ['draft'],
}

/** Whether a page may go from one state to another; nothing leaves a campaign that was closed but into the archive. */
export const mayMovePage = (
  { from, isClosed }: { readonly from: PageState; readonly isClosed: boolean },
  to: AskableState,
): boolean => moves[from].includes(to) && !(from === 'ended' && to === 'published' && isClosed)
