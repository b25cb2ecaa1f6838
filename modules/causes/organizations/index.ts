export { findMailBrand, mailBrandOf } from './mail-brand.ts'
export {
  type StoredBankDetails,
  countEnteredSince,
  decideBankDetails,
  findStoppable,
  insertBankDetails,
  listBankDetails,
  listBankDetailsForStaff,
  lockBankDetails,
  requireStaffForForeignBank,
  stopBankDetails,
} from './queries/bank-details.ts'
export { findClosing, lockClosing, saveClosed, saveClosingAsked } from './queries/closing.ts'
export {
  type Domain,
  claimDueDomains,
  countDomainCheck,
  deleteDomain,
  domainTokenOf,
  domainsOf,
  ensureDomainToken,
  insertDomain,
  isVerifiedByAnother,
  postponeCheck,
  saveDomainVerification,
  setPrimaryDomain,
} from './queries/domain-verifications.ts'
export { primaryDomains, verifiedHostsOf } from './queries/domains.ts'
export { changeMember, deleteMember, listMembers, lockMembers } from './queries/member-roles.ts'
export {
  type CharityToHandOver,
  charitiesOfOwner,
  countUnverifiedOwned,
  eraseMember,
  findCharitiesToHandOver,
  insertMembers,
  lockMembersBeside,
  memberRoleIn,
  organizationsOfMember,
  ownersOf,
} from './queries/members.ts'
export {
  decideNameChange,
  findNameChange,
  listNameChanges,
  lockNames,
  namesOfOthers,
  saveNameChange,
  waitingName,
  withdrawNameChange,
} from './queries/name-changes.ts'
export {
  type AddressedOrganization,
  type Issuer,
  type Organization,
  type StaffOrganization,
  canReceiveDonationsSql,
  findAddressedOrganization,
  findOrganizationForStaff,
  lockOrganizationForStaff,
  findOrganizations,
  hasOwnOrganization,
  hasPublicPagesSql,
  insertOrganizations,
  issuersOf,
  listOrganizations,
  listOrganizationsForStaff,
  organizationColumns,
  updateOrganization,
} from './queries/organizations.ts'
export {
  type OwnershipChange,
  endChangesOfAccount,
  endOwnershipChange,
  findOwnershipChange,
  findPendingChange,
  insertOwnershipChange,
  listChangesForStaff,
  listDueChanges,
  lockOwnership,
  lockPendingChange,
  proposeDecision,
  sendChangeToStaff,
} from './queries/ownership-changes.ts'
export { type Profile, type PublicOrganization, findPublicOrganization } from './queries/profile.ts'
export {
  type VerificationRequest,
  closeRequest,
  findForm,
  findVerificationRequest,
  insertCharityRequest,
  isRegistrationTaken,
  latestRequest,
  listOpenCharityRequests,
  lockRequest,
  requestsSince,
  saveCheck,
  saveForm,
  saveScreening,
} from './queries/requests.ts'
export {
  type ScreeningEntry,
  type ScreeningMatch,
  decideMatch,
  findEntryOfMatch,
  findMatch,
  hasBlockingMatch,
  insertMatches,
  listEntriesOfLists,
  listMatches,
  listOpenMatches,
  lockMatch,
  newestListAt,
  organizationsToScreen,
  replaceList,
  saveFirstFinding,
} from './queries/screening.ts'
export {
  type OwnOrganization,
  deleteEmailChange,
  findEmailChange,
  findOwnOrganizations,
  lockOwnOrganization,
  saveEmailChange,
  waitingEmail,
} from './queries/settings.ts'
export { findPresentSubdomain, formerSubdomains, lockSubdomain, replaceSubdomain } from './queries/subdomains.ts'
export {
  type VerifiedOrganization,
  findProposal,
  insertWarnings,
  lockVerification,
  saveProposal,
  saveVerification,
  verificationsEnding,
} from './queries/verification.ts'
export { assertNotClosed } from './assert-not-closed.ts'
export { assertNoPendingChange } from './assert-no-pending-change.ts'
export { requireControl } from './require-control.ts'
export type { MemberRole } from './rules/roles.ts'
export { assertTwoFactors } from './second-factor.ts'
