export { createDeclaration } from './order/declaration.ts'
export { countingCode } from './ports.ts'
export { encryptFields, type ConfidentialFields, decryptFields } from './erasure/encrypted-fields.ts'
export { checkLine } from './order/check-line.ts'
export { type RequesterScopes, requesterScopes } from './payment/requester.ts'
export { accountDonor, donorOf, guestDonor } from './order/order-donor.ts'
export type { ComposedDonation } from './order/compose-donation.ts'
export { donationDataOf } from './order/order-campaign.ts'
export { lineToQuote, pricedDonation } from './order/order-price.ts'
export { addKnownGuest } from './order/known-guest.ts'
export { checkPayloadFields, otherNames, paymentOf, refuseCardNumbers } from './order/payload-fields.ts'
export {
  findQurbaniOrders,
  hasPendingPayment,
  type PaidQurbaniOrder,
  listQurbaniOrders,
} from './queries/qurbani-orders.ts'
export { addTaxAddress } from './queries/tax-address.ts'
