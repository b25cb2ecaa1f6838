import { findCampaigns, isOwnCharity } from '#modules/causes/campaigns/index.ts'
import { findOrganizations, listOrganizationsForStaff } from '#modules/causes/organizations/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { printableName } from './files/printable-names.ts'
import type { PayoutPorts } from './ports.ts'
import { listBatches } from './queries/batches.ts'
import { findPaidCharity } from './queries/charity.ts'
import { type Debt, listCampaignDebts, listDebts } from './queries/overview.ts'
import { approversOf, listEndedPayouts, listPayoutsIn, type Payout, sumOutside } from './queries/payouts.ts'
import { listBanks, listProposals, listSetReserves, listStaffHolds, listStatementRowsOfBanks } from './queries/staff.ts'
import { listMissingOpenings } from './record-opening.ts'
import { approvalRefusal, findCancelReason } from './rules/approval.ts'
import { formatOf } from './rules/bank-format.ts'
import { holdsOfCharity } from './rules/holds.ts'
import { viewOfBatch, viewOfPayout } from './views.ts'

/** Days after which a sent payout is late. */
const lateDays = 5

/** Returns everything about payouts that staff finance decide on (payouts-14). */
export async function listStaffPayouts(ports: PayoutPorts, viewer: AccountViewer) {
  const { db } = ports
  const payouts = await listPayoutsIn(db, ['draft', 'approved', 'sent'])
  const ended = await listEndedPayouts(db, 50)
  const [debts, openings, rows] = [
    await listDebts(db),
    await listMissingOpenings(db),
    await listStatementRowsOfBanks(db, 100),
  ]
  const ids = [...new Set([...payouts, ...ended, ...debts].map(({ organizationId }) => organizationId))]
  const names = new Map((await findOrganizations(db, ids)).map(({ id, name }) => [id, name]))
  const charityOf = (id: bigint) => ({ id: String(id), name: names.get(id) ?? '' })
  const isLate = ({ sentAt }: Payout) =>
    sentAt !== null && ports.clock().getTime() - sentAt.getTime() > lateDays * dayMs
  return {
    approvalsNeeded: ports.staffApprovals,
    open: await Promise.all(
      payouts
        .filter(({ state }) => state !== 'sent')
        .map(async (payout) => ({
          ...(await openPayout(ports, viewer, payout)),
          charity: charityOf(payout.organizationId),
        })),
    ),
    sent: payouts
      .filter(({ state }) => state === 'sent')
      .map((payout) => ({
        ...viewOfPayout(payout),
        charity: charityOf(payout.organizationId),
        batchId: payout.batchId,
        isLate: isLate(payout),
      })),
    ended: ended.map((payout) => ({ ...viewOfPayout(payout), charity: charityOf(payout.organizationId) })),
    batches: (await listBatches(db, 50)).map(viewOfBatch),
    statementRows: rows,
    proposals: (await listProposals(db)).map(({ subject, details, proposedById, proposedAt }) => ({
      subject,
      details: details as Record<string, string>,
      proposedAt,
      isOwn: proposedById === viewer.accountId,
    })),
    debts: await Promise.all(
      debts.map(async (debt) => ({
        charity: charityOf(debt.organizationId),
        currency: debt.currency,
        kind: debt.kind,
        amount: debt.amount,
        campaigns: await campaignsThatOwe(ports, debt),
      })),
    ),
    openings: openings.map(({ organizationId, charity, currency, zakat, rest }) => ({
      charity: { id: String(organizationId), name: charity },
      currency,
      zakat,
      rest,
    })),
    holds: (await listStaffHolds(db)).map(({ id, name, reason, setAt }) => ({
      charity: { id: String(id), name },
      reason,
      setAt,
    })),
    reserves: (await listSetReserves(db)).map(({ id, name, percent, reason, setAt }) => ({
      charity: { id: String(id), name },
      percent,
      reason,
      setAt,
    })),
    reservePercent: ports.payoutSettings.reservePercent,
    banks: await listBanks(db),
    charities: (await listOrganizationsForStaff(db)).map(({ id, name }) => ({ id: String(id), name })),
  }
}

async function campaignsThatOwe({ db }: PayoutPorts, debt: Debt) {
  const owing = await listCampaignDebts(db, debt, debt.kind)
  const campaigns = await findCampaigns(
    db,
    owing.map(({ campaignId }) => campaignId),
  )
  const names = new Map(campaigns.map(({ id, name }) => [id, name]))
  return owing.map(({ campaignId, amount }) => ({
    id: String(campaignId),
    name: names.get(campaignId) ?? '',
    amount,
  }))
}

async function openPayout(ports: PayoutPorts, viewer: AccountViewer, payout: Payout) {
  const { db } = ports
  const { facts, bankDetails } = required(await findPaidCharity(db, payout, ports.clock()), 'charity')
  const approvedByIds = await approversOf(db, payout.id)
  const refusal =
    payout.state === 'draft'
      ? approvalRefusal(viewer.accountId, {
          requestedById: payout.requestedById,
          approvedByIds,
          isMember: await isOwnCharity(db, viewer.accountId, { organizationIds: [payout.organizationId] }),
        })
      : 'payout-decided'
  const holds = holdsOfCharity(facts)
  const wouldCancel = findCancelReason({
    charityHolds: holds,
    bankDetailsId: facts.bankDetailsId,
    draftBankDetailsId: payout.bankDetailsId,
    pays: { zakat: payout.zakat, rest: payout.rest - payout.reserve + payout.released },
    outside: await sumOutside(db, payout),
  })
  return {
    ...viewOfPayout(payout),
    approvals: approvedByIds.length,
    canApprove: refusal === undefined,
    refusal: refusal ?? null,
    wouldCancel: wouldCancel ?? null,
    holds: holds.map(({ reason, until }) => ({ reason, until })),
    hasPrintableName: bankDetails !== null && printableName(bankDetails.accountName) !== undefined,
    // Numbers aren't decrypted for a list: an IBAN is what SEPA accounts have.
    format: formatOf(payout.currency, { country: bankDetails?.country ?? '', hasIban: payout.currency === 'EUR' }),
  }
}
