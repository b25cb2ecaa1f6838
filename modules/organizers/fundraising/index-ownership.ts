export { changeOwnership, type ControlResult } from './ownership/change-ownership.ts'
export {
  decideOwnershipChange,
  lockCharity,
  voidChangeOfCharity,
  voidChangesOfAccount,
} from './ownership/end-change.ts'
export { describeOwnershipChange } from './ownership/describe-change.ts'
