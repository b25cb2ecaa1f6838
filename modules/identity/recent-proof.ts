import { setTimeout as wait } from 'node:timers/promises'
import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { findPasswordHash, findProvenAt } from './external-queries.ts'
import { guessLimits, openSession, slowMs } from './log-in.ts'
import { isPassword, nobodysHash } from './passwords.ts'
import { deleteSession, forgetLoginTry, loginFailures, recordLoginTry } from './queries.ts'
import { normaliseEmail } from './rules/email.ts'
import type { IdentityPorts, Viewer } from './viewer.ts'

export type AccountViewer = Extract<Viewer, { kind: 'account' }>

/** How long a log-in stands for sensitive acts (decisions.md 26). */
const minutes = 10

export async function hasRecentProof(ports: IdentityPorts, viewer: AccountViewer): Promise<boolean> {
  const at = await findProvenAt(ports, viewer.tokenHash)
  return at !== undefined && ports.clock().getTime() - at.getTime() < minutes * 60_000
}

/** Who changes how an account is logged in to has shown who they are in the last ten minutes; a session found open on a shared computer has not. */
export async function requireRecentProof(ports: IdentityPorts, viewer: AccountViewer): Promise<void> {
  if (!(await hasRecentProof(ports, viewer))) throw new Problem('authorization', 'proof-needed')
}

/**
 * The password again, as a log-in of its own: a new session takes the place of the old one. Guesses count like those of the log-in, so a stolen
 * session is no way around its limits.
 */
export async function proveByPassword(
  ports: IdentityPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  password: string,
): Promise<{ token: string; expiresAt: Date }> {
  const at = ports.clock()
  const attempt = { emailKey: normaliseEmail(viewer.email), ip: facts.ip, at }
  await recordLoginTry(ports, attempt)
  const failures = await loginFailures(ports, { ...attempt, dayAgo: new Date(at.getTime() - 86_400_000), hourAgo: new Date(at.getTime() - 3_600_000) })
  const isWorn = failures.forEmail > guessLimits.forEmailPerDay || failures.fromIp > guessLimits.fromIpPerHour
  const fits = await isPassword(password, (await findPasswordHash(ports, viewer.accountId)) ?? nobodysHash)
  if (isWorn) await wait(slowMs)
  if (!fits || isWorn) throw new Problem('validation', 'invalid-input', { fields: { password: { code: 'password-wrong' } } })
  await forgetLoginTry(ports, attempt)
  await deleteSession(ports, viewer.tokenHash)
  return openSession(ports, facts, viewer.accountId)
}
