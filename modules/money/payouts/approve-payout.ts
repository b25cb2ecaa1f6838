import { isOwnCharity, assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { printableName } from './files/printable-names.ts'
import { mailAboutPayout, mailRefusedApproval } from './mails/payout-mails.ts'
import type { PayoutPorts } from './ports.ts'
import { findPaidCharity, type PaidCharity } from './queries/charity.ts'
import { lockPayouts } from './queries/draft.ts'
import {
  approversOf,
  changePayout,
  findPayout,
  insertApproval,
  lockPayout,
  type Payout,
  sumOutside,
} from './queries/payouts.ts'
import { approvalRefusal, type CancelReason, findCancelReason, type RefusedApproval } from './rules/approval.ts'
import { holdsOfCharity } from './rules/holds.ts'

/**
 * Locks a payout after the lock of its charity and currency, the order of every use case. Throws 404 if there is no
 * such payout.
 */
export async function lockPayoutOfAccount(tx: Tx, payoutId: string): Promise<Payout> {
  const found = isUuid(payoutId) ? await findPayout(tx, payoutId) : undefined
  if (!found) throw new Problem('not-found', 'payout-not-found')
  await lockPayouts(tx, found)
  return required(await lockPayout(tx, payoutId), 'payout')
}

/**
 * Checks a locked payout before it is approved or sent, and cancels it with the reason if it no longer fits
 * (payouts-8). Returns the payout and its charity; the payout's state is then `cancelled`, or unchanged.
 */
export async function recheckPayout(
  ports: PayoutPorts,
  tx: Tx,
  payout: Payout,
): Promise<{ readonly payout: Payout; readonly paid: PaidCharity }> {
  const paid = required(await findPaidCharity(tx, payout, ports.clock()), 'charity')
  const reason = findCancelReason({
    charityHolds: holdsOfCharity(paid.facts),
    bankDetailsId: paid.facts.bankDetailsId,
    draftBankDetailsId: payout.bankDetailsId,
    pays: { zakat: payout.zakat, rest: payout.rest - payout.reserve + payout.released },
    outside: await sumOutside(tx, payout),
  })
  return { payout: reason ? await cancelPayout(ports, tx, payout, { reason, paid }) : payout, paid }
}

/** Cancels a locked payout, and records and emails the reason. */
async function cancelPayout(
  ports: PayoutPorts,
  tx: Tx,
  payout: Payout,
  {
    reason,
    paid,
    note = '',
    by,
  }: { reason: CancelReason; paid: PaidCharity; note?: string; by?: { id: string; ip: string } },
): Promise<Payout> {
  const instant = ports.clock()
  const cancelled = await changePayout(tx, payout, { state: 'cancelled', at: instant, reason })
  await record(tx, {
    actor: by ? { kind: 'account', id: by.id } : { kind: 'system' },
    act: 'payouts.payout-cancelled',
    object: `payout:${payout.id}`,
    at: instant,
    ...(by ? { ip: by.ip } : {}),
    details: { organization: String(payout.organizationId), number: String(payout.number), reason, note },
  })
  await mailAboutPayout(ports, tx, {
    payout: cancelled,
    charity: paid.charity,
    kind: 'cancelled',
    params: (locale) => ({ reason: textsOf('money/payout-mails', locale)(`reason-${reason}`) }),
  })
  return cancelled
}

/**
 * Approves a drafted payout as staff finance with a recent proof of identity (payouts-8). With two approvals, the first
 * leaves it in draft. A payout that no longer fits is cancelled instead. Returns the payout afterwards. Throws 409 for a
 * refused approval, which is in the audit log and emailed to the charity's owners.
 */
export async function approvePayout(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  payoutId: string,
): Promise<Payout> {
  requireRecentAuthentication(ports, viewer)
  const result = await ports.write(async (tx) => {
    const locked = await lockPayoutOfAccount(tx, payoutId)
    const instant = ports.clock()
    const approvers = await approversOf(tx, locked.id)
    const refusal =
      locked.state === 'draft'
        ? approvalRefusal(viewer.accountId, {
            requestedById: locked.requestedById,
            approvedByIds: approvers,
            isMember: await isOwnCharity(tx, viewer.accountId, { organizationIds: [locked.organizationId] }),
          })
        : 'payout-decided'
    const act = (name: string, details: object) =>
      record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: `payouts.${name}`,
        object: `payout:${locked.id}`,
        at: instant,
        ip: context.ip,
        details: { organization: String(locked.organizationId), number: String(locked.number), ...details },
      })
    const refuse = async (reason: RefusedApproval) => {
      await act('approval-refused', { reason })
      await mailRefusedApproval(ports, tx, { payout: locked, reason })
      return reason
    }
    if (refusal) return refuse(refusal)
    const { payout, paid } = await recheckPayout(ports, tx, locked)
    if (payout.state === 'cancelled') return payout
    if (printableName(required(paid.bankDetails, 'bank details').accountName) === undefined)
      return refuse('payout-name-unprintable')
    await insertApproval(tx, payout.id, viewer.accountId, instant)
    const approvals = approvers.length + 1
    await act('payout-approved', { total: String(payout.total), currency: payout.currency, approvals })
    return approvals < ports.staffApprovals ? payout : changePayout(tx, payout, { state: 'approved', at: instant })
  })
  // Thrown after the commit, so that the refusal stays in the audit log.
  if (typeof result === 'string') throw new Problem('conflict', result)
  return result
}

/** Cancels a drafted or approved payout as staff finance, with a note for the audit log. */
export async function rejectPayout(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { payoutId, note }: { readonly payoutId: string; readonly note: string },
): Promise<Payout> {
  return ports.write(async (tx) => {
    const payout = await lockPayoutOfAccount(tx, payoutId)
    await assertNotOwnCharity(tx, viewer.accountId, { organizationIds: [payout.organizationId] })
    if (payout.state !== 'draft' && payout.state !== 'approved') throw new Problem('conflict', 'payout-decided')
    const paid = required(await findPaidCharity(tx, payout, ports.clock()), 'charity')
    const by = { id: viewer.accountId, ip: context.ip }
    return cancelPayout(ports, tx, payout, { reason: 'refused', paid, note, by })
  })
}
