export { checkZakatFeeFund } from './check-zakat-fee-fund.ts'
export { declaredBy } from './declaration.ts'
export { sendDedicationCards } from './dedication-cards.ts'
export { type GiftOrder } from './order.ts'
export { countingCode, type GivingPorts, type Referred } from './ports.ts'
export { type DonationOwner, donationOwner, type PaidDonation, paidDonations } from './queries.ts'
export {
  addReturned,
  donorsWithoutGifts,
  isBeingCounted,
  restoreDeclarations,
  type Returned,
  tellOutbox,
  withdrawDeclarations,
} from './queries/returned.ts'
export { listFailedEvents, retryFailedEvent } from './queries/outbox.ts'
export { mailboxOf, ownedIds, ownsGift } from './owned.ts'
export { referenceOf } from './thank-you.ts'
export type { GiftSucceeded } from './payment/settle.ts'
export type { ApplePayPorts } from './payment/apple-pay.ts'
export { closeLapsedOrders, releaseLapsedLevels } from './payment/expire-orders.ts'
export { resolveDueAttempts } from './payment/resolve.ts'
export { sweepCharges, type UnmatchedCharge, unknownCharges } from './payment/reconcile.ts'
export { importOrphanedCharge } from './payment/import-charge.ts'
export { receiveWebhook, takeWebhooks } from './payment/webhook.ts'
export { seal, sealAsked, type SealedFacts, unseal } from './erasure/seal.ts'
export { eraseGifts, forgetPressers, keptUntilOf, purgeGifts } from './erasure/erase-gifts.ts'
export { giftsLeftOf, ownedGifts } from './queries/erasure.ts'
export { checkLine } from './check-line.ts'
export { type RequesterScopes, requesterScopes } from './payment/requester.ts'
export { accountDonor, type ComposedGift, donorOf, factsOf, lineToQuote, pricedGift } from './compose-gift.ts'
export { pay } from './payment/pay.ts'
export { toResponse } from './payment/response.ts'
export { refreshStatus } from './payment/payment-status.ts'
export { keyOfCharge, scopeOfCharge } from './payment/idempotency.ts'
export type { Declared, GiftLine, PaidBasket, PaidLine, PaidPlan } from './order.ts'
export {
  countGivers,
  giftsByDay,
  giftSources,
  giftStands,
  giftToThank,
  type LevelEmail,
  levelAsked,
  levelEmails,
  type OrganizerGift,
  organizerColumns,
  organizerGifts,
  placeOfGift,
  sealedOf,
  type SourceOfGifts,
} from './queries/organizer.ts'
export { withGuestKnown } from './known-guest.ts'
export { checkSent, otherNames, paymentOf, refuseCardNumbers } from './sent.ts'
export { forgetSealed } from './erasure/forget-sealed.ts'
export { forgetUnpaid } from './erasure/forget-unpaid.ts'
export { markDonationAsZakat, zakatGivers } from './queries/zakat.ts'
export { findZakatDonation, type ReceivedZakat, sumReceivedZakat, zakatReceivedBy } from './queries/zakat-receipts.ts'
export { zakatGiven, type ZakatGiven } from './queries/zakat-given.ts'
export { donorsWantingUpdates, type WantsUpdates } from './queries/updates.ts'
export { donationColumns, shownFields, shownLabels } from './shown-fields.ts'
