export { eraseFromDistributions } from './distribution/distribution-queries.ts'
export { sumPublicTotals } from './distribution/public-totals.ts'
