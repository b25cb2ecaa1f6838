export { eraseGifts, purgeIpAddresses, retainedUntilOf, purgeGifts } from './erasure/erase-gifts.ts'
export { giftsLeftOf, ownedGifts } from './queries/erasure.ts'
