import type { SupporterPageView } from '#modules/organizers/supporter-pages/contract.ts'

/** Returns the text key of a page's state; a live page isn't public while its parent isn't. */
export const stateText = ({ state, isPublic }: Pick<SupporterPageView, 'state' | 'isPublic'>) =>
  state === 'live' && !isPublic ? 'supporter-pages.state-paused' : (`supporter-pages.state-${state}` as const)

/** Returns the colour of the badge: green only while the page accepts donations, grey after it has ended. */
export const stateLook = ({ state, isPublic }: Pick<SupporterPageView, 'state' | 'isPublic'>) => {
  if (state === 'ended') return undefined
  return isPublic ? 'brand' : 'accent'
}
