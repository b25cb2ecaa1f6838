export {
  charitiesOfOwner,
  countUnverifiedOwned,
  eraseMember,
  insertMembers,
  type CharityToHandOver,
  lockMembersBeside,
  memberRoleIn,
  findCharitiesToHandOver,
  organizationsOfMember,
  ownersOf,
} from './queries/members.ts'
export { changeMember, deleteMember, listMembers, lockMembers } from './queries/member-roles.ts'
export { requireControl } from './require-control.ts'
export { refuseOneFactor } from './second-factor.ts'
export type { MemberRole } from './rules/roles.ts'
