import type { RequestFacts } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import {
  deleteExternalLogin,
  type ExternalLogin,
  findEmailHolder,
  insertExternalAccount,
  insertLink,
  listExternalLogins,
  lockWaysIn,
  useLink,
} from './external-queries.ts'
import { openSession } from './log-in.ts'
import { challengeOf, isSameText, type LoginFlow, openFlow, sealFlow, startFlow } from './login-flow.ts'
import { type ExternalProfile, isProviderRefusal, type LoginProvider } from './providers/provider.ts'
import { deleteSession } from './queries.ts'
import { type AccountViewer, requireRecentProof } from './recent-proof.ts'
import { isEmail, normaliseEmail } from './rules/email.ts'
import { linkDecision } from './rules/link.ts'
import { tidyName } from './rules/profile.ts'
import { staysOpen } from './rules/ways-in.ts'
import type { IdentityPorts, Viewer } from './viewer.ts'

export type ExternalLoginPorts = IdentityPorts & {
  /** Those the operator has configured; none on a fresh machine. */
  readonly loginProviders: readonly LoginProvider[]
  /** Public origin, without a trailing slash. */
  readonly origin: string
}

/** What a provider sends the browser back with. */
export type ProviderAnswer = { readonly code?: string; readonly state?: string; readonly error?: string; readonly iss?: string }

export type FinishedLogin =
  | { readonly kind: 'logged-in'; readonly back: string; readonly session: { readonly token: string; readonly expiresAt: Date } }
  | { readonly kind: 'linked'; readonly back: string }
  | { readonly kind: 'refused'; readonly back: string; readonly wasLinking: boolean; readonly code: string }

const redirectUri = (ports: ExternalLoginPorts, provider: string): string => `${ports.origin}/login/${provider}/callback`

function providerOf(ports: ExternalLoginPorts, key: string): LoginProvider {
  const provider = ports.loginProviders.find((each) => each.key === key)
  if (!provider) throw new Problem('not-found', 'not-found')
  return provider
}

/**
 * Where to send the browser, and what it carries meanwhile. `isLinking` connects the provider to the account that asks, which must have logged in
 * just now; otherwise whoever comes back is logged in. `back`: a safe path.
 */
