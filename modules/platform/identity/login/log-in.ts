import { dayMs, hourMs } from '#shared/time.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestFacts } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { endSessionOf } from '../end-session.ts'
import { isKnownBrowser } from './device-queries.ts'
import { hashOfBrowser, type LoginPlace, rememberBrowser } from './devices.ts'
import { type HumanCheckPorts, refuseFlood } from './human-check.ts'
import { ownAct } from '../own-act.ts'
import { hashPassword, isPassword, nobodysHash } from '../passwords.ts'
import {
  findAccountByEmail,
  deleteLoginTry,
  insertAccount,
  insertSession,
  loginFailures,
  recordLoginTry,
} from '../queries.ts'
import { normaliseEmail } from '../rules/email.ts'
import { hashOfToken, type IdentityPorts, scopeOf, sessionDays, type Viewer } from '../viewer.ts'

/**
 * Wrong guesses a mailbox stands in a day, and those of an address in an hour before each further try has to work for
 * it (accounts-6).
 */
const limits = { forEmailPerDay: 10, fromIpBeforeWork: 100 } as const
/** How much longer the answer takes once a mailbox has had its guesses: the same for one we know and one we do not. */
const slowMs = 1000

export type OpenedSession = {
  readonly token: string
  readonly expiresAt: Date
  readonly account: { readonly id: string; readonly firstName: string; readonly lastName: string }
}

/**
 * E-mail and password. Unknown e-mail, wrong password and too many guesses for one mailbox are one answer, in the same
 * time (security-10). The try is counted before the password is looked at: guesses sent all at once get no further
 * than guesses sent one by one. A browser that the account was logged in to with before has guesses of its own, so
 * nobody who only knows an e-mail locks its owner out.
 */
export async function logIn(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  facts: RequestFacts,
  input: { email: string; password: string; reCaptcha?: string | undefined },
): Promise<OpenedSession> {
  const at = ports.clock()
  const emailKey = normaliseEmail(input.email)
  const attempt = { emailKey: await countedAs(ports, facts, emailKey), ip: addressKey(facts.ip), at }
  await recordLoginTry(ports, attempt)
  const failures = await loginFailures(ports, {
    ...attempt,
    dayAgo: new Date(at.getTime() - dayMs),
    hourAgo: new Date(at.getTime() - hourMs),
  })
  try {
    await refuseFlood(ports, {
      scope: scopeOf(viewer, facts),
      over: failures.fromIp - limits.fromIpBeforeWork,
      answer: input.reCaptcha,
    })
  } catch (refused) {
    // Not counted: nothing was guessed.
    await deleteLoginTry(ports, attempt)
    throw refused
  }
  const account = await findAccountByEmail(ports.db, emailKey)
  const fits = await isPassword(input.password, account?.passwordHash ?? nobodysHash)
  const isWorn = failures.forEmail > limits.forEmailPerDay
  if (isWorn) await wait(slowMs)
  if (!account || !fits || isWorn) throw new Problem('authentication', 'wrong-login')
  await deleteLoginTry(ports, attempt)
  const { id, firstName, lastName } = account
  return ports.write(async (tx) => {
    await endSessionOf(tx, viewer)
    await record(tx, ownAct(ports, { accountId: id }, facts, 'identity.logged-in-by-password'))
    return { ...(await openSessionIn(ports, tx, facts, id)), account: { id, firstName, lastName } }
  })
}

/** Whose guesses a try is among. A capital letter is in no normalised e-mail, so nobody types a browser's. */
async function countedAs(ports: IdentityPorts, { browserId }: RequestFacts, emailKey: string): Promise<string> {
  if (browserId === undefined) return emailKey
  const browserHash = hashOfBrowser(browserId)
  return (await isKnownBrowser(ports, { emailKey, browserHash }))
    ? `Browser ${browserHash.toString('base64url')} ${emailKey}`
    : emailKey
}

/** A session of its own for this browser: 256 random bits, of which only the hash is stored. */
export const openSession = (
  ports: IdentityPorts,
  facts: LoginPlace,
  accountId: string,
): Promise<{ token: string; expiresAt: Date }> => ports.write((tx) => openSessionIn(ports, tx, facts, accountId))

/** The same in the transaction of what it follows from. */
export async function openSessionIn(
  ports: IdentityPorts,
  tx: Tx,
  facts: LoginPlace,
  accountId: string,
  /** `provenAt`: when its first factor was shown, if not now. */
  { hasSecondFactor = false, provenAt }: { readonly hasSecondFactor?: boolean; readonly provenAt?: Date } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = ports.newToken(32)
  const at = ports.clock()
  const expiresAt = new Date(at.getTime() + sessionDays.absolute * dayMs)
  const tokenHash = hashOfToken(token)
  const { ip, userAgent } = facts
  await insertSession(tx, {
    tokenHash,
    accountId,
    at,
    expiresAt,
    ip,
    userAgent,
    hasSecondFactor,
    provenAt: provenAt ?? at,
  })
  await rememberBrowser(ports, tx, { accountId, token, tokenHash, at, place: facts })
  return { token, expiresAt }
}

/** Ends the session that asks; the token opens nothing from now on. */
export async function logOut(ports: IdentityPorts, viewer: Viewer): Promise<void> {
  await ports.write((tx) => endSessionOf(tx, viewer))
}

/**
 * An account whose e-mail is proven, unless told otherwise; undefined when it is taken. The e-mail is kept in one
 * spelling per mailbox; the password is checked by `rules/password.ts` before.
 */
export async function createAccount(
  ports: IdentityPorts,
  of: {
    email: string
    password: string | null
    firstName: string
    lastName: string
    roles?: string[]
    isConfirmed?: boolean
  },
): Promise<string | undefined> {
  const passwordHash =
    of.password === null ? null : await hashPassword(of.password, Buffer.from(ports.newToken(16), 'base64url'))
  const { roles = [] } = of
  const at = ports.clock()
  const made = await ports.write(async (tx) => {
    const account = await insertAccount(tx, {
      id: ports.newId(),
      email: normaliseEmail(of.email),
      passwordHash,
      firstName: of.firstName,
      lastName: of.lastName,
      roles,
      at,
      isConfirmed: of.isConfirmed ?? true,
    })
    // Whoever is at the command line gives the operator's work, too (security-9).
    if (account && roles.length > 0)
      await record(tx, {
        actor: { kind: 'system' },
        act: 'identity.roles-changed',
        object: `account:${account.id}`,
        at,
        details: { before: [], after: roles },
      })
    return account
  })
  return made?.id
}
