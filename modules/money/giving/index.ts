export type { Declared, GiftLine, GiftOrder, PaidBasket, PaidLine, PaidPlan } from './order/order.ts'
export type { GivingPorts, QurbaniOrder, QurbaniOrders, Referred } from './ports.ts'
export { type DonationOwner, donationOwner } from './queries/thank-you-queries.ts'
export { type PaidDonation, paidDonations } from './queries/paid-donations.ts'
export { mailboxOf, ownedByAccounts, ownedIds, ownsGift } from './owned.ts'
export { referenceOf } from './thank-you.ts'
export { donorsWantingUpdates, type WantsUpdates } from './queries/updates.ts'
export { donationColumns, shownFields, shownLabels } from './shown-fields.ts'
export {
  findQurbaniOrders,
  hasPendingPayment,
  type PaidQurbaniOrder,
  qurbaniOrdersOf,
} from './queries/qurbani-orders.ts'
