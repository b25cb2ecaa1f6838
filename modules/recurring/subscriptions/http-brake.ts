import type { Handlers } from '#shared/endpoint.ts'
import type { Actor } from '#modules/platform/audit/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { brakeContract } from './contract-brake.ts'
import { lookAtBrake } from './look-at-brake.ts'
import type { SubscriptionPorts } from './port.ts'
import { releaseBrake } from './release-brake.ts'
import { setBrake } from './set-brake.ts'

export const brakeHandlers: Handlers<typeof brakeContract, SubscriptionPorts, Viewer> = {
  'GET /v4/staff/plans/brake': ({ app }) => lookAtBrake(app),
  'PUT /v4/staff/plans/brake': async ({ app, viewer, facts, input }) => {
    await setBrake(app, actorOf(viewer), input.note, facts.ip)
    return lookAtBrake(app)
  },
  'POST /v4/staff/plans/brake/release': async ({ app, viewer, facts: { ip }, input: { note, setAt } }) => {
    const { brake, adopted, left } = await releaseBrake(app, actorOf(viewer), {
      note,
      ip,
      ...(setAt ? { setAt: new Date(setAt) } : {}),
    })
    return { wasOn: brake !== undefined, adopted, left: [...left] }
  },
}

const actorOf = (viewer: Viewer): Actor => ({ kind: 'account', id: accountOf(viewer).accountId })
