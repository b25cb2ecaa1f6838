import type { RequestFacts } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { deleteSessionIn } from '../account-queries.ts'
import { askForMail, mayBeMailed } from '../email/ask-for-mail.ts'
import {
  deleteExternalLogin,
  type ExternalLogin,
  findEmailOwner,
  insertLink,
  isLinked,
  listExternalLogins,
  lockWaysIn,
  useLink,
} from './external-queries.ts'
import { openSessionIn } from './log-in.ts'
import { challengeOf, isSameText, type LoginFlow, openFlow, sealFlow, startFlow } from './login-flow.ts'
import type { ExternalProfile, LoginProvider } from '../providers/provider.ts'
import { describeFailure } from '../providers/requests.ts'
import { ownAct } from '../own-act.ts'
import { proveAgain } from './prove-again.ts'
import { insertAccount } from '../queries.ts'
import { isEmail, normaliseEmail } from '../rules/email.ts'
import { linkDecision } from '../rules/link.ts'
import { borrowedName } from '../rules/profile.ts'
import { staysOpen } from '../rules/ways-in.ts'
import { mayAddWaysIn, tellOfWayIn } from './new-ways-in.ts'
import type { AccountViewer, IdentityPorts, Viewer } from '../viewer.ts'

export type ExternalLoginPorts = IdentityPorts & {
  /** Those the operator has configured; none on a fresh machine. */
  readonly loginProviders: readonly LoginProvider[]
  /** Public origin, without a trailing slash. */
  readonly origin: string
}

/** What a provider sends the browser back with. */
export type ProviderAnswer = {
  readonly code?: string
  readonly state?: string
  readonly error?: string
  readonly iss?: string
}

export type FinishedLogin =
  | {
      readonly kind: 'logged-in'
      readonly back: string
      readonly session: { readonly token: string; readonly expiresAt: Date }
    }
  | { readonly kind: 'linked'; readonly back: string }
  | {
      readonly kind: 'refused'
      readonly back: string
      readonly wasLinking: boolean
      readonly wasAgain: boolean
      readonly code: string
    }

const callbackUrl = (ports: ExternalLoginPorts, provider: string): URL =>
  new URL(`${ports.origin}/login/with/${provider}/callback`)

function providerOf(ports: ExternalLoginPorts, key: string): LoginProvider {
  const provider = ports.loginProviders.find((each) => each.key === key)
  if (!provider) throw new Problem('not-found', 'not-found')
  return provider
}

/**
 * Where to send the browser, and what it carries meanwhile. `isLinking` connects the provider to the account that asks,
 * which must have logged in just now; with `isAgain` whoever is logged in shows again who they are, and only a login of
 * that very account will do; otherwise whoever comes back is logged in. `back`: a safe path.
 */
export async function beginExternalLogin(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  of: { readonly provider: string; readonly back: string; readonly isLinking: boolean; readonly isAgain?: boolean },
): Promise<{ readonly url: string; readonly flow: string; readonly endsAt: Date }> {
  const provider = providerOf(ports, of.provider)
  if (of.isLinking) mayAddWaysIn(ports, viewer)
  const flow = startFlow(ports, {
    provider: provider.key,
    back: of.back.slice(0, 1000),
    ...(viewer.kind === 'account' && of.isLinking ? { linkTo: viewer.accountId } : {}),
    ...(viewer.kind === 'account' && !of.isLinking && of.isAgain ? { again: viewer.accountId } : {}),
  })
  try {
    const url = await provider.authorizeUrl({
      redirectUri: callbackUrl(ports, provider.key).href,
      state: flow.state,
      nonce: flow.nonce,
      challenge: challengeOf(flow),
    })
    return { url, flow: sealFlow(ports.tokenSecret, flow), endsAt: new Date(flow.endsAt) }
  } catch (error) {
    ports.log.warn(
      { provider: provider.key, reason: describeFailure(error) },
      'a log-in by another provider could not begin',
    )
    throw new Problem('server', 'external-login-failed', { status: 503 })
  }
}

