export { accountsWithConsent, hasConsent } from './consents.ts'
export { forgetUnproven } from './forget-unproven.ts'
export { purgeErased } from './erase.ts'
export { forgetExports, makeExport } from './export.ts'
