import { remindStaff } from './charities/remind-staff.ts'
import { gatherCases } from './gather-cases.ts'
import { moderationHandlers } from './http.ts'
import { purgeReporters } from './queries/reports.ts'
import { tellZakatGivers, tellZakatGiversTask } from './zakat/tell-zakat-givers.ts'
import { purgeEvidence, removeEvidenceFiles, removeEvidenceTask } from './zakat/zakat-evidence.ts'
import { endVerifications } from './zakat/zakat-verifications.ts'

export type { ZakatTakenBack } from './zakat/tell-zakat-givers.ts'

/** What only the server uses of this module. */
export const moderationServer = {
  handlers: moderationHandlers,
  jobs: {
    endVerifications,
    purgeEvidence,
    purgeReporters,
    gatherCases,
    remindStaff,
    removeEvidenceFiles,
    removeEvidenceTask,
    tellZakatGivers,
    tellZakatGiversTask,
  },
}
