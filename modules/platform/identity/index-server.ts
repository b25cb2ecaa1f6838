import { mailTask } from './email/request-mail.ts'
import { mailsWithCodes, sendAccountMail } from './email/send-mail.ts'
import { fetchPicture, accountPictureOf } from './picture.ts'
import { purgeOldRows } from './purge-old-rows.ts'
import { notifyOfNewBrowser } from './login/new-browser-mail.ts'
import { tryToDecrypt } from './encryption.ts'
import { fingerprintOf } from './rules/token-secrets.ts'
import {
  listSecretUse,
  recordCompletedRotation,
  recordSecretUse,
  secretUseMinutes,
  secretUseQuery,
} from './secret-use.ts'
import { beginExternalLogin, finishExternalLogin } from './login/external-login.ts'
import { browserIdOf } from './login/devices.ts'
import { findViewerByBearer, findViewerBySession } from './viewer.ts'
import { countCall } from './login/count-call.ts'
import { longestLinkDays } from './tokens.ts'
import { createAccount, logIn, logOut, openSession } from './login/log-in.ts'
import { insertGuests } from './queries.ts'
import { identityHandlers } from './http.ts'
import { securityHandlers } from './security-http.ts'
import { apiKeyHandlers } from './api-keys/http.ts'
import { twoFactorHandlers } from './two-factor/http.ts'
import { requireSecondFactor } from './two-factor/second-factor.ts'

export type { AccountMailPorts } from './email/send-mail.ts'
export type { MailRequest } from './email/request-mail.ts'
export type { ExternalLoginPorts } from './login/external-login.ts'
export type { HumanCheckPorts } from './login/human-check.ts'
export type { TwoFactorPolicy } from './two-factor/second-factor.ts'
export type { SecretUse } from './secret-use.ts'
export type { NewBrowser } from './login/new-browser-mail.ts'

/** What only the server uses from this module. */
export const identityServer = {
  handlers: { ...identityHandlers, ...securityHandlers, ...twoFactorHandlers, ...apiKeyHandlers },
  jobs: { fetchPicture, purgeOldRows, sendAccountMail, notifyOfNewBrowser },
  mailTask,
  mailsWithCodes,
  beginExternalLogin,
  browserIdOf,
  countCall,
  longestLinkDays,
  createAccount,
  fingerprintOf,
  findViewerByBearer,
  findViewerBySession,
  finishExternalLogin,
  insertGuests,
  listSecretUse,
  logIn,
  logOut,
  openSession,
  recordCompletedRotation,
  recordSecretUse,
  secretUseMinutes,
  secretUseQuery,
  pictureOf: accountPictureOf,
  requireSecondFactor,
  tryToDecrypt,
}
