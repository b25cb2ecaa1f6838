import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { workspaceContract } from './contract.ts'
import { getFigures } from './get-figures.ts'
import { firstStepsOf } from './list-first-steps.ts'
import { listTasks } from './list-tasks.ts'
import type { WorkspacePorts } from './ports.ts'

export const workspaceHandlers: Handlers<typeof workspaceContract, WorkspacePorts, Viewer> = {
  'GET /v4/organizations/:organizationId/figures': ({ app, viewer, input }) =>
    getFigures(app, accountOf(viewer), { ...input, organizationId: BigInt(input.organizationId) }),
  'GET /v4/organizations/:organizationId/tasks': async ({ app, viewer, input }) => {
    const [account, organizationId] = [accountOf(viewer), BigInt(input.organizationId)]
    const tasks = await listTasks(app, account, organizationId)
    return { tasks, firstSteps: await firstStepsOf(app, account, organizationId) }
  },
}
