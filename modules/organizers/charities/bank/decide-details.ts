import { type AccountViewer, hashOfToken } from '#modules/platform/identity/index.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import {
  requireControl,
  decideBankDetails,
  findStoppable,
  type StoredBankDetails,
  listBankDetailsForStaff,
  lockBankDetails,
  stopBankDetails,
  findOrganizationForStaff,
  type StaffOrganization,
  assertNoPendingChange,
} from '#modules/causes/organizations/index.ts'
import { stopHours } from '#modules/causes/organizations/rules/bank-details.ts'
import { screeningScore } from '#modules/causes/organizations/rules/screening.ts'
import { record } from '#modules/platform/audit/index.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { hourMs } from '#shared/time.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'

type Decision = 'approve' | 'reject'

/** Decides on bank details as an owner, admin or finance member other than the one who entered them (payments-25). */
export async function decideAsMember(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly detailsId: string; readonly decision: Decision },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'bank')
  await requireControl(ports, viewer)
  await ports.write(async (tx) => {
    const entry = await pendingEntry(tx, input.detailsId)
    if (entry.organizationId !== charity.id) throw new Problem('not-found', 'bank-details-not-found')
    if (entry.enteredById === viewer.accountId) throw new Problem('conflict', 'bank-own-entry')
    if (entry.needsStaff && input.decision === 'approve') throw new Problem('conflict', 'bank-needs-staff')
    await decide(ports, tx, { viewer, context, charity, entry, decision: input.decision })
  })
}

/** Decides on bank details as staff who aren't members of the charity (payments-25). */
export async function decideAsStaff(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly detailsId: string; readonly decision: Decision },
): Promise<void> {
  await ports.write(async (tx) => {
    const entry = await pendingEntry(tx, input.detailsId)
    if (!entry.needsStaff) throw new Problem('not-found', 'bank-details-not-found')
    if (entry.enteredById === viewer.accountId) throw new Problem('conflict', 'own-charity')
    await assertNotOwnCharity(tx, viewer.accountId, { organizationIds: [entry.organizationId] })
    if (input.decision === 'approve') await assertNoPendingChange(tx, entry.organizationId)
    const charity = required(await findOrganizationForStaff(tx, entry.organizationId), 'charity')
    await decide(ports, tx, { viewer, context, charity, entry, decision: input.decision })
  })
}

async function pendingEntry(tx: Tx, id: string): Promise<StoredBankDetails> {
  const entry = await lockBankDetails(tx, id)
  if (!entry) throw new Problem('not-found', 'bank-details-not-found')
  if (entry.state !== 'pending') throw new Problem('conflict', 'case-decided')
  return entry
}

async function decide(
  ports: CharityPorts,
  tx: Tx,
  input: {
    readonly viewer: AccountViewer
    readonly context: RequestContext
    readonly charity: StaffOrganization
    readonly entry: StoredBankDetails
    readonly decision: Decision
  },
): Promise<void> {
  const { viewer, context, charity, entry } = input
  const instant = ports.clock()
  const isApproved = input.decision === 'approve'
  const code = ports.newToken(32)
  await decideBankDetails(tx, entry.id, {
    state: isApproved ? 'approved' : 'rejected',
    at: instant,
    byId: viewer.accountId,
    activeFrom: isApproved ? new Date(instant.getTime() + stopHours * hourMs) : null,
    stopHash: isApproved ? hashOfToken(code) : null,
  })
  const act = isApproved ? 'bank-approved' : 'bank-rejected'
  const details = { bankDetails: entry.id, currency: entry.currency, lastFour: entry.lastFour }
  await recordAct(tx, { viewer, context, organizationId: charity.id, act, at: instant, details })
  await mailOwners(ports, tx, charity, {
    kind: act,
    key: `bank.${entry.id}.decided`,
    params: () => ({ currency: entry.currency, lastFour: entry.lastFour, hours: stopHours }),
    ...(isApproved ? { url: `${ports.origin}/charity-bank?code=${code}` } : { path: '/bank' }),
  })
}

/**
 * Returns the bank details that the code of a mail can stop, for the page with the button. Throws 404 if there are
 * none.
 */
export async function findStoppableDetails(ports: CharityPorts, code: string) {
  const found = await findStoppable(ports.db, hashOfToken(code), ports.clock())
  if (!found) throw new Problem('not-found', 'code-not-valid')
  return found
}

/**
 * Stops approved bank details with the code of an owner's mail, within 72 hours; payouts continue to the earlier
 * details (payments-25).
 */
export async function stopDetailsByCode(ports: CharityPorts, context: RequestContext, code: string): Promise<void> {
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const stopped = await stopBankDetails(tx, hashOfToken(code), instant)
    if (!stopped) throw new Problem('not-found', 'code-not-valid')
    await record(tx, {
      actor: { kind: 'system' },
      act: 'charities.bank-stopped',
      object: `organization:${stopped.organizationId}`,
      at: instant,
      ip: context.ip,
      details: { bankDetails: stopped.id, currency: stopped.currency },
    })
    const charity = required(await findOrganizationForStaff(tx, stopped.organizationId), 'charity')
    await mailOwners(ports, tx, charity, { kind: 'bank-stopped', key: `bank.${stopped.id}.stopped`, path: '/bank' })
  })
}

/** Lists the bank details that staff decide on, with the similarity of the holder's name to the legal name. */
export async function listForStaff(ports: CharityPorts) {
  const entries = await listBankDetailsForStaff(ports.db)
  const charities = await Promise.all(
    [...new Set(entries.map(({ organizationId }) => organizationId))].map((id) =>
      findOrganizationForStaff(ports.db, id),
    ),
  )
  return entries.flatMap((entry) => {
    const charity = charities.find((charity) => charity?.id === entry.organizationId)
    if (!charity) return []
    const legalName = charity.legalName || charity.name
    const names = { names: [legalName], birthYear: null }
    return [{ entry, charity, legalName, score: screeningScore({ name: entry.accountName, birthYear: null }, names) }]
  })
}
