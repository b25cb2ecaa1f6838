import {
  findClosing,
  lockClosing,
  saveClosed,
  saveClosingAsked,
  listMembers,
  requireControl,
  assertNoPendingChange,
  closeRequest,
  latestRequest,
  findOrganizationForStaff,
  type StaffOrganization,
} from '#modules/causes/organizations/index.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { contactsOf, listStaff, type AccountViewer } from '#modules/platform/identity/index.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { expiredVerificationsTask } from '#modules/recurring/subscriptions/index.ts'
import { findPayable } from '#modules/money/ledger/index.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { formatMoney } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { isLocale } from '#shared/text.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { mailOwners, mailTexts, voidChangeOfCharity } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'

export type ClosingView = {
  readonly name: string
  /** Null if no one requested it. */
  readonly requestedAt: Date | null
  /** Whether the viewer requested it; then another owner or staff must agree. */
  readonly isOwnRequest: boolean
}

/** Returns whether closing a charity was requested, for its owners. */
export async function readClosing(
  ports: CharityPorts,
  viewer: AccountViewer,
  organizationId: bigint,
): Promise<ClosingView> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'ownership', 'reading')
  const closing = required(await findClosing(ports.db, charity.id), 'charity')
  return {
    name: charity.name,
    requestedAt: closing.requestedAt,
    isOwnRequest: closing.requestedById === viewer.accountId,
  }
}

/**
 * Requests closing a charity or, if another owner has requested it, agrees and closes it (content-34). Requires an
 * owner with a recent proof of identity. Mails all owners.
 */
export async function requestClosing(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  organizationId: bigint,
): Promise<'requested' | 'closed'> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'ownership')
  await requireControl(ports, viewer)
  return ports.write(async (tx) => {
    const { requestedById, closedAt } = required(await lockClosing(tx, charity.id), 'charity')
    if (closedAt) throw new Problem('conflict', 'charity-closed')
    await assertNoPendingChange(tx, charity.id)
    if (requestedById !== null && requestedById !== viewer.accountId) {
      await closeCharity(ports, tx, { charity, viewer, context })
      return 'closed'
    }
    if (requestedById === null) {
      const instant = ports.clock()
      await saveClosingAsked(tx, charity.id, { byId: viewer.accountId, at: instant })
      await recordAct(tx, { viewer, context, organizationId: charity.id, act: 'closing-requested', at: instant })
      await mailOwners(ports, tx, charity, {
        kind: 'closing-requested',
        key: `closing.${charity.id}.${instant.getTime()}`,
        path: '/closing',
      })
      await mailAdmins(ports, tx, charity, instant)
    }
    return 'requested'
  })
}

/** Mails admins of staff, who agree if there is no other owner. */
async function mailAdmins(ports: CharityPorts, tx: Tx, charity: StaffOrganization, instant: Date): Promise<void> {
  const owners = (await listMembers(tx, charity.id)).filter(({ role }) => role === 'owner')
  if (owners.length === 1)
    await mailStaff(ports, tx, charity, { kind: 'closing-for-staff', at: instant, roles: ['admin'] })
}