/** Somebody comes back from a provider. What does not fit what this very browser began changes nothing. */
export async function finishExternalLogin(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  facts: RequestFacts,
  of: { readonly provider: string; readonly flow: string | undefined; readonly answer: ProviderAnswer },
): Promise<FinishedLogin> {
  const provider = providerOf(ports, of.provider)
  const flow = openFlow(ports.tokenSecret, of.flow ?? '', ports.clock())
  const refused = (code: string): FinishedLogin => ({
    kind: 'refused',
    back: flow?.back ?? '/v4',
    wasLinking: flow?.linkTo !== undefined,
    wasAgain: flow?.again !== undefined,
    code,
  })
  if (!flow || flow.provider !== provider.key || !isSameText(of.answer.state ?? '', flow.state))
    return refused('external-login-expired')
  if (of.answer.error !== undefined)
    return refused(of.answer.error === 'access_denied' ? 'external-login-declined' : 'external-login-failed')
  const callback = callbackUrl(ports, provider.key)
  callback.search = new URLSearchParams(of.answer).toString()
  let profile: ExternalProfile
  try {
    const said = await provider.profileOf({ callback, state: flow.state, verifier: flow.verifier, nonce: flow.nonce })
    profile = { ...said, email: emailIn(said) }
  } catch (error) {
    ports.log.warn(
      { provider: provider.key, reason: describeFailure(error) },
      'a log-in by another provider was refused',
    )
    return refused('external-login-failed')
  }
  try {
    if (flow.linkTo !== undefined)
      return await linkTo(ports, viewer, facts, { provider, profile, accountId: flow.linkTo, back: flow.back })
    if (flow.again !== undefined)
      return {
        kind: 'logged-in',
        back: flow.back,
        session: await showAgain(ports, viewer, facts, { provider, profile, accountId: flow.again }),
      }
    return { kind: 'logged-in', back: flow.back, session: await logInAs(ports, viewer, facts, provider, profile) }
  } catch (error) {
    if (error instanceof Problem) return refused(error.code)
    throw error
  }
}

/** Their e-mail in the one spelling accounts have, if it is one at all. */
function emailIn({ email }: ExternalProfile): string | undefined {
  const said = normaliseEmail(email ?? '')
  return isEmail(said) ? said : undefined
}

type Brought = { readonly provider: LoginProvider; readonly profile: ExternalProfile }

async function linkTo(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  facts: RequestFacts,
  { provider, profile, accountId, back }: Brought & { readonly accountId: string; readonly back: LoginFlow['back'] },
): Promise<FinishedLogin> {
  // Somebody else may have logged in here while the first was away.
  if (viewer.kind !== 'account' || viewer.accountId !== accountId)
    throw new Problem('conflict', 'external-login-expired')
  await ports.write(async (tx) => {
    const { issuer } = provider
    if (
      (await useLink(tx, { issuer, subject: profile.subject, email: profile.email, at: ports.clock() })) === accountId
    )
      return
    if (!(await link(ports, tx, facts, { provider, profile, accountId })))
      throw new Problem('conflict', 'external-login-taken')
    await tellOfWayIn(ports, tx, facts, { accountId, email: viewer.email })
  })
  return { kind: 'linked', back }
}

/**
 * A fresh session for whoever has one, by a login that is connected to their account already; of anybody else nothing
 * is written down.
 */
async function showAgain(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  facts: RequestFacts,
  { provider, profile, accountId }: Brought & { readonly accountId: string },
): Promise<{ token: string; expiresAt: Date }> {
  // Somebody else may have logged in here while the first was away.
  if (viewer.kind !== 'account' || viewer.accountId !== accountId)
    throw new Problem('conflict', 'external-login-expired')
  return ports.write(async (tx) => {
    const { issuer, key } = provider
    const whose = await useLink(tx, { issuer, subject: profile.subject, email: profile.email, at: ports.clock() })
    if (whose !== accountId) throw new Problem('conflict', 'external-login-other')
    await deleteSessionIn(tx, viewer.tokenHash)
    await record(tx, ownAct(ports, viewer, facts, 'identity.logged-in-by-provider', { provider: key }))
    return openSessionIn(ports, tx, facts, accountId)
  })
}

/** Whoever the provider brought, logged in: the account they have, or a new one. */
async function logInAs(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  facts: RequestFacts,
  provider: LoginProvider,
  profile: ExternalProfile,
): Promise<{ token: string; expiresAt: Date }> {
  const { email } = profile
  const isNew = !(await isLinked(ports.db, { issuer: provider.issuer, subject: profile.subject }))
  const isMailed = isNew && email !== undefined && (await mayBeMailed(ports, facts, email))
  return ports.write(async (tx) => {
    const accountId = await accountOf(ports, tx, facts, { provider, profile, isMailed })
    // The session it came with ends, so a planted one is worth nothing.
    if (viewer.kind === 'account') await deleteSessionIn(tx, viewer.tokenHash)
    await record(tx, ownAct(ports, { accountId }, facts, 'identity.logged-in-by-provider', { provider: provider.key }))
    return openSessionIn(ports, tx, facts, accountId)
  })
}

