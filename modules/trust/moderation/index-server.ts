import { gatherCases } from './gather-cases.ts'
import { moderationHandlers } from './http.ts'
import { purgeReporters } from './queries/reports.ts'
import { tellZakatGivers, tellZakatGiversTask } from './zakat/tell-zakat-givers.ts'
import { purgeEvidence, removeEvidenceFiles, removeEvidenceTask } from './zakat/zakat-evidence.ts'
import { endVerifications } from './zakat/zakat-verifications.ts'

export type { ZakatTakenBack } from './zakat/tell-zakat-givers.ts'

/** Exports for the server only. */
export const moderationServer = {
  handlers: moderationHandlers,
  jobs: {
    endVerifications,
    purgeEvidence,
    purgeReporters,
    gatherCases,
    removeEvidenceFiles,
    removeEvidenceTask,
    tellZakatGivers,
    tellZakatGiversTask,
  },
}