export async function beginExternalLogin(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  of: { readonly provider: string; readonly back: string; readonly isLinking: boolean },
): Promise<{ readonly url: string; readonly flow: string; readonly endsAt: Date }> {
  const provider = providerOf(ports, of.provider)
  if (of.isLinking && viewer.kind !== 'account') throw new Problem('authentication', 'invalid-authorization')
  if (of.isLinking) await requireRecentProof(ports, viewer as AccountViewer)
  const flow = startFlow(ports, {
    provider: provider.key,
    back: of.back.slice(0, 1000),
    ...(of.isLinking ? { linkTo: (viewer as AccountViewer).accountId } : {}),
  })
  try {
    const url = await provider.authorizeUrl({
      redirectUri: redirectUri(ports, provider.key),
      state: flow.state,
      nonce: flow.nonce,
      challenge: challengeOf(flow),
    })
    return { url, flow: sealFlow(ports.tokenSecret, flow), endsAt: new Date(flow.endsAt) }
  } catch (error) {
    if (!isProviderRefusal(error)) throw error
    ports.log.warn({ provider: provider.key, reason: error.message }, 'a log-in by another provider could not begin')
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
  const refused = (code: string): FinishedLogin => ({ kind: 'refused', back: flow?.back ?? '/v4', wasLinking: flow?.linkTo !== undefined, code })
  if (!flow || flow.provider !== provider.key || !isSameText(of.answer.state ?? '', flow.state)) return refused('external-login-expired')
  if (of.answer.error !== undefined) return refused(of.answer.error === 'access_denied' ? 'external-login-declined' : 'external-login-failed')
  // Another issuer's answer, brought here to be redeemed at this one (RFC 9207).
  if (of.answer.iss !== undefined && of.answer.iss !== provider.issuer) return refused('external-login-failed')
  try {
    const profile = await provider.profileOf({
      code: of.answer.code ?? '',
      redirectUri: redirectUri(ports, provider.key),
      verifier: flow.verifier,
      nonce: flow.nonce,
    })
    if (flow.linkTo !== undefined) return await linkTo(ports, viewer, provider, profile, { back: flow.back, accountId: flow.linkTo })
    const accountId = await ports.write((tx) => accountOf(ports, tx, provider, profile, facts))
    // The session it came with ends, so a planted one is worth nothing.
    if (viewer.kind === 'account') await deleteSession(ports, viewer.tokenHash)
    return { kind: 'logged-in', back: flow.back, session: await openSession(ports, facts, accountId) }
  } catch (error) {
    if (error instanceof Problem) return refused(error.code)
    if (!isProviderRefusal(error)) throw error
    ports.log.warn({ provider: provider.key, reason: error.message }, 'a log-in by another provider was refused')
    return refused('external-login-failed')
  }
}

async function linkTo(
  ports: ExternalLoginPorts,
  viewer: Viewer,
  provider: LoginProvider,
  profile: ExternalProfile,
  { accountId, back }: { accountId: string; back: LoginFlow['back'] },
): Promise<FinishedLogin> {
  // Somebody else may have logged in here while the first was away.
  if (viewer.kind !== 'account' || viewer.accountId !== accountId) throw new Problem('conflict', 'external-login-expired')
  await ports.write(async (tx) => {
    const { issuer, key } = provider
    const { subject, email } = profile
    const at = ports.clock()
    const isTheirs = (await useLink(tx, { issuer, subject, email, at })) === accountId
    if (!isTheirs && !(await insertLink(tx, { id: ports.newId(), accountId, provider: key, issuer, subject, email: email ?? '', at })))
      throw new Problem('conflict', 'external-login-taken')
    await askForPicture(ports, tx, accountId, profile)
  })
  return { kind: 'linked', back }
}

async function accountOf(ports: ExternalLoginPorts, tx: Tx, { key, issuer }: LoginProvider, profile: ExternalProfile, facts: RequestFacts): Promise<string> {
  const at = ports.clock()
  const said = normaliseEmail(profile.email ?? '')
  const email = isEmail(said) ? said : undefined
  const linkedTo = await useLink(tx, { issuer, subject: profile.subject, email, at })
  const holder = email === undefined ? undefined : await findEmailHolder(tx, { email, issuer })
  const decision = linkDecision({ linkedTo, email, isEmailVerified: profile.isEmailVerified, holder })
  if (decision.kind === 'refuse') throw new Problem('conflict', decision.code)
  if (decision.kind === 'log-in') return decision.accountId
  const { firstName, lastName } = profile
  const accountId =
    decision.kind === 'link'
      ? decision.accountId
      : (
          await insertExternalAccount(tx, {
            id: ports.newId(),
            email: email!,
            firstName: tidyName(firstName),
            lastName: tidyName(lastName),
            locale: facts.locale,
            at,
            isConfirmed: decision.isConfirmed,
          })
        )?.id
  const link = accountId && (await insertLink(tx, { id: ports.newId(), accountId, provider: key, issuer, subject: profile.subject, email: email!, at }))
  if (!link) throw new Problem('conflict', 'external-log-in-first')
  await askForPicture(ports, tx, accountId, profile)
  return accountId
}

const askForPicture = async (ports: ExternalLoginPorts, tx: Tx, accountId: string, { pictureUrl }: ExternalProfile): Promise<void> =>
  pictureUrl === undefined ? undefined : ports.enqueue(tx, 'identity:fetch_picture', { accountId, url: pictureUrl }, { maxAttempts: 3 })

export const externalLoginsOf = (ports: ExternalLoginPorts, viewer: AccountViewer): Promise<ExternalLogin[]> => listExternalLogins(ports.db, viewer.accountId)

/** Takes a provider off the account; never the last way into it. */
export async function unlink(ports: ExternalLoginPorts, viewer: AccountViewer, id: string): Promise<void> {
  await requireRecentProof(ports, viewer)
  await ports.write(async (tx) => {
    const ways = await lockWaysIn(tx, viewer.accountId)
    if (!(await deleteExternalLogin(tx, viewer.accountId, id))) throw new Problem('not-found', 'not-found')
    if (!staysOpen({ ...ways, externalLogins: ways.externalLogins - 1 })) throw new Problem('conflict', 'last-way-in')
  })
}
