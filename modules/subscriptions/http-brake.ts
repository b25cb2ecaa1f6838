import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { Actor } from '#modules/audit/index.ts'
import type { Viewer } from '#modules/identity/index.ts'
import type { brakeContract, BrakeView } from './contract-brake.ts'
import type { SubscriptionPorts } from './port.ts'
import { type Brake, findBrake } from './queries-brake.ts'
import { releaseBrake, setBrake } from './release-brake.ts'

export const brakeHandlers: Handlers<typeof brakeContract, SubscriptionPorts, Viewer> = {
  'GET /v4/staff/plans/brake': async ({ app }) => viewOf(await findBrake(app.db)),
  'PUT /v4/staff/plans/brake': async ({ app, viewer, input }) => viewOf(await setBrake(app, actorOf(viewer), input.note)),
  'POST /v4/staff/plans/brake/release': async ({ app, viewer }) => {
    const { brake, adopted, left } = await releaseBrake(app, actorOf(viewer))
    return { wasOn: brake !== undefined, adopted, left: [...left] }
  },
}

const viewOf = (of: Brake | undefined): BrakeView => ({
  isOn: of !== undefined,
  reason: of?.reason ?? null,
  facts: of?.facts ?? {},
  setAt: of?.setAt.toISOString() ?? null,
})

function actorOf(viewer: Viewer): Actor {
  if (viewer.kind !== 'account') throw new Problem('authentication', 'invalid-authorization')
  return { kind: 'account', id: viewer.accountId }
}
