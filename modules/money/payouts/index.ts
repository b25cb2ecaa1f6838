export { isInLivePayout } from './queries/marking.ts'
export { lockPayouts } from './queries/draft.ts'
export { listPayoutViews } from './read-payouts.ts'
