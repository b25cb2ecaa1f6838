import { dayMs, hourMs } from '#shared/time.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { record } from '#modules/platform/audit/index.ts'
import { noticeMail, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { deleteSessionsOf, findAccount } from '../account-queries.ts'
import { queueAccountMail } from '../email/request-mail.ts'
import { requireRecentAuthentication } from '../login/recent-authentication.ts'
import { findAccountByEmail } from '../queries.ts'
import { normalizeEmail } from '../rules/email.ts'
import { type AccountViewer, hashOfToken } from '../viewer.ts'
import { deleteAuthenticator, findAuthenticator } from './authenticator-queries.ts'
import {
  addressesOf,
  approveRemoval,
  insertRemoval,
  listRemovals,
  lockRemoval,
  type FactorRemoval,
  wasFactorRemovedSince,
  stopRemoval,
} from './removal-queries.ts'
import type { TwoFactorPorts } from './check-code.ts'

export type RemovalPorts = TwoFactorPorts & NotificationPorts

const waitHours = 72
/** Days for which an account whose factor was removed can't change bank details, owners, hosts and subdomain. */
const restrictedDays = 7

export const removableFrom = ({ requestedAt }: Pick<FactorRemoval, 'requestedAt'>): Date =>
  new Date(requestedAt.getTime() + waitHours * hourMs)

export const openRemovals = (ports: RemovalPorts): Promise<FactorRemoval[]> => listRemovals(ports.db)

/**
 * Starts the removal of a locked-out account's second factor (accounts-12): every address of the account gets a mail
 * with a link that stops it, and a second admin may approve it after 72 hours.
 */
export async function requestRemoval(
  ports: RemovalPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  email: string,
): Promise<FactorRemoval> {
  requireRecentAuthentication(ports, viewer)
  const account = await findAccountByEmail(ports.db, normalizeEmail(email))
  if (!account)
    throw new Problem('not-found', 'account-not-found', { fields: { email: { code: 'account-not-found' } } })
  if (!(await findAuthenticator(ports.db, account.id))?.confirmedAt)
    throw new Problem('not-found', 'not-found', { fields: { email: { code: 'no-second-factor' } } })
  const instant = ports.clock()
  const code = ports.newToken(32)
  const id = ports.newId()
  await ports.write(async (tx) => {
    const row = { id, accountId: account.id, requestedBy: viewer.accountId, at: instant, stopHash: hashOfToken(code) }
    if (!(await insertRemoval(tx, row))) throw new Problem('conflict', 'removal-exists')
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'identity.factor-removal-requested',
      object: `account:${account.id}`,
      at: instant,
      ip: context.ip,
      details: { removal: id },
    })
    await mailAddresses(ports, tx, { id, accountId: account.id, requestedAt: instant }, code)
  })
  return (await listRemovals(ports.db)).find((removal) => removal.id === id) ?? refuse()
}

/** Removes the factor after at least 72 hours; a different admin than the requester must approve it. */
export async function approve(
  ports: RemovalPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip' | 'locale'>,
  removalId: string,
): Promise<void> {
  requireRecentAuthentication(ports, viewer)
  await ports.write(async (tx) => {
    const instant = ports.clock()
    const removal = await lockRemoval(tx, removalId)
    if (!removal) throw new Problem('not-found', 'not-found')
    if (removal.requestedBy === viewer.accountId || removal.accountId === viewer.accountId)
      throw new Problem('authorization', 'second-person-needed')
    if (instant < removableFrom(removal)) throw new Problem('conflict', 'removal-too-early')
    await approveRemoval(tx, { id: removalId, by: viewer.accountId, at: instant })
    await deleteAuthenticator(tx, removal.accountId)
    await deleteSessionsOf(tx, removal.accountId)
    const account = await findAccount(tx, removal.accountId)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'identity.factor-removed',
      object: `account:${removal.accountId}`,
      at: instant,
      ip: context.ip,
      details: { removal: removalId },
    })
    if (!account) return
    await queueAccountMail(ports, tx, {
      kind: 'two-factor-off',
      emailKey: normalizeEmail(account.email),
      accountId: account.id,
      locale: localeOf(account.locale),
    })
  })
}

/** Stops a removal with the code of its mail. */
export async function stop(ports: RemovalPorts, context: Pick<RequestContext, 'ip'>, code: string): Promise<void> {
  await ports.write(async (tx) => {
    const instant = ports.clock()
    const accountId = await stopRemoval(tx, hashOfToken(code), instant)
    if (accountId === undefined) throw new Problem('not-found', 'code-not-valid')
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'identity.factor-removal-stopped',
      object: `account:${accountId}`,
      at: instant,
      ip: context.ip,
    })
  })
}

/** Whether staff removed the account's second factor within the last seven days (accounts-12). */
export const isRestricted = (ports: Pick<RemovalPorts, 'db' | 'clock'>, accountId: string): Promise<boolean> =>
  wasFactorRemovedSince(ports.db, accountId, new Date(ports.clock().getTime() - restrictedDays * dayMs))

async function mailAddresses(
  ports: RemovalPorts,
  tx: Tx,
  removal: Pick<FactorRemoval, 'id' | 'accountId' | 'requestedAt'>,
  code: string,
): Promise<void> {
  const account = await findAccount(tx, removal.accountId)
  if (!account) return
  const locale = localeOf(account.locale)
  const t = textsOf('platform/identity-mails', locale, { product: ports.productName }, 'factor-removal.')
  const mails = (await addressesOf(tx, removal.accountId)).map((to) =>
    noticeMail(ports, {
      kind: 'factor-removal',
      key: `factor-removal.${removal.id}.${hashOfToken(to).toString('hex').slice(0, 12)}`,
      to,
      locale,
      t,
      blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/login/keep-second-factor?code=${code}` }],
    }),
  )
  await queueMails(tx, mails, removal.requestedAt)
}

const localeOf = (locale: string): Locale => (isLocale(locale) ? locale : 'en')

function refuse(): never {
  throw new Problem('conflict', 'removal-exists')
}
