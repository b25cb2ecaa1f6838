import type { Handlers } from '#shared/endpoint.ts'
import type { Actor } from '#modules/platform/audit/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { killSwitchContract } from '../contract-kill-switch.ts'
import { getKillSwitchStatus } from './kill-switch/kill-switch-status.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { resumeCharging } from './kill-switch/resume-charging.ts'
import { setKillSwitch } from './kill-switch/set-kill-switch.ts'

export const killSwitchHandlers: Handlers<typeof killSwitchContract, SubscriptionPorts, Viewer> = {
  'GET /v4/staff/plans/kill-switch': ({ app }) => getKillSwitchStatus(app),
  'PUT /v4/staff/plans/kill-switch': async ({ app, viewer, context, input }) => {
    await setKillSwitch(app, actorOf(viewer), input.note, context.ip)
    return getKillSwitchStatus(app)
  },
  'POST /v4/staff/plans/kill-switch/resume': async ({ app, viewer, context: { ip }, input: { note, setAt } }) => {
    const { killSwitch, imported, unmatched } = await resumeCharging(app, actorOf(viewer), {
      note,
      ip,
      ...(setAt ? { setAt: new Date(setAt) } : {}),
    })
    return { wasOn: killSwitch !== undefined, imported, unmatched: [...unmatched] }
  },
}

const actorOf = (viewer: Viewer): Actor => ({ kind: 'account', id: accountOf(viewer).accountId })
