import { addToTotals, takeFromTotals } from './queries/totals.ts'
import { countClaims, releaseClaims, takeClaimsAgain } from './queries/levels.ts'
import { passPlanClaims } from './queries/plan-levels.ts'
import { findShareFacts } from './queries/page.ts'
import { campaignsHandlers } from './http.ts'
import { projectHandlers } from './http-project.ts'

/** What only the server uses of this module. */
export const campaignsServer = {
  handlers: { ...campaignsHandlers, ...projectHandlers },
  reactions: { addToTotals, countClaims, releaseClaims, passPlanClaims, takeClaimsAgain, takeFromTotals },
  findShareFacts,
}
