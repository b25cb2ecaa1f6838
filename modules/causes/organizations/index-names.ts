export {
  decideNameChange,
  findNameChange,
  listNameChanges,
  namesOfOthers,
  saveNameChange,
  waitingName,
  withdrawNameChange,
} from './queries/name-changes.ts'
