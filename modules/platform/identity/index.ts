export { findAccount } from './account-queries.ts'
export { decryptBytes, decryptJson, encryptBytes, encryptJson } from './encryption.ts'
export { provenEmailsOf } from './email/email-queries.ts'
export { type MailRequest, mailTask } from './email/ask-for-mail.ts'
export { changeRoles, lookUpAccount } from './staff/staff.ts'
export { accountIdOf, contactsOf, listStaff, lockAdmins, lockStaffMember } from './staff/staff-queries.ts'
export { browserIdOf } from './login/devices.ts'
export { beginExternalLogin, type ExternalLoginPorts, finishExternalLogin } from './login/external-login.ts'
export { fetchPicture, pictureOf } from './picture.ts'
export { forgetOldRows } from './forget-old-rows.ts'
export type { HumanCheckPorts } from './login/human-check.ts'
export { type NewBrowser, tellOfBrowser } from './login/new-browser-mail.ts'
export { eraseAccount, erasedSince, lockAccount } from './erase-account.ts'
export { createAccount, logIn, logOut, type OpenedSession, openSession } from './login/log-in.ts'
export { readWishes, saveWishes } from './profile.ts'
export { isFresh, proveAgain } from './login/prove-again.ts'
export { mailsWithCodes, sendAccountMail } from './email/send-mail.ts'
export { signUpGiver } from './sign-up.ts'
export { signToken, verifyToken } from './tokens.ts'
export {
  accountOf,
  type AccountViewer,
  findViewerByBearer,
  findViewerBySession,
  type IdentityPorts,
  scopeOf,
  type Viewer,
  visitOf,
} from './viewer.ts'
export { findGuest, insertGuests } from './queries.ts'
