import { required } from '#shared/collections.ts'
import { minuteMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAccount } from '../account-queries.ts'
import { endSessionOf } from '../end-session.ts'
import { lockSignInMethods } from './external-queries.ts'
import { type OpenedSession, openSessionIn } from './log-in.ts'
import {
  credentialsOf,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type Passkey,
  recordUse,
  consumeChallenge,
  updatePasskeyName,
} from './passkey-queries.ts'
import { canAddSignInMethods, notifyOfSignInMethod } from './add-sign-in-method.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { requireRecentAuthentication } from './recent-authentication.ts'
import { describeBrowser } from '../rules/browser.ts'
import { adaptProviderName } from '../rules/profile.ts'
import { hasSignInMethod } from '../rules/sign-in-methods.ts'
import type { AccountViewer, IdentityPorts, Viewer } from '../viewer.ts'

export type PasskeyPorts = IdentityPorts & { readonly origin: string; readonly productName: string }

/** Loaded with the first passkey: the library takes a seventh of the start-up time, and few donors use it. */
const webauthn = () => import('@simplewebauthn/server')

const minutes = 5
/** EdDSA, ES256, RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257]
/** Limits the growth of the table; no one needs more. */
const passkeysMax = 20

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()
const relyingParty = (ports: PasskeyPorts) => ({ id: new URL(ports.origin).hostname, origin: ports.origin })

async function newChallenge(
  ports: PasskeyPorts,
  purpose: 'add' | 'log-in',
  accountId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const token = ports.newToken(32)
  await insertChallenge(ports, {
    hash: hashOf(token),
    purpose,
    accountId,
    expiresAt: new Date(ports.clock().getTime() + minutes * minuteMs),
  })
  return Uint8Array.from(Buffer.from(token, 'base64url'))
}

/** Returns creation options: a discoverable passkey with user verification. */
export async function passkeyOptions(
  ports: PasskeyPorts,
  viewer: AccountViewer,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  canAddSignInMethods(ports, viewer)
  const credentials = await credentialsOf(ports.db, viewer.accountId)
  if (credentials.length >= passkeysMax) throw new Problem('conflict', 'too-many-passkeys')
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: ports.productName,
    rpID: relyingParty(ports).id,
    userName: viewer.email,
    userDisplayName: `${viewer.firstName} ${viewer.lastName}`.trim() || viewer.email,
    userID: Uint8Array.from(Buffer.from(viewer.accountId)),
    challenge: await newChallenge(ports, 'add', viewer.accountId),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: minutes * minuteMs,
  })
}

