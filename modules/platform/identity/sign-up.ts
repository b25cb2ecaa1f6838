import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { endSessionOf } from './end-session.ts'
import { queueAccountMail, backOf, canBeMailed, canMailStranger } from './email/request-mail.ts'
import type { HumanCheckPorts } from './login/human-check.ts'
import { type OpenedSession, openSessionIn } from './login/log-in.ts'
import { hashPassword } from './passwords.ts'
import { insertAccount } from './queries.ts'
import { checkEmail, normalizeEmail } from './rules/email.ts'
import { checkPersonName, normalizeName } from './rules/name.ts'
import { checkPassword } from './rules/password.ts'
import type { IdentityPorts, Viewer } from './viewer.ts'

export type SignUpRequest = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly redirectUrl?: string | undefined
}

/**
 * Creates an account and signs it in. A mail asks to confirm its email; until then the account shows no earlier data,
 * and only this session can use it. So a person who signs up with another's email sees the same as every visitor, and
 * the mail informs the email's owner (security-10, accounts-4, ADR-0014).
 */
export async function signUp(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  context: RequestContext,
  signUpRequest: SignUpRequest & { readonly reCaptcha?: string | undefined },
): Promise<OpenedSession> {
  assertNoFaults(signUpRequest)
  const isMailed = await canMailStranger(ports, viewer, context, {
    emailKey: normalizeEmail(signUpRequest.email),
    reCaptcha: signUpRequest.reCaptcha,
  })
  return open(ports, viewer, context, { ...signUpRequest, isMailed, within: () => Promise.resolve() })
}

/**
 * Like `signUp`, after a donation, which shows that the visitor is human; `within` adds writes to the same transaction.
 */
export async function signUpGiver(
  ports: IdentityPorts,
  viewer: Viewer,
  context: RequestContext,
  signUpRequest: SignUpRequest,
  within: (tx: Tx, accountId: string) => Promise<void>,
): Promise<OpenedSession> {
  assertNoFaults(signUpRequest)
  return open(ports, viewer, context, {
    ...signUpRequest,
    isMailed: await canBeMailed(ports, context, normalizeEmail(signUpRequest.email)),
    within,
  })
}

async function open(
  ports: IdentityPorts,
  viewer: Viewer,
  context: RequestContext,
  signUpRequest: SignUpRequest & { readonly isMailed: boolean; within(tx: Tx, accountId: string): Promise<void> },
): Promise<OpenedSession> {
  const emailKey = normalizeEmail(signUpRequest.email)
  const passwordHash = await hashPassword(signUpRequest.password, Buffer.from(ports.newToken(16), 'base64url'))
  const account = {
    id: ports.newId(),
    firstName: normalizeName(signUpRequest.firstName),
    lastName: normalizeName(signUpRequest.lastName),
  }
  const instant = ports.clock()
  return ports.write(async (tx) => {
    await insertAccount(tx, {
      ...account,
      email: emailKey,
      passwordHash,
      roles: [],
      at: instant,
      isConfirmed: false,
      locale: context.locale,
    })
    await signUpRequest.within(tx, account.id)
    if (signUpRequest.isMailed)
      await queueAccountMail(ports, tx, {
        kind: 'confirm-email',
        emailKey,
        accountId: account.id,
        locale: context.locale,
        ...backOf(signUpRequest.redirectUrl),
      })
    await record(tx, {
      actor: { kind: 'account', id: account.id },
      act: 'identity.signed-up',
      object: `account:${account.id}`,
      at: instant,
      ip: context.ip,
    })
    // The browser's previous session ends, so a session planted by an attacker is worthless (security-1).
    await endSessionOf(tx, viewer)
    return { ...(await openSessionIn(ports, tx, context, account.id)), account }
  })
}

function assertNoFaults(signUpRequest: SignUpRequest): void {
  const found: Record<string, Fault | undefined> = {
    firstName: checkPersonName(signUpRequest.firstName, 'first'),
    lastName: checkPersonName(signUpRequest.lastName, 'last'),
    email: checkEmail(signUpRequest.email),
    password:
      signUpRequest.password === ''
        ? { code: 'password-missing' }
        : checkPassword(signUpRequest.password, {
            email: signUpRequest.email,
            name: `${signUpRequest.firstName} ${signUpRequest.lastName}`,
          }),
  }
  const fields = Object.fromEntries(Object.entries(found).flatMap(([field, fault]) => (fault ? [[field, fault]] : [])))
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
}
