import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { verificationStateAt } from '#modules/causes/organizations/rules/verification.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import type { workspaceContract } from './contract.ts'
import type { WorkspacePorts } from './ports.ts'
import { readStart } from './queries/start.ts'
import { actOfStep, listFirstSteps } from './rules/first-steps.ts'

type Steps = ResultOf<typeof workspaceContract, 'GET /v4/organizations/:organizationId/tasks'>['firstSteps']

/** Returns the first steps of a newly verified charity, and which of them the viewer can do (content-40). */
export async function firstStepsOf(
  ports: WorkspacePorts,
  viewer: AccountViewer,
  organizationId: bigint,
): Promise<Steps> {
  const { charity, role } = await authorizeForCharity(ports, viewer, organizationId, 'read', 'reading')
  if (charity.closedAt) return []
  const now = ports.clock()
  const start = required(await readStart(ports, organizationId), 'start')
  return listFirstSteps({
    ...start,
    isVerified: verificationStateAt(charity, now) === 'verified',
    verifiedOn: charity.verifiedAt && localDateIn(charity.timeZone, charity.verifiedAt),
    today: localDateIn(charity.timeZone, now),
    hasPayouts: ports.payouts !== 'none',
  }).map(({ step, isDone }) => ({ step, isDone, canDo: canDo(role, actOfStep(step)) }))
}
