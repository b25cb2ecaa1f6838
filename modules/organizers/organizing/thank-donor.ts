import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import type { OrganizingPorts } from './ports.ts'
import { readThanks } from './rules/typed-texts.ts'
import { sendThanks } from './send-thanks.ts'

/**
 * Thanks a donor by mail, once for each donation (content-16). The platform sends the mail, so the organizer learns no
 * address, and nothing about an anonymous donor. Refused for donations without an email address, and while staff have
 * paused the fundraiser.
 */
export async function thankDonor(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: { campaignId: bigint; donationId: string; message: string },
): Promise<void> {
  const campaign = await campaignRunBy(ports, viewer, input.campaignId, 'donors', 'changing')
  if (campaign.pausedByStaffAt) throw new Problem('conflict', 'fundraiser-paused-by-staff')
  const read = readThanks(input.message)
  if ('fault' in read) throw new Problem('validation', 'invalid-input', { fields: { message: read.fault } })
  await ports.write(async (tx) => {
    const outcome = await sendThanks(ports, tx, {
      donationId: input.donationId,
      campaign,
      author: 'organizer',
      nameIn: () => `${viewer.firstName} ${viewer.lastName}`.trim() || ports.productName,
      words: read.words,
      by: viewer.accountId,
    })
    if (outcome === 'unreachable') throw new Problem('not-found', 'not-found')
    if (outcome === 'thanked-already') throw new Problem('conflict', 'thanked-already')
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.donor-thanked',
      object: `campaign:${input.campaignId}`,
      at: ports.clock(),
      ip: context.ip,
    })
  })
}
