export {
  eraseMember,
  insertMembers,
  type LeftCharity,
  lockMembersBeside,
  memberRoleIn,
  onlyOwnedBy,
  organizationsOfMember,
  ownersOf,
} from './members.ts'
export { changeMember, deleteMember, listMembers, lockMembers } from './member-roles.ts'
export type { MemberRole } from './tables.ts'
