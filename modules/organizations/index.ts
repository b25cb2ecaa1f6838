export {
  findOrganizations,
  hasOrganizations,
  insertOrganizations,
  issuersOf,
  listOrganizations,
  organizationPart,
  type Issuer,
  type Organization,
} from './queries.ts'
export { eraseMember, insertMembers, type LeftCharity, lockMembersBeside, memberRoleIn, onlyOwnedBy, organizationsOfMember, ownersOf } from './members.ts'
export { changeMember, deleteMember, listMembers, lockMembers } from './member-roles.ts'
export type { MemberRole, ReceiptRegime } from './tables.ts'
