import { cancelOutdatedChallenges } from './cancel-challenges.ts'
import { chargeDue } from './charge-due.ts'
import { markOccurrencesPaid } from './mark-occurrences-paid.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { handleExpiredVerifications } from './expired-verifications.ts'
import { killSwitchHandlers } from './http-kill-switch.ts'
import { payingHandlers } from './http.ts'
import { findKillSwitch } from './kill-switch/kill-switch-queries.ts'
import { clocksAgree } from './kill-switch/kill-switch.ts'
import { resumeCharging } from './kill-switch/resume-charging.ts'
import { setKillSwitch } from './kill-switch/set-kill-switch.ts'
import { suspendDisputed } from './suspend-disputed.ts'
import { failUnansweredChallenges } from './fail-unanswered-challenges.ts'

/** Exports for `server/` only. */
export const billingServer = {
  handlers: { ...killSwitchHandlers, ...payingHandlers },
  jobs: {
    cancelOutdatedChallenges,
    chargeDue,
    clocksAgree,
    failUnansweredChallenges,
    handleExpiredVerifications,
    recoverExpiredLeases,
    suspendDisputed,
  },
  reactions: { markOccurrencesPaid },
  findKillSwitch,
  resumeCharging,
  setKillSwitch,
}
