import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { resendReceipts } from '#modules/money/receipts/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { thankDonor } from '#modules/organizers/organizing/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isProblem } from '#shared/problem.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { findDonations } from '../queries/donations.ts'

type Request = { readonly organizationId: bigint; readonly donationIds: readonly string[] }
type Outcome = { readonly done: number; readonly skipped: number }

/** Refusals that concern one donation, so that the others still get their mail. */
const ofOneDonation: readonly string[] = ['thanked-already', 'not-found', 'fundraiser-paused-by-staff']

/** Thanks the donors of several donations to a charity with one text, once for each donation (content-16). */
export async function thankDonors(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: Request & { readonly message: string },
): Promise<Outcome> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors')
  const donations = await findDonations(ports.db, charity.id, request.donationIds)
  let done = 0
  for (const { id, campaignId } of donations.values())
    try {
      await thankDonor(ports, viewer, context, { campaignId, donationId: id, message: request.message })
      done += 1
    } catch (error) {
      if (!isProblem(error) || !ofOneDonation.includes(error.code)) throw error
    }
  return { done, skipped: request.donationIds.length - done }
}

/** Mails the receipts of several donations to their donors again. Their addresses aren't shown. */
export async function resendCharityReceipts(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: Request,
): Promise<Outcome> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors')
  const instant = ports.clock()
  const done = await ports.write(async (tx) => {
    const sent = await resendReceipts(ports, tx, { issuerId: charity.id, ...request, at: instant })
    if (sent > 0)
      await record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: 'charity-donors.receipts-sent-again',
        object: `organization:${charity.id}`,
        at: instant,
        ip: context.ip,
        details: { receipts: sent },
      })
    return sent
  })
  return { done, skipped: request.donationIds.length - done }
}
