import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { hashPassword, isPassword, nobodysHash } from './passwords.ts'
import { deleteSession, findAccountByEmail, insertAccount, insertSession, loginFailures, recordLoginFailure } from './queries.ts'
import { hashOfToken, type IdentityPorts, sessionDays, type Viewer } from './viewer.ts'

/** Wrong guesses a mailbox stands in a day, and an address in an hour; a whole mosque may share an address (decisions.md 27). */
const limits = { forEmailPerDay: 10, fromIpPerHour: 100 } as const

export type OpenedSession = { readonly token: string; readonly expiresAt: Date; readonly account: { readonly id: string; readonly firstName: string; readonly lastName: string } }

/** E-mail and password. Unknown e-mail, wrong password and too many guesses for one mailbox are one answer, in the same time (trust.md S16). */
export async function logIn(ports: IdentityPorts, viewer: Viewer, facts: RequestFacts, input: { email: string; password: string }): Promise<OpenedSession> {
  const at = ports.clock()
  const emailKey = input.email.trim().toLowerCase()
  const failures = await loginFailures(ports, { emailKey, ip: facts.ip, dayAgo: new Date(at.getTime() - 86_400_000), hourAgo: new Date(at.getTime() - 3_600_000) })
  if (failures.fromIp >= limits.fromIpPerHour) throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 600 })
  const account = await findAccountByEmail(ports.db, emailKey)
  const fits = await isPassword(input.password, account?.passwordHash ?? nobodysHash)
  if (!account || !fits || failures.forEmail >= limits.forEmailPerDay) {
    await ports.write((tx) => recordLoginFailure(tx, { emailKey, ip: facts.ip, at }))
    throw new Problem('authentication', 'wrong-login')
  }
  if (viewer.kind === 'account') await deleteSession(ports, viewer.tokenHash)
  return { ...(await openSession(ports, facts, account.id)), account }
}

/** A session of its own for this browser: 256 random bits, of which only the hash is stored. */
export async function openSession(ports: IdentityPorts, facts: Pick<RequestFacts, 'ip' | 'userAgent'>, accountId: string): Promise<{ token: string; expiresAt: Date }> {
  const token = ports.newToken(32)
  const at = ports.clock()
  const expiresAt = new Date(at.getTime() + sessionDays.absolute * 86_400_000)
  await ports.write((tx) => insertSession(tx, { tokenHash: hashOfToken(token), accountId, at, expiresAt, ip: facts.ip, userAgent: facts.userAgent }))
  return { token, expiresAt }
}

export async function logOut(ports: IdentityPorts, viewer: Viewer): Promise<void> {
  if (viewer.kind === 'account') await deleteSession(ports, viewer.tokenHash)
}

/** Undefined when the e-mail is taken. The password is checked by `rules/password.ts` before. */
export async function createAccount(ports: IdentityPorts, of: { email: string; password: string | null; firstName: string; lastName: string; roles?: string[] }): Promise<string | undefined> {
  const passwordHash = of.password === null ? null : await hashPassword(of.password, Buffer.from(ports.newToken(16), 'base64url'))
  const made = await ports.write((tx) => insertAccount(tx, { id: ports.newId(), email: of.email.trim(), passwordHash, firstName: of.firstName, lastName: of.lastName, roles: of.roles ?? [], at: ports.clock() }))
  return made?.id
}
