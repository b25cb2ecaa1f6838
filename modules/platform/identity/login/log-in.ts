import { dayMs } from '#shared/time.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestContext } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { endSessionOf } from '../end-session.ts'
import { isKnownBrowser } from './device-queries.ts'
import { hashOfBrowser, type LoginPlace, rememberBrowser } from './devices.ts'
import { type HumanCheckPorts, requireHumanCheck } from './human-check.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { hashPassword, isPassword, dummyHash } from '../passwords.ts'
import { countLoginAttempt, findAccountByEmail, deleteLoginAttempt, insertAccount, insertSession } from '../queries.ts'
import { normalizeEmail } from '../rules/email.ts'
import { hashOfToken, type IdentityPorts, toRequesterScope, sessionDays, type Viewer } from '../viewer.ts'

/**
 * Wrong guesses per mailbox and day, and per address and hour before each further attempt needs a proof of work
 * (accounts-6).
 */
const limits = { forEmailPerDay: 10, fromIpBeforeWork: 100 } as const
/** Extra delay of the response once a mailbox has no guesses left; the same for known and unknown mailboxes. */
const slowMs = 1000

export type OpenedSession = {
  readonly token: string
  readonly expiresAt: Date
  readonly account: { readonly id: string; readonly firstName: string; readonly lastName: string }
}

/**
 * Logs in with email and password. An unknown email, a wrong password and too many guesses get the same response in the
 * same time (security-10). The attempt is counted before the password is checked, so parallel guesses gain nothing. A
 * known browser has its own limit, so a stranger who knows an email can't lock its owner out.
 */
export async function logIn(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { email: string; password: string; reCaptcha?: string | undefined },
): Promise<OpenedSession> {
  const instant = ports.clock()
  const emailKey = normalizeEmail(input.email)
  const attempt = { emailKey: await countedAs(ports, context, emailKey), ip: addressKey(context.ip), at: instant }
  const failures = await countLoginAttempt(ports, attempt)
  try {
    await requireHumanCheck(ports, {
      scope: toRequesterScope(viewer, context),
      requestsOverLimit: failures.fromIp - limits.fromIpBeforeWork,
      proof: input.reCaptcha,
    })
  } catch (refused) {
    // Not counted, because no password was guessed.
    await deleteLoginAttempt(ports, attempt)
    throw refused
  }
  const account = await findAccountByEmail(ports.db, emailKey)
  const fits = await isPassword(input.password, account?.passwordHash ?? dummyHash)
  const isWorn = failures.forEmail > limits.forEmailPerDay
  if (isWorn) await wait(slowMs)
  if (!account || !fits || isWorn) throw new Problem('authentication', 'wrong-login')
  await deleteLoginAttempt(ports, attempt)
  const { id, firstName, lastName } = account
  return ports.write(async (tx) => {
    await endSessionOf(tx, viewer)
    await record(tx, ownAccountAction(ports, { accountId: id }, context, 'identity.logged-in-by-password'))
    return { ...(await openSessionIn(ports, tx, context, id)), account: { id, firstName, lastName } }
  })
}

/**
 * Returns the key under which an attempt is counted. A normalized email has no upper-case letter, so no typed email
 * equals a browser's key.
 */
async function countedAs(ports: IdentityPorts, { browserId }: RequestContext, emailKey: string): Promise<string> {
  if (browserId === undefined) return emailKey
  const browserHash = hashOfBrowser(browserId)
  return (await isKnownBrowser(ports, { emailKey, browserHash }))
    ? `Browser ${browserHash.toString('base64url')} ${emailKey}`
    : emailKey
}

/** Opens a new session for this browser: a token of 256 random bits, of which only the hash is stored. */
export const openSession = (
  ports: IdentityPorts,
  loginPlace: LoginPlace,
  accountId: string,
): Promise<{ token: string; expiresAt: Date }> => ports.write((tx) => openSessionIn(ports, tx, loginPlace, accountId))

/** Opens a session in the caller's transaction. */
export async function openSessionIn(
  ports: IdentityPorts,
  tx: Tx,
  loginPlace: LoginPlace,
  accountId: string,
  /** `authenticatedAt`: time of the first factor, if it isn't now. */
  {
    hasSecondFactor = false,
    authenticatedAt,
  }: { readonly hasSecondFactor?: boolean; readonly authenticatedAt?: Date } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = ports.newToken(32)
  const instant = ports.clock()
  const expiresAt = new Date(instant.getTime() + sessionDays.absolute * dayMs)
  const tokenHash = hashOfToken(token)
  const { ip, userAgent } = loginPlace
  await insertSession(tx, {
    tokenHash,
    accountId,
    at: instant,
    expiresAt,
    ip,
    userAgent,
    hasSecondFactor,
    authenticatedAt: authenticatedAt ?? instant,
  })
  await rememberBrowser(ports, tx, { accountId, token, tokenHash, at: instant, place: loginPlace })
  return { token, expiresAt }
}

/** Ends the requester's session. */
export async function logOut(ports: IdentityPorts, viewer: Viewer): Promise<void> {
  await ports.write((tx) => endSessionOf(tx, viewer))
}

/**
 * Creates an account, by default with a confirmed email; undefined if the email is taken. The email is stored
 * normalized; the caller checks the password (`rules/password.ts`).
 */
export async function createAccount(
  ports: IdentityPorts,
  input: {
    email: string
    password: string | null
    firstName: string
    lastName: string
    roles?: string[]
    isConfirmed?: boolean
  },
): Promise<string | undefined> {
  const passwordHash =
    input.password === null ? null : await hashPassword(input.password, Buffer.from(ports.newToken(16), 'base64url'))
  const { roles = [] } = input
  const instant = ports.clock()
  const made = await ports.write(async (tx) => {
    const account = await insertAccount(tx, {
      id: ports.newId(),
      email: normalizeEmail(input.email),
      passwordHash,
      firstName: input.firstName,
      lastName: input.lastName,
      roles,
      at: instant,
      isConfirmed: input.isConfirmed ?? true,
    })
    // The command line can assign staff roles as well (security-9).
    if (account && roles.length > 0)
      await record(tx, {
        actor: { kind: 'system' },
        act: 'identity.roles-changed',
        object: `account:${account.id}`,
        at: instant,
        details: { before: [], after: roles },
      })
    return account
  })
  return made?.id
}
