import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { readFigures } from './compute-figures.ts'
import type { figuresContract } from './contract.ts'
import type { TrustPorts } from './ports.ts'
import { readOverview } from './read-overview.ts'

export const figuresHandlers: Handlers<typeof figuresContract, TrustPorts, Viewer> = {
  'GET /v4/trust': ({ app }) => readFigures(app),
  'GET /v4/staff/overview': ({ app, viewer }) => readOverview(app, accountOf(viewer)),
}
