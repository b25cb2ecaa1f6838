export { checkZakatFeeFund } from './check-zakat-fee-fund.ts'
export { markDonationAsZakat, findZakatDonors } from './queries/zakat.ts'
export { listZakatGiven } from './queries/zakat-given.ts'
export { findZakatDonation, type ReceivedZakat, sumReceivedZakat, listZakatReceived } from './queries/zakat-receipts.ts'
