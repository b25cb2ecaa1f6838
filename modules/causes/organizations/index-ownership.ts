export {
  endChangesOfAccount,
  endOwnershipChange,
  findOwnershipChange,
  findPendingChange,
  insertOwnershipChange,
  listChangesForStaff,
  listDueChanges,
  lockOwnership,
  lockPendingChange,
  type OwnershipChange,
  proposeDecision,
  sendChangeToStaff,
} from './queries/ownership-changes.ts'
export { refusePendingChange } from './refuse-pending-change.ts'
