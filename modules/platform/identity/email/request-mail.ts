import type { Locale } from '#shared/text.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { safePath } from '#shared/safe-path.ts'
import type { AccountMailKind } from './account-mail.ts'
import { type HumanCheckPorts, requireHumanCheck } from '../login/human-check.ts'
import { countEmailRequest, deleteEmailRequest } from './mail-queries.ts'
import { checkEmail, normalizeEmail } from '../rules/email.ts'
import { type AccountViewer, type IdentityPorts, toRequesterScope, type Viewer } from '../viewer.ts'

/**
 * Mails per address and hour, and requests per network and hour before each further one needs a proof of work
 * (accounts-6).
 */
const limits = { forEmailPerHour: 5, fromIpBeforeWork: 100, newAddressesPerHour: 10 } as const

/**
 * Payload of the mail job: recipient and reason. Only the job checks whether an account exists, so every request takes
 * the same time.
 */
export type MailRequest = {
  /** Identifies the mail, so that one request never sends two. */
  readonly id: string
  readonly kind: Exclude<AccountMailKind, 'account-exists' | 'email-taken' | 'donor-link'>
  /** For a change of address: the new address, or the previous one. */
  readonly emailKey: string
  /** Set if the mail is about one account and not about any account with the address. */
  readonly accountId?: string
  readonly locale: Locale
  /** A path on our own origin to return to. */
  readonly back?: string
}

/** Name of the job that sends account mails. */
export const mailTask = 'identity:send_mail'

/** Queues a mail in the transaction of the change that it reports. */
export const queueAccountMail = (ports: IdentityPorts, tx: Tx, mailRequest: Omit<MailRequest, 'id'>): Promise<void> =>
  ports.enqueue(tx, mailTask, { ...mailRequest, id: ports.newId() } satisfies MailRequest)

/**
 * Counts a request for a mail, whether or not an account has the address. Returns false once the address has got its
 * mails of this hour; the requester sees the usual response. For requesters known to be human: by a session, a
 * donation, or a login provider.
 */
export async function canBeMailed(ports: IdentityPorts, context: RequestContext, emailKey: string): Promise<boolean> {
  return (await count(ports, context, emailKey)).isAllowed
}

/**
 * Like `canBeMailed`, for the new address of an account: a logged-in user can mail only a few strangers. A normalized
 * email has no upper-case letter, so no mailbox shares the account's counter.
 */
export async function canMailNewAddress(
  ports: IdentityPorts,
  context: RequestContext,
  ids: { readonly accountId: string; readonly emailKey: string },
): Promise<boolean> {
  const { isAllowed } = await count(ports, context, `Account ${ids.accountId}`, limits.newAddressesPerHour)
  if (!isAllowed) throw new Problem('rate-limit', 'too-many-new-emails', { retryAfterSeconds: 3600 })
  return canBeMailed(ports, context, ids.emailKey)
}

/** Like `canBeMailed`, for any visitor: beyond its network's limit, each request needs a proof of work. */
export async function canMailStranger(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { readonly emailKey: string; readonly reCaptcha?: string | undefined },
): Promise<boolean> {
  const { request, isAllowed, fromIp } = await count(ports, context, input.emailKey)
  try {
    await requireHumanCheck(ports, {
      scope: toRequesterScope(viewer, context),
      requestsOverLimit: fromIp - limits.fromIpBeforeWork,
      proof: input.reCaptcha,
    })
  } catch (refused) {
    await deleteEmailRequest(ports, request)
    throw refused
  }
  return isAllowed
}

async function count(
  ports: IdentityPorts,
  context: RequestContext,
  emailKey: string,
  mailsMax: number = limits.forEmailPerHour,
) {
  const request = { emailKey, ip: addressKey(context.ip), at: ports.clock() }
  return { request, ...(await countEmailRequest(ports, { ...request, mailsMax })) }
}

/**
 * Queues a link to log in or to choose a new password for a visitor who claims the address. The response is the same
 * for every address.
 */
export async function requestLink(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  context: RequestContext,
  input: {
    kind: 'log-in' | 'set-password'
    email: string
    redirectUrl?: string | undefined
    reCaptcha?: string | undefined
  },
): Promise<void> {
  const fault = checkEmail(input.email)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
  const emailKey = normalizeEmail(input.email)
  const isOwn = viewer.kind === 'account' && normalizeEmail(viewer.email) === emailKey
  const isMailed = isOwn
    ? await canBeMailed(ports, context, emailKey)
    : await canMailStranger(ports, viewer, context, { emailKey, reCaptcha: input.reCaptcha })
  if (!isMailed) return
  await ports.write((tx) =>
    queueAccountMail(ports, tx, { kind: input.kind, emailKey, locale: context.locale, ...backOf(input.redirectUrl) }),
  )
}

/** Queues the confirmation mail again for a signed-in account that has not confirmed yet; its page returns to `redirectUrl`. */
export async function requestConfirmation(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  redirectUrl?: string,
): Promise<void> {
  if (viewer.isEmailConfirmed) return
  const emailKey = normalizeEmail(viewer.email)
  if (!(await canBeMailed(ports, context, emailKey))) return
  await ports.write((tx) =>
    queueAccountMail(ports, tx, {
      kind: 'confirm-email',
      emailKey,
      accountId: viewer.accountId,
      locale: context.locale,
      ...backOf(redirectUrl),
    }),
  )
}

export const backOf = (redirectUrl: string | undefined): { back?: string } => {
  const path = safePath(redirectUrl)
  return path === '/' ? {} : { back: path }
}
