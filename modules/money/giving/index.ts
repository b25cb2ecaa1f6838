export { checkZakatFeeFund } from './check-zakat-fee-fund.ts'
export { type ConfidentialFields, decryptFields, encryptFields } from './erasure/encrypted-fields.ts'
export { eraseDonations, purgeDonations, purgeIpAddresses, retainedUntilOf } from './erasure/erase-donations.ts'
export { checkLine } from './order/check-line.ts'
export type { ComposedDonation } from './order/compose-donation.ts'
export { createDeclaration } from './order/declaration.ts'
export { addKnownGuest } from './order/known-guest.ts'
export { donationDataOf } from './order/order-campaign.ts'
export { accountDonor, donorOf, guestDonor } from './order/order-donor.ts'
export { lineToQuote, pricedDonation } from './order/order-price.ts'
export type {
  Declared,
  DonationLine,
  DonationOrder,
  PaidBasket,
  PaidLine,
  PaidPlan,
  StartedPlan,
} from './order/order.ts'
export { checkPayloadFields, otherNames, paymentOf, rejectCardNumbers } from './order/payload-fields.ts'
export { mailboxOf, ownedBy, ownedByAccounts, ownedIds, ownsDonation, takenOverByAccounts } from './owned.ts'
export { cancelPlanChallenge } from './payment/challenge.ts'
export { keyOfCharge, scopeOfCharge } from './payment/idempotency.ts'
export { importOrphanedCharge } from './payment/import-charge.ts'
export { paymentRefused } from './payment/pay-request.ts'
export { pay } from './payment/pay.ts'
export { refreshStatus } from './payment/payment-status.ts'
export { type UnmatchedCharge, findUnknownCharges } from './payment/reconcile.ts'
export { type RequesterScopes, requesterScopes } from './payment/requester.ts'
export { toResponse } from './payment/response.ts'
export {
  type GivingPorts,
  type PaidPlanStart,
  type PlanStart,
  type QurbaniOrder,
  type QurbaniOrders,
  type Referred,
  countingCode,
} from './ports.ts'
export { findOwnedDonations, findRemainingDonations } from './queries/erasure.ts'
export {
  type LevelEmail,
  type OrganizerDonation,
  findCursorOfDonation,
  findDonationToThank,
  findEncryptedFields,
  findLevelEmails,
  listOrganizerDonations,
  notRefunded,
  organizerColumns,
  requestedLevelFields,
} from './queries/organizer.ts'
export {
  type GivenInPeriod,
  type SourceOfDonations,
  countDonationSources,
  countDonors,
  sumDonationsByDay,
  sumDonationsInPeriod,
} from './queries/organizer-sums.ts'
export { listFailedEvents, retryFailedEvent } from './queries/outbox.ts'
export { type PaidDonation, findPaidDonations } from './queries/paid-donations.ts'
export {
  type PaidQurbaniOrder,
  findQurbaniOrders,
  hasPendingPayment,
  listQurbaniOrders,
} from './queries/qurbani-orders.ts'
export {
  type RefundChange,
  type RefundedAmount,
  addRefundedAmounts,
  isEventPending,
  queueRefundEvent,
  restoreDeclarations,
  withdrawDeclarations,
} from './queries/refunded-amounts.ts'
export { addTaxAddress } from './queries/tax-address.ts'
export { type DonationOwner, findDonationOwner } from './queries/thank-you-queries.ts'
export { type UpdateRecipient, updateRecipients } from './queries/updates.ts'
export { listZakatGiven } from './queries/zakat-given.ts'
export { type ReceivedZakat, findZakatDonation, listZakatReceived, sumReceivedZakat } from './queries/zakat-receipts.ts'
export { findZakatDonors, markDonationAsZakat } from './queries/zakat.ts'
export { donationColumns, shownFields, shownLabels } from './shown-fields.ts'
export { donationReferenceOf } from './thank-you.ts'
