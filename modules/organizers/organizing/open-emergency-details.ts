import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { type ConfidentialFields, decryptFields, findEncryptedFields } from '#modules/money/giving/index.ts'
import type { OrganizingPorts } from './ports.ts'
import { canReadEmergencyDetails } from './rules/emergency-access.ts'

/** Returns a donor's emergency details to a person responsible for the fundraiser; audited (privacy-8, security-9). */
export async function openEmergencyDetails(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { campaignId: bigint; donationId: string },
): Promise<ConfidentialFields> {
  const { parts } = await campaignRunBy(ports, viewer, ids.campaignId, 'claims', 'reading')
  if (!canReadEmergencyDetails(parts)) throw new Problem('authorization', 'not-allowed')
  const [found] = await findEncryptedFields(ports.db, ids.campaignId, [ids.donationId])
  if (!found) throw new Problem('not-found', 'not-found')
  const opened = decryptFields(ports.fieldKey, found.encrypted)
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.emergency-read',
      object: `donation:${ids.donationId}`,
      at: ports.clock(),
      ip: context.ip,
      details: { campaignId: String(ids.campaignId) },
    }),
  )
  return opened
}