/** Mails staff of these roles about a closing, with the amounts that have not been paid out. */
async function mailStaff(
  ports: CharityPorts,
  tx: Tx,
  charity: StaffOrganization,
  input: {
    readonly kind: 'closing-for-staff' | 'closed-with-balance'
    readonly at: Date
    readonly roles: readonly ('admin' | 'finance')[]
  },
): Promise<void> {
  const staff = (await listStaff(tx)).filter(({ roles }) => input.roles.some((role) => roles.includes(role)))
  const contacts = await contactsOf(
    tx,
    staff.map(({ id }) => id),
  )
  const open = await findPayable(tx, charity.id)
  const mails = contacts.flatMap(({ id, email, locale: preferredLocale }) => {
    if (email === null) return []
    const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
    const t = mailTexts(locale, { product: ports.productName, charity: `\u2068${charity.name}\u2069` })
    const balances = open.map((amount) => formatMoney(amount, locale, { fractions: 'always' }))
    return [
      noticeMail(ports, {
        key: `${input.kind}.${charity.id}.${input.at.getTime()}.${id}`,
        kind: input.kind === 'closing-for-staff' ? 'charity-closing-for-staff' : 'charity-closed-with-balance',
        to: email,
        locale,
        t: (key) => t(key === 'footer' ? 'closing-for-staff.footer' : `${input.kind}.${key}`),
        blocks: [
          ...(balances.length > 0
            ? [{ kind: 'facts' as const, rows: [[t('closing-balance'), balances.join('\n')] as const] }]
            : []),
          {
            kind: 'button',
            text: t('closing-for-staff.button'),
            url: `${ports.origin}/staff/charities/${charity.id}`,
          },
        ],
      }),
    ]
  })
  await queueMails(tx, mails, input.at)
}

/** Withdraws the request to close a charity; any owner may. */
export async function withdrawClosing(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  organizationId: bigint,
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'ownership')
  await ports.write(async (tx) => {
    const { requestedById, closedAt } = required(await lockClosing(tx, charity.id), 'charity')
    if (closedAt) throw new Problem('conflict', 'charity-closed')
    await assertNoPendingChange(tx, charity.id)
    if (requestedById === null) return
    await saveClosingAsked(tx, charity.id, null)
    const instant = ports.clock()
    await recordAct(tx, { viewer, context, organizationId: charity.id, act: 'closing-withdrawn', at: instant })
  })
}

/** Closes a charity at an owner's request, as a staff admin who isn't a member (content-34). */
export async function closeAsStaff(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  organizationId: bigint,
): Promise<void> {
  await ports.write(async (tx) => {
    const charity = await findOrganizationForStaff(tx, organizationId)
    const closing = charity && (await lockClosing(tx, charity.id))
    if (!charity || !closing) throw new Problem('not-found', 'charity-not-found')
    if (closing.closedAt) throw new Problem('conflict', 'charity-closed')
    if (closing.requestedById === null) throw new Problem('conflict', 'closing-not-requested')
    if (closing.requestedById === viewer.accountId) throw new Problem('conflict', 'own-charity')
    await assertNotOwnCharity(tx, viewer.accountId, { organizationIds: [charity.id] })
    await closeCharity(ports, tx, { charity, viewer, context })
  })
}

/**
 * Closes a charity: none of its pages is public, it receives no donations, and its plans end with a mail. The audit log
 * and a mail to staff name the amounts that have not been paid out.
 */
async function closeCharity(
  ports: CharityPorts,
  tx: Tx,
  input: { readonly charity: StaffOrganization; readonly viewer: AccountViewer; readonly context: RequestContext },
): Promise<void> {
  const { charity, viewer, context } = input
  const instant = ports.clock()
  const request = await latestRequest(tx, charity.id)
  if (request?.state === 'open')
    await closeRequest(tx, request.id, { state: 'withdrawn', at: instant, byId: viewer.accountId, reason: '' })
  await voidChangeOfCharity(ports, tx, charity.id)
  await saveClosed(tx, charity.id, { byId: viewer.accountId, at: instant, verifiedUntil: charity.verifiedUntil })
  await ports.enqueue(tx, expiredVerificationsTask, {}, { key: expiredVerificationsTask })
  const open = await findPayable(tx, charity.id)
  await recordAct(tx, {
    viewer,
    context,
    organizationId: charity.id,
    act: 'closed',
    at: instant,
    details: { open: open.map(({ currency, amount }) => `${amount} ${currency}`) },
  })
  await mailOwners(ports, tx, charity, { kind: 'closed', key: `closed.${charity.id}` })
  if (open.length > 0)
    await mailStaff(ports, tx, charity, { kind: 'closed-with-balance', at: instant, roles: ['admin', 'finance'] })
}
