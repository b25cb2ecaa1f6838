export { accountsWithConsent } from './consents.ts'
