export {
  decideNameChange,
  findNameChange,
  listNameChanges,
  lockNames,
  namesOfOthers,
  saveNameChange,
  waitingName,
  withdrawNameChange,
} from './queries/name-changes.ts'