/** Stores a new passkey. Without a name it is named after the browser that created it. */
export async function addPasskey(
  ports: PasskeyPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip' | 'userAgent' | 'locale'>,
  input: { readonly response: RegistrationResponseJSON; readonly name: string },
): Promise<Passkey> {
  canAddSignInMethods(ports, viewer)
  const { id: rpId, origin } = relyingParty(ports)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await sound(ports, () =>
    verifyRegistrationResponse({
      response: input.response,
      expectedChallenge: (challenge) =>
        consumeChallenge(ports, {
          hash: hashOf(challenge),
          purpose: 'add',
          accountId: viewer.accountId,
          now: ports.clock(),
        }),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!registrationInfo) throw new Problem('validation', 'passkey-refused')
  const { credential, credentialBackedUp } = registrationInfo
  const instant = ports.clock()
  const made = {
    id: ports.newId(),
    accountId: viewer.accountId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: (credential.transports ?? []).filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 8),
    name: adaptProviderName(input.name) || nameAfter(context.userAgent),
    isBackedUp: credentialBackedUp,
    at: instant,
  }
  await ports.write(async (tx) => {
    // Checked again with the account locked: many challenges may exist before the first response.
    if ((await lockSignInMethods(tx, viewer.accountId)).passkeys >= passkeysMax)
      throw new Problem('conflict', 'too-many-passkeys')
    if (!(await insertPasskey(tx, made))) throw new Problem('conflict', 'passkey-exists')
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.passkey-added', { name: made.name }))
    await notifyOfSignInMethod(ports, tx, context, viewer)
  })
  return { id: made.id, name: made.name, isBackedUp: made.isBackedUp, createdAt: instant, lastUsedAt: null }
}

const nameAfter = (userAgent: string): string => {
  const { browser, system } = describeBrowser(userAgent)
  return [browser, system].filter(Boolean).join(' · ') || 'Passkey'
}

export const passkeysOf = (ports: PasskeyPorts, viewer: AccountViewer): Promise<Passkey[]> =>
  listPasskeys(ports.db, viewer.accountId)

export async function renamePasskey(
  ports: PasskeyPorts,
  viewer: AccountViewer,
  id: string,
  name: string,
): Promise<void> {
  const tidied = adaptProviderName(name)
  if (tidied === '') throw new Problem('validation', 'invalid-input', { fields: { name: { code: 'name-missing' } } })
  if (!(await ports.write((tx) => updatePasskeyName(tx, { accountId: viewer.accountId, id, name: tidied }))))
    throw new Problem('not-found', 'not-found')
}

/** Removes a passkey from the account, except the last sign-in method. */
export async function removePasskey(
  ports: PasskeyPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  id: string,
): Promise<void> {
  requireRecentAuthentication(ports, viewer)
  await ports.write(async (tx) => {
    const methods = await lockSignInMethods(tx, viewer.accountId)
    if (!(await deletePasskey(tx, viewer.accountId, id))) throw new Problem('not-found', 'not-found')
    if (!hasSignInMethod({ ...methods, passkeys: methods.passkeys - 1 }))
      throw new Problem('conflict', 'last-sign-in-method')
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.passkey-removed'))
  })
}

/**
 * Returns a challenge that any registered passkey can answer. It lists no credentials, so it doesn't reveal who has
 * one.
 */
export async function passkeyLoginOptions(ports: PasskeyPorts): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(ports).id,
    challenge: await newChallenge(ports, 'log-in', null),
    userVerification: 'required',
    timeout: minutes * minuteMs,
  })
}

/**
 * Logs in with a passkey; the previous session ends. Unknown, removed and cloned passkeys and invalid signatures get
 * the same response (security-10). For a logged-in user it is a new authentication, which accepts only their own
 * passkeys.
 */
export async function logInWithPasskey(
  ports: PasskeyPorts,
  viewer: Viewer,
  context: RequestContext,
  response: AuthenticationResponseJSON,
): Promise<OpenedSession> {
  const refused = () => new Problem('authentication', 'passkey-unknown')
  const storedPasskey = await findPasskey(ports, response.id)
  const { id: rpId, origin } = relyingParty(ports)
  if (!storedPasskey || (viewer.kind === 'account' && storedPasskey.accountId !== viewer.accountId)) throw refused()
  const handle = response.response.userHandle
  if (handle !== undefined && Buffer.from(handle, 'base64url').toString() !== storedPasskey.accountId) throw refused()
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await sound(
    ports,
    () =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) =>
          consumeChallenge(ports, { hash: hashOf(challenge), purpose: 'log-in', accountId: null, now: ports.clock() }),
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: {
          id: storedPasskey.credentialId,
          publicKey: Uint8Array.from(storedPasskey.publicKey),
          counter: Number(storedPasskey.counter),
          transports: [...storedPasskey.transports],
        },
        requireUserVerification: true,
      }),
    refused(),
  )
  const used = {
    id: storedPasskey.id,
    counter: BigInt(authenticationInfo.newCounter),
    isBackedUp: authenticationInfo.credentialBackedUp,
    at: ports.clock(),
  }
  if (!verified || !(await recordUse(ports, used))) throw refused()
  return ports.write(async (tx) => {
    const { id, firstName, lastName } = required(await findAccount(tx, storedPasskey.accountId))
    await endSessionOf(tx, viewer)
    await record(tx, ownAccountAction(ports, { accountId: id }, context, 'identity.logged-in-by-passkey'))
    return {
      ...(await openSessionIn(ports, tx, context, id, { hasSecondFactor: true })),
      account: { id, firstName, lastName },
    }
  })
}

/** Runs a verification of the library, which throws for every invalid response; logs the reason. */
async function sound<T>(
  ports: PasskeyPorts,
  verify: () => Promise<T>,
  refusal = new Problem('validation', 'passkey-refused'),
): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    ports.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused')
    throw refusal
  }
}
