import type { Locale } from '#shared/text.ts'
import { hourMs } from '#shared/time.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { safePath } from '#shared/safe-path.ts'
import type { AccountMailKind } from './account-mail.ts'
import { type HumanCheckPorts, refuseFlood } from '../login/human-check.ts'
import { askedForMail, deleteAskedForMail, recordAskedForMail } from './mail-queries.ts'
import { checkEmail, normaliseEmail } from '../rules/email.ts'
import { type AccountViewer, type IdentityPorts, scopeOf, type Viewer } from '../viewer.ts'

/**
 * Mails an address may be sent in an hour, and requests of a network before each further one has to work for it
 * (accounts-6).
 */
const limits = { forEmailPerHour: 5, fromIpBeforeWork: 100, newAddressesPerHour: 10 } as const

/**
 * What a job is told: whom to write to and why. Whether anybody is there is found out by the job, so every request
 * takes the same time.
 */
export type MailRequest = {
  /** Names the mail: the same request never becomes two mails. */
  readonly id: string
  readonly kind: Exclude<AccountMailKind, 'account-exists' | 'email-taken'>
  /** Of a change of address: the one that is to be taken, or that was left. */
  readonly emailKey: string
  /** Where the mail is about one account, not about whoever has the address. */
  readonly accountId?: string
  readonly locale: Locale
  /** A path on our own origin to come back to. */
  readonly back?: string
}

/** The name in the queue of the job that sends them. */
export const mailTask = 'identity:send_mail'

/** In the transaction of what the mail tells of. */
export const askForMail = (ports: IdentityPorts, tx: Tx, of: Omit<MailRequest, 'id'>): Promise<void> =>
  ports.enqueue(tx, mailTask, { ...of, id: ports.newId() } satisfies MailRequest)

/**
 * Counts a request for a mail, whether or not anybody has the address. False: this address has had its mails for now,
 * and the asker is told the same as always. For whoever has shown to be a person: by a session, a gift, or another
 * company that knows them.
 */
export async function mayBeMailed(ports: IdentityPorts, facts: RequestFacts, emailKey: string): Promise<boolean> {
  const { forEmail } = await count(ports, facts, emailKey)
  return forEmail <= limits.forEmailPerHour
}

/**
 * The same for an address that an account wants to take: whoever is logged in mails no more than a few strangers. A
 * capital letter is in no normalised e-mail, so nobody's mailbox is counted as an account.
 */
export async function mayNewAddressBeMailed(
  ports: IdentityPorts,
  facts: RequestFacts,
  of: { readonly accountId: string; readonly emailKey: string },
): Promise<boolean> {
  const { forEmail: ofAccount } = await count(ports, facts, `Account ${of.accountId}`)
  if (ofAccount > limits.newAddressesPerHour)
    throw new Problem('rate-limit', 'too-many-new-emails', { retryAfterSeconds: 3600 })
  return mayBeMailed(ports, facts, of.emailKey)
}

/** The same for anybody: where many ask from one network, each of them works for it. */
export async function mayStrangerBeMailed(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  facts: RequestFacts,
  of: { readonly emailKey: string; readonly reCaptcha?: string | undefined },
): Promise<boolean> {
  const { asked, forEmail, fromIp } = await count(ports, facts, of.emailKey)
  try {
    await refuseFlood(ports, {
      scope: scopeOf(viewer, facts),
      over: fromIp - limits.fromIpBeforeWork,
      answer: of.reCaptcha,
    })
  } catch (refused) {
    await deleteAskedForMail(ports, asked)
    throw refused
  }
  return forEmail <= limits.forEmailPerHour
}

async function count(ports: IdentityPorts, facts: RequestFacts, emailKey: string) {
  const at = ports.clock()
  const asked = { emailKey, ip: addressKey(facts.ip), at }
  await recordAskedForMail(ports, asked)
  return { asked, ...(await askedForMail(ports, { ...asked, hourAgo: new Date(at.getTime() - hourMs) })) }
}

/**
 * A link to log in, or to choose a new password: asked for by whoever says it is their address. One answer for every
 * address.
 */
export async function askForLink(
  ports: IdentityPorts & HumanCheckPorts,
  viewer: Viewer,
  facts: RequestFacts,
  of: {
    kind: 'log-in' | 'set-password'
    email: string
    redirectUrl?: string | undefined
    reCaptcha?: string | undefined
  },
): Promise<void> {
  const fault = checkEmail(of.email)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
  const emailKey = normaliseEmail(of.email)
  const isOwn = viewer.kind === 'account' && normaliseEmail(viewer.email) === emailKey
  const isMailed = isOwn
    ? await mayBeMailed(ports, facts, emailKey)
    : await mayStrangerBeMailed(ports, viewer, facts, { emailKey, reCaptcha: of.reCaptcha })
  if (!isMailed) return
  await ports.write((tx) =>
    askForMail(ports, tx, { kind: of.kind, emailKey, locale: facts.locale, ...backOf(of.redirectUrl) }),
  )
}

/** The confirmation once more, for whoever is signed in and has not confirmed yet. */
export async function askForConfirmation(
  ports: IdentityPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
): Promise<void> {
  if (viewer.isEmailConfirmed) return
  const emailKey = normaliseEmail(viewer.email)
  if (!(await mayBeMailed(ports, facts, emailKey))) return
  await ports.write((tx) =>
    askForMail(ports, tx, { kind: 'confirm-email', emailKey, accountId: viewer.accountId, locale: facts.locale }),
  )
}

export const backOf = (redirectUrl: string | undefined): { back?: string } => {
  const path = safePath(redirectUrl)
  return path === '/' ? {} : { back: path }
}
