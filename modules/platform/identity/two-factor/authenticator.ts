import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { qrSvg } from '#shared/qr.ts'
import { record } from '#modules/platform/audit/index.ts'
import { queueAccountMail } from '../email/request-mail.ts'
import { encryptBytes } from '../encryption.ts'
import { canAddSignInMethods, notifyOfSignInMethod } from '../login/add-sign-in-method.ts'
import { requireRecentAuthentication } from '../login/recent-authentication.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { normalizeEmail } from '../rules/email.ts'
import { base32, recoveryCode, secretBytes, totpUri } from '../rules/totp.ts'
import type { AccountViewer } from '../viewer.ts'
import {
  beginAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
  endOneFactorSessions,
  findAuthenticator,
  lockAuthenticator,
  markSecondFactor,
  replaceRecoveryCodes,
} from './authenticator-queries.ts'
import { acceptAppCode, countCode, hashOfRecoveryCode, type TwoFactorPorts } from './check-code.ts'

type Facts = Pick<RequestContext, 'ip' | 'locale'>

const recoveryCodes = 10

/** Returns whether the account has an authenticator app, and the number of its unused recovery codes. */
export async function getTwoFactor(ports: TwoFactorPorts, { accountId }: AccountViewer) {
  const isOn = Boolean((await findAuthenticator(ports.db, accountId))?.confirmedAt)
  return { isOn, unusedRecoveryCodes: isOn ? await countRecoveryCodes(ports.db, accountId) : 0 }
}

/**
 * Creates a secret for an authenticator app; nothing changes until one of its codes is confirmed. A restart replaces
 * the previous secret. The secret is base32; `qr` is an image of the URL as a data URI.
 */
export async function beginAuthenticatorSetup(
  ports: TwoFactorPorts & { readonly productName: string },
  viewer: AccountViewer,
): Promise<{ readonly secret: string; readonly uri: string; readonly qr: string }> {
  canAddSignInMethods(ports, viewer)
  const secret = Buffer.from(ports.newToken(secretBytes), 'base64url')
  const nonce = Buffer.from(ports.newToken(12), 'base64url')
  const { accountId } = viewer
  const isBegun = await ports.write((tx) =>
    beginAuthenticator(tx, {
      accountId,
      encryptedSecret: encryptBytes(ports.fieldKey, nonce, secret, accountId),
      at: ports.clock(),
    }),
  )
  if (!isBegun) throw new Problem('conflict', 'authenticator-exists')
  const uri = totpUri({ secret, issuer: ports.productName, account: viewer.email })
  const qr = `data:image/svg+xml;base64,${Buffer.from(qrSvg(uri, ports.productName)).toString('base64')}`
  return { secret: base32(secret), uri, qr }
}

/**
 * Enables two-factor authentication with the first code of the app. Sessions opened with one factor end. Returns the
 * recovery codes, which are stored as hashes and never shown again.
 */
export async function confirmAuthenticator(
  ports: TwoFactorPorts,
  viewer: AccountViewer,
  fields: Facts,
  code: string,
): Promise<string[]> {
  canAddSignInMethods(ports, viewer)
  const { accountId, tokenHash } = viewer
  await countCode(ports, accountId)
  return ports.write(async (tx) => {
    const authenticator = await lockAuthenticator(tx, accountId)
    if (authenticator?.confirmedAt) throw new Problem('conflict', 'authenticator-exists')
    await acceptAppCode(ports, tx, { accountId, code }, authenticator)
    const codes = await newCodes(ports, tx, accountId)
    await endOneFactorSessions(tx, accountId, tokenHash)
    await markSecondFactor(tx, tokenHash, ports.clock())
    await record(tx, ownAccountAction(ports, viewer, fields, 'identity.two-factor-on'))
    await notifyOfSignInMethod(ports, tx, fields, viewer)
    return codes
  })
}

/** Replaces all recovery codes; the previous ones become invalid. */
export async function replaceCodes(ports: TwoFactorPorts, viewer: AccountViewer, fields: Facts): Promise<string[]> {
  requireRecentAuthentication(ports, viewer)
  return ports.write(async (tx) => {
    if (!(await lockAuthenticator(tx, viewer.accountId))?.confirmedAt) throw new Problem('not-found', 'not-found')
    await record(tx, ownAccountAction(ports, viewer, fields, 'identity.recovery-codes-replaced'))
    return newCodes(ports, tx, viewer.accountId)
  })
}

/** Disables two-factor authentication; its owner gets a mail. */
export async function removeAuthenticator(ports: TwoFactorPorts, viewer: AccountViewer, fields: Facts): Promise<void> {
  requireRecentAuthentication(ports, viewer)
  const { accountId, email } = viewer
  await ports.write(async (tx) => {
    if (!(await deleteAuthenticator(tx, accountId))) throw new Problem('not-found', 'not-found')
    await record(tx, ownAccountAction(ports, viewer, fields, 'identity.two-factor-off'))
    await queueAccountMail(ports, tx, {
      kind: 'two-factor-off',
      emailKey: normalizeEmail(email),
      accountId,
      locale: fields.locale,
    })
  })
}

async function newCodes(ports: TwoFactorPorts, tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => recoveryCode(Buffer.from(ports.newToken(7), 'base64url')))
  await replaceRecoveryCodes(tx, accountId, codes.map(hashOfRecoveryCode))
  return codes
}
