export { eraseFromDistributions } from './distribution/distribution-queries.ts'
