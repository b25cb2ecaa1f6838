import { one } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, campaignTotals } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { openCase } from '../open-case.ts'
import type { ModerationPorts } from '../ports.ts'
import { lockEvidence, sendEvidence } from '../queries/evidence.ts'
import { findGranted, insertZakatRequest, verificationsOf } from '../queries/zakat.ts'
import { checkZakatRequest } from '../rules/zakat.ts'
import { textsOfVerification } from '../subjects/zakat.ts'

export type ZakatRequestInput = {
  readonly campaignId: string
  readonly categories: readonly string[]
  readonly note: string
  readonly links: readonly string[]
}

/**
 * Requests zakat verification of a fundraiser, for the first time or before a verification ends. One request can be
 * pending; meanwhile the current verification is valid.
 */
export async function requestZakatVerification(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: ZakatRequestInput,
): Promise<void> {
  const campaign = await campaignRunBy(ports, viewer, BigInt(input.campaignId), 'edit')
  const links = input.links.map((link) => link.trim()).filter(Boolean)
  const fields = checkZakatRequest({ ...input, links })
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const total = one(await campaignTotals(ports.db, [campaign.id]))
  await ports.write(async (tx) => {
    await lockEvidence(tx, campaign.id)
    const id = ports.newId()
    const request = {
      id,
      campaignId: campaign.id,
      categories: [...new Set(input.categories)],
      note: input.note.trim(),
      links,
      at: ports.clock(),
      accountId: viewer.accountId,
    }
    if (!(await insertZakatRequest(tx, request))) throw new Problem('conflict', 'zakat-already-requested')
    await sendEvidence(tx, campaign.id, id)
    const granted = await findGranted(tx, campaign.id)
    await openCase(ports, tx, {
      kind: 'zakat',
      subjectId: id,
      campaignId: campaign.id,
      reasons: [{ code: granted ? 'zakat-renewal' : 'zakat-requested', count: 1 }],
      atStake: total.raised,
      currency: campaign.currency,
      isZakat: true,
      snapshot: granted ? textsOfVerification(granted) : {},
    })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'moderation.zakat-requested',
      object: `campaign:${campaign.id}`,
      at: request.at,
      ip: context.ip,
      details: { verification: id, categories: request.categories },
    })
  })
}

/** Returns requests and decisions to editors of the fundraiser, without internal reasons. */
export async function zakatOfCampaign(ports: ModerationPorts, viewer: Viewer, campaignId: bigint) {
  const campaign = await campaignRunBy(ports, viewer, campaignId, 'edit', 'reading')
  return (await verificationsOf(ports.db, campaign.id)).map((verification) => ({
    id: verification.id,
    state: verification.state,
    categories: [...verification.categories],
    note: verification.note,
    links: [...verification.links],
    requestedAt: verification.requestedAt,
    verifiedAt: verification.verifiedAt,
    expiresAt: verification.expiresAt,
    endedAt: verification.endedAt,
  }))
}
