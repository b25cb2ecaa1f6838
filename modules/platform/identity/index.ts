export { findAccount } from './account-queries.ts'
export { apiKeys } from './api-keys/api-keys.ts'
export { accountsOfSamePerson } from './api-keys/queries.ts'
export { confirmedEmailsOf } from './email/email-queries.ts'
export { decryptBytes, decryptJson, encryptBytes, encryptJson } from './encryption.ts'
export { eraseAccount, listErasedSince, lockAccount } from './erase-account.ts'
export { isFresh, requireRecentAuthentication } from './login/recent-authentication.ts'
export { getPreferences, savePreferences } from './profile.ts'
export { findGuest } from './queries.ts'
export { type FieldKey, pseudonymOf, type TokenSecret } from './rules/token-secrets.ts'
export { signUpGiver } from './sign-up.ts'
export { accountIdOf, contactsOf, listStaff, lockAdmins, lockStaffMember } from './staff/staff-queries.ts'
export { changeRoles, lookUpAccount } from './staff/staff.ts'
export { matchUnsubscribe, signToken, signUnsubscribe, verifyToken } from './tokens.ts'
export { accountsWithSecondFactor } from './two-factor/authenticator-queries.ts'
export { isRestricted } from './two-factor/factor-removals.ts'
export { type TwoFactorPolicy, requireSecondFactor } from './two-factor/second-factor.ts'
export {
  type AccountRequest,
  type AccountViewer,
  type IdentityPorts,
  type Viewer,
  accountOf,
  hashOfToken,
  toRequesterScope,
  visitOf,
} from './viewer.ts'
export { useAddressCode } from './email/address-codes.ts'
