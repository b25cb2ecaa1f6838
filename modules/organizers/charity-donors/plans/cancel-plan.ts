import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { cancelForCharity } from '#modules/recurring/subscriptions/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { isPlanOfCharity } from '../queries/plans.ts'
import { readCancellationReason } from '../rules/record-texts.ts'

/**
 * Cancels a donor's plan for the charity, with a reason that the donor gets by mail. A plan of another charity or of a
 * programme isn't found (security-3).
 */
export async function cancelCharityPlan(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  request: { readonly organizationId: bigint; readonly planId: string; readonly reason: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donor-plans')
  if (!(await isPlanOfCharity(ports.db, request))) throw new Problem('not-found', 'not-found')
  const read = readCancellationReason(request.reason)
  if ('fault' in read) throw new Problem('validation', 'invalid-input', { fields: { reason: read.fault } })
  await cancelForCharity(ports, {
    subscriptionId: request.planId,
    charity: charity.name,
    words: read.words,
    by: viewer.accountId,
    ip: context.ip,
  })
}
