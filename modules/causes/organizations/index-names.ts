export {
  decideNameChange,
  findNameChange,
  listNameChanges,
  type NameChange,
  namesOfOthers,
  saveNameChange,
  waitingName,
  withdrawNameChange,
} from './queries/name-changes.ts'
