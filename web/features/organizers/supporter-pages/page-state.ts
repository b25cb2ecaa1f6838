import type { SupporterPageView } from '#modules/organizers/supporter-pages/contract.ts'

/** The text of a page's state; a live page isn't public while its parent isn't. */
export const stateText = ({ state, isPublic }: Pick<SupporterPageView, 'state' | 'isPublic'>) =>
  state === 'live' && !isPublic ? 'supporter-pages.state-paused' : (`supporter-pages.state-${state}` as const)

/** The look of the badge: green only while the page takes donations, grey once it has ended. */
export const stateLook = ({ state, isPublic }: Pick<SupporterPageView, 'state' | 'isPublic'>) => {
  if (state === 'ended') return undefined
  return isPublic ? 'brand' : 'accent'
}
