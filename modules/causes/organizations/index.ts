export {
  canReceiveDonationsSql,
  findOrganizationForStaff,
  findOrganizations,
  hasPublicPagesSql,
  insertOrganizations,
  type Issuer,
  issuersOf,
  listOrganizations,
  listOrganizationsForStaff,
  type Organization,
  organizationPart,
  type StaffOrganization,
  updateOrganization,
} from './queries/organizations.ts'
export {
  findProposal,
  insertWarnings,
  lockVerification,
  saveProposal,
  saveVerification,
  verificationsEnding,
  type VerifiedOrganization,
} from './queries/verification.ts'
