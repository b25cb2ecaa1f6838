export { isInLivePayout } from './queries/marking.ts'
export { lockPayouts } from './queries/draft.ts'
