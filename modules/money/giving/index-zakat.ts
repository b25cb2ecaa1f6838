export { checkZakatFeeFund } from './check-zakat-fee-fund.ts'
export { markDonationAsZakat, zakatGivers } from './queries/zakat.ts'
export { zakatGiven } from './queries/zakat-given.ts'
export { findZakatDonation, type ReceivedZakat, sumReceivedZakat, zakatReceivedBy } from './queries/zakat-receipts.ts'
