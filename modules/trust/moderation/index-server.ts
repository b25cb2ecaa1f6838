import { remindStaff } from './charities/remind-staff.ts'
import { syncCases } from './sync-cases.ts'
import { moderationHandlers } from './http.ts'
import { purgeReporters } from './queries/reports.ts'
import { hasRequestedZakat } from './queries/zakat.ts'
import { notifyZakatDonors, notifyZakatDonorsTask } from './zakat/notify-zakat-donors.ts'
import { purgeEvidence, removeEvidenceFiles, removeEvidenceTask } from './zakat/zakat-evidence.ts'
import { endVerifications } from './zakat/zakat-verifications.ts'

export type { RevokedVerification } from './zakat/notify-zakat-donors.ts'

/** Exports for `server/` only. */
export const moderationServer = {
  handlers: moderationHandlers,
  hasRequestedZakat,
  jobs: {
    endVerifications,
    purgeEvidence,
    purgeReporters,
    syncCases,
    remindStaff,
    removeEvidenceFiles,
    removeEvidenceTask,
    notifyZakatDonors,
    notifyZakatDonorsTask,
  },
}
