import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { endSessionOf } from '../end-session.ts'
import { queueAccountMail, canBeMailed } from '../email/request-mail.ts'
import { ownAccountAction } from '../own-account-action.ts'
import type { ExternalProfile, LoginProvider } from '../providers/provider.ts'
import { insertAccount } from '../queries.ts'
import { linkDecision } from '../rules/link.ts'
import { adaptProviderName } from '../rules/profile.ts'
import type { IdentityPorts, Viewer } from '../viewer.ts'
import { findEmailOwner, insertLink, isLinked, findLinkedAccount } from './external-queries.ts'
import { openSessionIn } from './log-in.ts'
import { notifyOfSignInMethod } from './add-sign-in-method.ts'

/** The login provider a visitor returned from, and their profile there. */
export type ExternalIdentity = { readonly provider: LoginProvider; readonly profile: ExternalProfile }

/** Logs in the account of the provider's subject, or a new account. Throws if the email belongs to another account. */
export async function logInAs(
  ports: IdentityPorts,
  viewer: Viewer,
  context: RequestContext,
  provider: LoginProvider,
  profile: ExternalProfile,
): Promise<{ token: string; expiresAt: Date }> {
  const { email } = profile
  const isNew = !(await isLinked(ports.db, { issuer: provider.issuer, subject: profile.subject }))
  const isMailed = isNew && email !== undefined && (await canBeMailed(ports, context, email))
  return ports.write(async (tx) => {
    const accountId = await accountOf(ports, tx, context, { provider, profile, isMailed })
    // The previous session ends, so a session planted by an attacker is worthless.
    await endSessionOf(tx, viewer)
    await record(
      tx,
      ownAccountAction(ports, { accountId }, context, 'identity.logged-in-by-provider', { provider: provider.key }),
    )
    return openSessionIn(ports, tx, context, accountId)
  })
}

async function accountOf(
  ports: IdentityPorts,
  tx: Tx,
  context: RequestContext,
  { provider, profile, isMailed }: ExternalIdentity & { readonly isMailed: boolean },
): Promise<string> {
  const { issuer } = provider
  const { email } = profile
  const linkedTo = await findLinkedAccount(tx, { issuer, subject: profile.subject, email, at: ports.clock() })
  const owner = email === undefined ? undefined : await findEmailOwner(tx, { email, issuer })
  const decision = linkDecision({ linkedTo, email, isEmailVerified: profile.isEmailVerified, owner })
  if (decision.kind === 'refuse') throw new Problem('conflict', decision.code)
  if (decision.kind === 'log-in') return decision.accountId
  const accountId =
    decision.kind === 'link'
      ? decision.accountId
      : await newAccount(ports, tx, context, {
          profile,
          email: decision.email,
          isMailed,
          isConfirmed: decision.isConfirmed,
        })
  if (!(await insertExternalLogin(ports, tx, context, { provider, profile, accountId })))
    throw new Problem('conflict', 'external-log-in-first')
  if (decision.kind === 'link') await notifyOfSignInMethod(ports, tx, context, { accountId, email: decision.email })
  return accountId
}

async function newAccount(
  ports: IdentityPorts,
  tx: Tx,
  context: RequestContext,
  {
    profile,
    email,
    isMailed,
    isConfirmed,
  }: { profile: ExternalProfile; email: string; isMailed: boolean; isConfirmed: boolean },
): Promise<string> {
  const accountId = ports.newId()
  const name = { firstName: adaptProviderName(profile.firstName), lastName: adaptProviderName(profile.lastName) }
  const account = await insertAccount(tx, {
    id: accountId,
    email,
    ...name,
    passwordHash: null,
    roles: [],
    at: ports.clock(),
    isConfirmed,
    locale: context.locale,
  })
  // Another account confirmed the same email a moment ago.
  if (!account) throw new Problem('conflict', 'external-log-in-first')
  if (isMailed)
    await queueAccountMail(ports, tx, {
      kind: isConfirmed ? 'welcome' : 'confirm-email',
      emailKey: email,
      accountId,
      locale: context.locale,
    })
  await record(tx, ownAccountAction(ports, { accountId }, context, 'identity.signed-up'))
  return accountId
}

/**
 * Links a provider's subject to an account. Returns false if it is linked to another account, or the account has
 * another login at that provider.
 */
export async function insertExternalLogin(
  ports: IdentityPorts,
  tx: Tx,
  context: RequestContext,
  { provider, profile, accountId }: ExternalIdentity & { readonly accountId: string },
): Promise<boolean> {
  const { key, issuer } = provider
  const row = {
    id: ports.newId(),
    accountId,
    provider: key,
    issuer,
    subject: profile.subject,
    email: profile.email ?? '',
    at: ports.clock(),
  }
  if (!(await insertLink(tx, row))) return false
  await record(tx, ownAccountAction(ports, { accountId }, context, 'identity.provider-connected', { provider: key }))
  await askForPicture(ports, tx, accountId, profile)
  return true
}

const askForPicture = async (
  ports: IdentityPorts,
  tx: Tx,
  accountId: string,
  { pictureUrl }: ExternalProfile,
): Promise<void> =>
  pictureUrl === undefined
    ? undefined
    : ports.enqueue(tx, 'identity:fetch_picture', { accountId, url: pictureUrl }, { maxAttempts: 3 })
