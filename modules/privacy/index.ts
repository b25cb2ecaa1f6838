export { hasConsent } from './consents.ts'
export { purgeErased } from './erase.ts'
export { forgetExports, makeExport } from './export.ts'
