export {
  decideMatch,
  hasBlockingMatch,
  insertMatches,
  listEntriesOfLists,
  listMatches,
  lockMatch,
  newestListAt,
  organizationsToScreen,
  replaceList,
  saveFirstFinding,
  type ScreeningEntry,
  type ScreeningMatch,
} from './queries/screening.ts'
