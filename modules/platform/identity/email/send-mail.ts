import { minuteMs } from '#shared/time.ts'
import type { Tx } from '#shared/ports.ts'
import { mailHostOf, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { type AccountMailKind, accountMail } from './account-mail.ts'
import { addressCodeMinutes, createAddressCode } from './address-codes.ts'
import { findAccount } from '../account-queries.ts'
import type { MailRequest } from './request-mail.ts'
import { endMailCodesFor, findAccountForMail, insertMailCode } from './mail-queries.ts'
import { findAccountByEmail } from '../queries.ts'
import { maskedEmail } from '../rules/mask.ts'
import type { MailCodePurpose } from '../tables.ts'
import { hashOfToken } from '../viewer.ts'

export type AccountMailPorts = NotificationPorts & {
  /**
   * Returns whether someone without an account has donated or started a plan with this address (in lower case).
   * Implemented above this module.
   */
  readonly hasDonatedAsGuest: (tx: Tx, emailKey: string) => Promise<boolean>
}

/** Minutes for which a code is valid (accounts-5; a login link states its short validity in the mail). */
const minutes: Readonly<Record<MailCodePurpose, number>> = {
  'log-in': 15,
  'set-password': 30,
  'confirm-email': 3 * 24 * 60,
  'change-email': 60,
  'undo-email': 7 * 24 * 60,
}
const pages: Readonly<Record<MailCodePurpose, string>> = {
  'log-in': '/login/link',
  'set-password': '/password/new',
  'confirm-email': '/v4/confirm-email',
  'change-email': '/account/email',
  'undo-email': '/password/new',
}

/** Kinds of mail that contain a code, with the minutes for which it is valid. */
export const mailsWithCodes: readonly { readonly kind: AccountMailKind; readonly minutes: number }[] = [
  ...(['confirm-email', 'log-in', 'set-password', 'change-email'] as const).map((kind) => ({
    kind,
    minutes: minutes[kind],
  })),
  { kind: 'donor-link', minutes: addressCodeMinutes },
  { kind: 'account-exists', minutes: minutes['log-in'] },
  { kind: 'email-taken', minutes: minutes['log-in'] },
  { kind: 'email-changed', minutes: minutes['undo-email'] },
]

type Addressee = { readonly id: string; readonly email: string; readonly firstName: string }
type Writing = {
  readonly kind: AccountMailKind
  readonly to: Addressee
  readonly code?: MailCodePurpose
  /** The address the code is for, if it isn't the account's. */
  readonly about?: string
}

/** Sends a requested mail if it has a recipient. The code in it is created here, and only its hash is stored. */
export async function sendAccountMail(ports: AccountMailPorts, request: MailRequest): Promise<void> {
  await ports.write(async (tx) => {
    const writing = await decide(ports, tx, request)
    if (!writing) return
    const instant = ports.clock()
    const url = await linkOf(ports, tx, writing, request)
    const { firstName, email } = writing.to
    const mail = accountMail(writing.kind, {
      locale: request.locale,
      productName: ports.productName,
      firstName,
      email: maskedEmail(email),
      url,
      at: instant,
    })
    const messageId = `<account.${request.id}@${mailHostOf(ports.mailFrom)}>`
    await queueMails(
      tx,
      [
        {
          id: ports.newId(),
          messageId,
          kind: writing.kind,
          to: writing.about ?? email,
          locale: request.locale,
          ...mail,
        },
      ],
      instant,
    )
  })
}

async function decide(
  ports: AccountMailPorts,
  tx: Tx,
  { kind, emailKey, accountId }: MailRequest,
): Promise<Writing | undefined> {
  if (kind === 'log-in' || kind === 'set-password') {
    const to = await findAccountForMail(tx, emailKey)
    if (to) return { kind, to, code: kind }
    const isDonor = kind === 'log-in' && (await ports.hasDonatedAsGuest(tx, emailKey))
    return isDonor ? { kind: 'donor-link', to: { id: '', email: emailKey, firstName: '' } } : undefined
  }
  const to = accountId ? await findAccount(tx, accountId) : undefined
  if (!to) return undefined
  if (kind === 'email-changed') return { kind, to, code: 'undo-email', about: emailKey }
  if (kind === 'change-email') {
    const owner = await findAccountByEmail(tx, emailKey)
    return owner ? { kind: 'email-taken', to: owner, code: 'log-in' } : { kind, to, code: kind, about: emailKey }
  }
  if (kind !== 'confirm-email') return { kind, to }
  if (to.emailConfirmedAt) return undefined
  const owner = await findAccountByEmail(tx, emailKey)
  return owner ? { kind: 'account-exists', to: owner, code: 'log-in' } : { kind, to, code: kind }
}

async function linkOf(ports: NotificationPorts, tx: Tx, writing: Writing, request: MailRequest): Promise<string> {
  if (writing.kind === 'donor-link')
    return `${ports.origin}/login/donations?code=${await createAddressCode(ports, tx, request.emailKey)}`
  return writing.code
    ? linkWithCode(ports, tx, { ...writing, code: writing.code }, request.back)
    : `${ports.origin}${linkPathOf(writing.kind)}`
}

/** Creates a link with 256 random bits, which are mailed and never stored. */
async function linkWithCode(
  ports: NotificationPorts,
  tx: Tx,
  { to, code: purpose, about }: Writing & { readonly code: MailCodePurpose },
  back: string | undefined,
): Promise<string> {
  const code = ports.newToken(32)
  const instant = ports.clock()
  const expiresAt = new Date(instant.getTime() + minutes[purpose] * minuteMs)
  if (purpose === 'change-email') await endMailCodesFor(tx, { accountId: to.id, purpose, at: instant })
  await insertMailCode(tx, {
    codeHash: hashOfToken(code),
    purpose,
    accountId: to.id,
    email: about,
    at: instant,
    expiresAt,
  })
  return `${ports.origin}${pages[purpose]}?code=${code}${back ? `&redirectUrl=${encodeURIComponent(back)}` : ''}`
}

const linkPaths: Partial<Record<AccountMailKind, string>> = {
  welcome: '/account',
  'sign-in-method-added': '/account/security',
  'api-key-created': '/account/api-keys',
  'api-key-rotated': '/account/api-keys',
  'api-key-revoked': '/account/api-keys',
  'recovery-code-used': '/account/two-factor',
}
const linkPathOf = (kind: AccountMailKind): string => linkPaths[kind] ?? '/password/forgotten'
