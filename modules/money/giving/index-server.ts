import { expireOrders, releaseExpiredLevels } from './payment/expire-orders.ts'
import { purgeEncryptedFields } from './erasure/purge-encrypted-fields.ts'
import { purgeUnpaidOrders } from './erasure/purge-unpaid-orders.ts'
import { resolveDueAttempts } from './payment/resolve.ts'
import { reconcileCharges } from './payment/reconcile.ts'
import { receiveWebhook, handleWebhooks } from './payment/webhook.ts'
import {
  countGuestsAsAccounts,
  findPayingAccounts,
  findUncountedAccounts,
  mergeGuestDonations,
  saveCountedAccounts,
} from './queries/count-donors.ts'
import { findDonorKeys, findDonorsWithoutDonations } from './queries/refunded-amounts.ts'
import { mailFailedDebits, mailStartedDebits } from './bank-debits/debit-mails.ts'
import { purgeMandates } from './bank-debits/purge-mandates.ts'
import { sendDedicationCards } from './dedication-cards.ts'
import { givingHandlers } from './http.ts'

export type { DebitEvent } from './bank-debits/debit-parts.ts'
export type { DonationSucceeded } from './payment/donation-succeeded.ts'
export type { ApplePayPorts } from './payment/apple-pay.ts'

/** The parts of this module that only the server uses. */
export const givingServer = {
  handlers: givingHandlers,
  jobs: {
    expireOrders,
    findUncountedAccounts,
    purgeEncryptedFields,
    purgeMandates,
    purgeUnpaidOrders,
    releaseExpiredLevels,
    resolveDueAttempts,
    reconcileCharges,
    handleWebhooks,
    saveCountedAccounts,
  },
  reactions: {
    countGuestsAsAccounts,
    findDonorKeys,
    findDonorsWithoutDonations,
    findPayingAccounts,
    mailFailedDebits,
    mailStartedDebits,
    mergeDonors: mergeGuestDonations,
    sendDedicationCards,
  },
  receiveWebhook,
}
