import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { deleteSessionIn } from '../account-queries.ts'
import { findLinkedAccount } from './external-queries.ts'
import { type ExternalIdentity, insertExternalLogin, logInAs } from './external-account.ts'
import { openSessionIn } from './log-in.ts'
import { codeChallengeOf, isSameText, type LoginFlow, openFlow, signFlow, startFlow } from './login-flow.ts'
import type { ExternalProfile, LoginProvider } from '../providers/provider.ts'
import { describeFailure } from '../providers/requests.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { isEmail, normalizeEmail } from '../rules/email.ts'
import { canAddSignInMethods, notifyOfSignInMethod } from './add-sign-in-method.ts'
import type { IdentityPorts, Viewer } from '../viewer.ts'

export type ExternalLoginPorts = IdentityPorts & {
  /** The providers the operator has configured; none by default. */
  readonly loginProviders: readonly LoginProvider[]
  /** Public origin, without a trailing slash. */
  readonly origin: string
}

/** Parameters of the provider's redirect back to us. */
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
      readonly isReauthentication: boolean
      readonly code: string
    }

const callbackUrl = (ports: ExternalLoginPorts, provider: string): URL =>
  new URL(`${ports.origin}/login/with/${provider}/callback`)

function providerOf(ports: ExternalLoginPorts, key: string): LoginProvider {
  const provider = ports.loginProviders.find((loginProvider) => loginProvider.key === key)
  if (!provider) throw new Problem('not-found', 'not-found')
  return provider
}

/**
 * Returns the provider's URL for the browser, and the state it carries. `isLinking` connects the provider to the
 * requesting account, which needs recent authentication. With `isReauthentication` a logged-in user authenticates again, and only
 * a login of the same account is accepted. Otherwise the returning person is logged in. `back` is a safe path.
 */
export async function beginExternalLogin(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  input: {
    readonly provider: string
    readonly back: string
    readonly isLinking: boolean
    readonly isReauthentication?: boolean
  },
): Promise<{ readonly url: string; readonly flow: string; readonly endsAt: Date }> {
  const provider = providerOf(ports, input.provider)
  if (input.isLinking) canAddSignInMethods(ports, viewer)
  const flow = startFlow(ports, {
    provider: provider.key,
    back: input.back.slice(0, 1000),
    ...(viewer.kind === 'account' && input.isLinking ? { linkTo: viewer.accountId } : {}),
    ...(viewer.kind === 'account' && !input.isLinking && input.isReauthentication
      ? { reauthenticates: viewer.accountId }
      : {}),
  })
  try {
    const url = await provider.authorizeUrl({
      redirectUri: callbackUrl(ports, provider.key).href,
      state: flow.state,
      nonce: flow.nonce,
      challenge: codeChallengeOf(flow),
    })
    return { url, flow: signFlow(ports.tokenSecret, flow), endsAt: new Date(flow.endsAt) }
  } catch (error) {
    ports.log.warn(
      { provider: provider.key, reason: describeFailure(error) },
      'a log-in by another provider could not begin',
    )
    throw new Problem('server', 'external-login-failed', { status: 503 })
  }
}

/**
 * Handles the redirect from a provider. A response that doesn't match the flow this browser started changes nothing.
 */
export async function finishExternalLogin(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { readonly provider: string; readonly flow: string | undefined; readonly answer: ProviderAnswer },
): Promise<FinishedLogin> {
  const provider = providerOf(ports, input.provider)
  const flow = openFlow(ports.tokenSecret, input.flow ?? '', ports.clock())
  const refused = (code: string): FinishedLogin => ({
    kind: 'refused',
    back: flow?.back ?? '/v4',
    wasLinking: flow?.linkTo !== undefined,
    isReauthentication: flow?.reauthenticates !== undefined,
    code,
  })
  if (!flow || flow.provider !== provider.key || !isSameText(input.answer.state ?? '', flow.state))
    return refused('external-login-expired')
  if (input.answer.error !== undefined)
    return refused(input.answer.error === 'access_denied' ? 'external-login-declined' : 'external-login-failed')
  const callback = callbackUrl(ports, provider.key)
  callback.search = new URLSearchParams(input.answer).toString()
  let profile: ExternalProfile
  try {
    const externalProfile = await provider.profileOf({
      callback,
      state: flow.state,
      verifier: flow.verifier,
      nonce: flow.nonce,
    })
    profile = { ...externalProfile, email: emailIn(externalProfile) }
  } catch (error) {
    ports.log.warn(
      { provider: provider.key, reason: describeFailure(error) },
      'a log-in by another provider was refused',
    )
    return refused('external-login-failed')
  }
  try {
    if (flow.linkTo !== undefined)
      return await linkTo(ports, viewer, context, { provider, profile, accountId: flow.linkTo, back: flow.back })
    if (flow.reauthenticates !== undefined)
      return {
        kind: 'logged-in',
        back: flow.back,
        session: await reauthenticateByProvider(ports, viewer, context, {
          provider,
          profile,
          accountId: flow.reauthenticates,
        }),
      }
    return { kind: 'logged-in', back: flow.back, session: await logInAs(ports, viewer, context, provider, profile) }
  } catch (error) {
    if (error instanceof Problem) return refused(error.code)
    throw error
  }
}

/** Returns the normalised email of the profile, if it has a valid one. */
function emailIn({ email }: ExternalProfile): string | undefined {
  const text = normalizeEmail(email ?? '')
  return isEmail(text) ? text : undefined
}

async function linkTo(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  context: RequestContext,
  {
    provider,
    profile,
    accountId,
    back,
  }: ExternalIdentity & { readonly accountId: string; readonly back: LoginFlow['back'] },
): Promise<FinishedLogin> {
  // The browser may have logged in to another account in the meantime.
  if (viewer.kind !== 'account' || viewer.accountId !== accountId)
    throw new Problem('conflict', 'external-login-expired')
  await ports.write(async (tx) => {
    const { issuer } = provider
    if (
      (await findLinkedAccount(tx, { issuer, subject: profile.subject, email: profile.email, at: ports.clock() })) ===
      accountId
    )
      return
    if (!(await insertExternalLogin(ports, tx, context, { provider, profile, accountId })))
      throw new Problem('conflict', 'external-login-taken')
    await notifyOfSignInMethod(ports, tx, context, { accountId, email: viewer.email })
  })
  return { kind: 'linked', back }
}

/**
 * Replaces the session after a login that is already connected to the account; stores nothing about any other person.
 */
async function reauthenticateByProvider(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  context: RequestContext,
  { provider, profile, accountId }: ExternalIdentity & { readonly accountId: string },
): Promise<{ token: string; expiresAt: Date }> {
  // The browser may have logged in to another account in the meantime.
  if (viewer.kind !== 'account' || viewer.accountId !== accountId)
    throw new Problem('conflict', 'external-login-expired')
  return ports.write(async (tx) => {
    const { issuer, key } = provider
    const whose = await findLinkedAccount(tx, {
      issuer,
      subject: profile.subject,
      email: profile.email,
      at: ports.clock(),
    })
    if (whose !== accountId) throw new Problem('conflict', 'external-login-other')
    await deleteSessionIn(tx, viewer.tokenHash)
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.logged-in-by-provider', { provider: key }))
    return openSessionIn(ports, tx, context, accountId)
  })
}