async function accountOf(
  ports: ExternalLoginPorts,
  tx: Tx,
  facts: RequestFacts,
  { provider, profile, isMailed }: Brought & { readonly isMailed: boolean },
): Promise<string> {
  const { issuer } = provider
  const { email } = profile
  const linkedTo = await useLink(tx, { issuer, subject: profile.subject, email, at: ports.clock() })
  const owner = email === undefined ? undefined : await findEmailOwner(tx, { email, issuer })
  const decision = linkDecision({ linkedTo, email, isEmailVerified: profile.isEmailVerified, owner })
  if (decision.kind === 'refuse') throw new Problem('conflict', decision.code)
  if (decision.kind === 'log-in') return decision.accountId
  const accountId =
    decision.kind === 'link'
      ? decision.accountId
      : await newAccount(ports, tx, facts, { profile, email: email!, isMailed, isConfirmed: decision.isConfirmed })
  if (!(await link(ports, tx, facts, { provider, profile, accountId })))
    throw new Problem('conflict', 'external-log-in-first')
  if (decision.kind === 'link') await tellOfWayIn(ports, tx, facts, { accountId, email: email! })
  return accountId
}

async function newAccount(
  ports: ExternalLoginPorts,
  tx: Tx,
  facts: RequestFacts,
  {
    profile,
    email,
    isMailed,
    isConfirmed,
  }: { profile: ExternalProfile; email: string; isMailed: boolean; isConfirmed: boolean },
): Promise<string> {
  const accountId = ports.newId()
  const name = { firstName: borrowedName(profile.firstName), lastName: borrowedName(profile.lastName) }
  const made = await insertAccount(tx, {
    id: accountId,
    email,
    ...name,
    passwordHash: null,
    roles: [],
    at: ports.clock(),
    isConfirmed,
    locale: facts.locale,
  })
  // Somebody proved the same e-mail a moment ago.
  if (!made) throw new Problem('conflict', 'external-log-in-first')
  if (isMailed)
    await askForMail(ports, tx, {
      kind: isConfirmed ? 'welcome' : 'confirm-email',
      emailKey: email,
      accountId,
      locale: facts.locale,
    })
  await record(tx, ownAct(ports, { accountId }, facts, 'identity.signed-up'))
  return accountId
}

/** False: this subject is somebody else's already, or the account has another login there. */
async function link(
  ports: ExternalLoginPorts,
  tx: Tx,
  facts: RequestFacts,
  { provider, profile, accountId }: Brought & { readonly accountId: string },
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
  await record(tx, ownAct(ports, { accountId }, facts, 'identity.provider-connected', { provider: key }))
  await askForPicture(ports, tx, accountId, profile)
  return true
}

const askForPicture = async (
  ports: ExternalLoginPorts,
  tx: Tx,
  accountId: string,
  { pictureUrl }: ExternalProfile,
): Promise<void> =>
  pictureUrl === undefined
    ? undefined
    : ports.enqueue(tx, 'identity:fetch_picture', { accountId, url: pictureUrl }, { maxAttempts: 3 })

export const externalLoginsOf = (ports: ExternalLoginPorts, viewer: AccountViewer): Promise<ExternalLogin[]> =>
  listExternalLogins(ports.db, viewer.accountId)

/** Takes a provider off the account; never the last way into it. */
export async function unlink(
  ports: ExternalLoginPorts,
  viewer: AccountViewer,
  facts: Pick<RequestFacts, 'ip'>,
  id: string,
): Promise<void> {
  proveAgain(ports, viewer)
  await ports.write(async (tx) => {
    const ways = await lockWaysIn(tx, viewer.accountId)
    if (!(await deleteExternalLogin(tx, viewer.accountId, id))) throw new Problem('not-found', 'not-found')
    if (!staysOpen({ ...ways, externalLogins: ways.externalLogins - 1 })) throw new Problem('conflict', 'last-way-in')
    await record(tx, ownAct(ports, viewer, facts, 'identity.provider-disconnected'))
  })
}
