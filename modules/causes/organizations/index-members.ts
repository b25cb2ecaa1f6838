export {
  countUnverifiedOwned,
  eraseMember,
  insertMembers,
  type CharityWithoutOwner,
  lockMembersBeside,
  memberRoleIn,
  findSolelyOwnedCharities,
  organizationsOfMember,
  ownersOf,
} from './queries/members.ts'
export { changeMember, deleteMember, listMembers, lockMembers } from './queries/member-roles.ts'
export { refuseOneFactor } from './second-factor.ts'
export type { MemberRole } from './rules/roles.ts'
