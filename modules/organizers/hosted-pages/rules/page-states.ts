export const hostedPageStates = ['draft', 'review', 'published', 'unpublished', 'ended', 'archived'] as const
export type HostedPageState = (typeof hostedPageStates)[number]

/** The fields that a page's state depends on. */
export type PageStateData = {
  /** Status of its campaign: 0 draft · 1 active · 2 paused · 3 closed. */
  readonly campaignStatus: 0 | 1 | 2 | 3
  readonly endsAt: Date | null
  readonly reviewRequestedAt: Date | null
  readonly archivedAt: Date | null
}

/** Returns the state of a page at an instant (pages-7). */
export function pageStateOf(pageState: PageStateData, now: Date): HostedPageState {
  if (pageState.archivedAt !== null) return 'archived'
  if (pageState.campaignStatus === 0) return pageState.reviewRequestedAt === null ? 'draft' : 'review'
  if (pageState.campaignStatus === 2) return 'unpublished'
  return pageState.campaignStatus === 3 || (pageState.endsAt !== null && pageState.endsAt <= now)
    ? 'ended'
    : 'published'
}

/** States that members can request; publishing leads to `review` while the charity isn't verified. */
export const requestableStates = ['draft', 'published', 'unpublished', 'ended', 'archived'] as const
export type RequestableState = (typeof requestableStates)[number]

const moves: Readonly<Record<HostedPageState, readonly RequestableState[]>> = {
  draft: ['published'],
  // Staff may have verified the charity without reviewing the page, so its members publish it.
  review: ['draft', 'published'],
  published: ['published', 'unpublished', 'ended'],
  unpublished: ['published', 'ended', 'archived'],
  ended: ['published', 'archived'],
  archived: ['draft'],
}

/** Whether a page can change from one state to another. A page whose campaign is closed can only be archived. */
export const canMovePage = (
  { from, isClosed }: { readonly from: HostedPageState; readonly isClosed: boolean },
  to: RequestableState,
): boolean => moves[from].includes(to) && !(from === 'ended' && to === 'published' && isClosed)
