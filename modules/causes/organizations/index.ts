export {
  canReceiveDonationsSql,
  findOrganizationForStaff,
  findOrganizations,
  hasOrganizations,
  insertOrganizations,
  issuersOf,
  listOrganizations,
  listOrganizationsForStaff,
  organizationPart,
  type Issuer,
  type Organization,
  type StaffOrganization,
  updateOrganization,
} from './queries.ts'
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
export {
  insertWarnings,
  lockVerification,
  saveVerification,
  type VerifiedOrganization,
  verificationsEnding,
} from './verification-queries.ts'
export { changeMember, deleteMember, listMembers, lockMembers } from './member-roles.ts'
export { pictureOwnerOf } from './pictures.ts'
export type { ReceiptRegime } from './rules/receipt-regime.ts'
export type { MemberRole } from './tables.ts'
