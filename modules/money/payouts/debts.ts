import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { post } from '#modules/money/ledger/index.ts'
import type { Currency } from '#shared/currencies.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { findDecidedCharity } from './charity-holds.ts'
import type { PayoutPorts } from './ports.ts'
import { lockPayouts } from './queries/draft.ts'
import { listCampaignDebts } from './queries/overview.ts'
import type { MoneyKind } from './rules/amounts.ts'
import { repaymentEntries } from './rules/posting.ts'
import { type Decision, isConfirmed } from './second-person.ts'

/** A debt that a charity repaid, or that the operator writes off; minor units. */
export type Settlement = {
  readonly organizationId: bigint
  readonly currency: Currency
  readonly kind: MoneyKind
  readonly how: 'repaid' | 'written-off'
  /** The campaign that owes. */
  readonly campaignId: bigint
  readonly amount: bigint
  readonly reason: string
}

/**
 * Books a repaid debt, or writes it off, with a second person (payouts-10). At most what the campaign owes of this
 * kind. The entry is a line of the next payout.
 */
export async function settleDebt(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  debt: Settlement,
): Promise<Decision> {
  requireRecentAuthentication(ports, viewer)
  return ports.write(async (tx) => {
    await findDecidedCharity(tx, viewer, debt.organizationId)
    await lockPayouts(tx, debt)
    const owed = (await listCampaignDebts(tx, debt, debt.kind)).find(({ campaignId }) => campaignId === debt.campaignId)
    if (!owed || owed.amount < debt.amount) throw new Problem('conflict', 'payout-debt-smaller')
    const details = {
      how: debt.how,
      campaign: String(debt.campaignId),
      amount: String(debt.amount),
      reason: debt.reason,
    }
    const subject = `debt:${debt.organizationId}:${debt.currency}:${debt.kind}`
    if (!(await isConfirmed(ports, tx, viewer, { subject, details }))) return 'proposed'
    const [id, instant] = [ports.newId(), ports.clock()]
    await tx
      .insertInto('payouts.repayment')
      .values({
        id,
        organization_id: debt.organizationId,
        currency: debt.currency,
        kind: debt.kind,
        how: debt.how,
        campaign_id: debt.campaignId,
        amount: debt.amount,
        reason: debt.reason,
        booked_at: instant,
        booked_by: viewer.accountId,
      })
      .execute()
    await post(tx, {
      txId: ports.newId(),
      sourceType: 'repayment',
      sourceId: id,
      eventType: debt.how,
      at: instant,
      entries: repaymentEntries(debt.currency, debt),
    })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: `payouts.debt-${debt.how}`,
      object: `organization:${debt.organizationId}`,
      at: instant,
      ip: context.ip,
      details: { ...details, currency: debt.currency, kind: debt.kind },
    })
    return 'done'
  })
}
