export { eraseDonations, purgeIpAddresses, retainedUntilOf, purgeDonations } from './erasure/erase-donations.ts'
export { donationsLeftOf, ownedDonations } from './queries/erasure.ts'
