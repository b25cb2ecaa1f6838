import { hasConsent } from './consents.ts'
import { purgeErased } from './erase.ts'
import { makeExport, purgeExports } from './export.ts'
import { purgeUnproven } from './purge-unproven.ts'
import { privacyHandlers } from './http.ts'

/** Exports for `server/` only. */
export const privacyServer = {
  handlers: privacyHandlers,
  jobs: { purgeExports, purgeUnproven, makeExport, purgeErased },
  hasConsent,
}
