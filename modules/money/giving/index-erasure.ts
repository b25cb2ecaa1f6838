export { eraseDonations, purgeIpAddresses, retainedUntilOf, purgeDonations } from './erasure/erase-donations.ts'
export { findRemainingDonations, findOwnedDonations } from './queries/erasure.ts'
