export { eraseFromDistributions } from './distribution/distribution-queries.ts'
export { sumPublicTotals } from './distribution/public-totals.ts'
export { eraseZakat, withdrawZakatConsent } from './erase-zakat.ts'
export { exportZakat } from './export-zakat.ts'
