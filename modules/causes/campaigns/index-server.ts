import { addToTotals, mergeDonorTotals, subtractFromTotals } from './queries/totals.ts'
import { countClaims, releaseClaims, reclaimLevels } from './levels/reservations.ts'
import { transferPlanClaims } from './levels/plan-levels.ts'
import { findShareData } from './queries/page.ts'
import { campaignsHandlers } from './http.ts'
import { projectHandlers } from './http-project.ts'

export type { ProjectPorts } from './http-project.ts'

/** Exports for the server only. */
export const campaignsServer = {
  handlers: { ...campaignsHandlers, ...projectHandlers },
  reactions: {
    addToTotals,
    countClaims,
    mergeDonors: mergeDonorTotals,
    releaseClaims,
    transferPlanClaims,
    reclaimLevels,
    subtractFromTotals,
  },
  findShareData,
}
