export { findAccount } from './account-queries.ts'
export { decryptBytes, decryptJson, encryptBytes, encryptJson } from './encryption.ts'
export { confirmedEmailsOf } from './email/email-queries.ts'
export { eraseAccount, listErasedSince, lockAccount } from './erase-account.ts'
export { getPreferences, savePreferences } from './profile.ts'
export { isFresh, requireRecentAuthentication } from './login/recent-authentication.ts'
export { signUpGiver } from './sign-up.ts'
export { signToken, verifyToken } from './tokens.ts'
export {
  accountOf,
  type AccountRequest,
  type AccountViewer,
  hashOfToken,
  type IdentityPorts,
  toRequesterScope,
  type Viewer,
  visitOf,
} from './viewer.ts'
export { findGuest } from './queries.ts'
