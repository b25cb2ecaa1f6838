export { eraseFromDistributions } from './distribution/distribution-queries.ts'
export { remindCharities } from './distribution/remind-charities.ts'
