import { hasConsent } from './consents.ts'
import { purgeErased } from './erase.ts'
import { makeExport, purgeExports } from './export.ts'
import { purgeUnconfirmed } from './purge-unconfirmed.ts'
import { privacyHandlers } from './http.ts'

/** Exports for `server/` only. */
export const privacyServer = {
  handlers: privacyHandlers,
  jobs: { purgeExports, purgeUnconfirmed, makeExport, purgeErased },
  hasConsent,
}
