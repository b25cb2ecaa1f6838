import type { Ports, Tx } from '#shared/ports.ts'
import { eraseAddresses } from '#modules/platform/addresses/index.ts'
import { eraseFromDistributions, eraseZakat } from '#modules/faith/zakat/index.ts'
import { eraseBaskets } from '#modules/money/baskets/index.ts'
import { detachCards } from '#modules/money/cards/index.ts'
import { eraseTeamMember } from '#modules/causes/campaigns/index.ts'
import { eraseComments } from '#modules/organizers/comments/index.ts'
import { eraseFavourites } from '#modules/causes/favourites/index.ts'
import { eraseHostedPages } from '#modules/organizers/hosted-pages/index.ts'
import { eraseSupporterPages } from '#modules/organizers/supporter-pages/index.ts'
import { eraseFundraising } from '#modules/organizers/fundraising/index.ts'
import { eraseDonations } from '#modules/money/giving/index.ts'
import { eraseDeclarations } from '#modules/money/gift-aid/index.ts'
import { eraseAccount } from '#modules/platform/identity/index.ts'
import { eraseEvidence, eraseReports, eraseTextInCases } from '#modules/trust/moderation/index.ts'
import { erasePictures } from '#modules/platform/media/index.ts'
import { eraseMails, eraseMailsAbout, mailOfErasedUntil } from '#modules/platform/notifications/index.ts'
import { donorRecords } from '#modules/organizers/charity-donors/index.ts'
import { eraseOrganizer } from '#modules/organizers/organizing/index.ts'
import { eraseMember } from '#modules/causes/organizations/index.ts'
import { eraseStatements } from '#modules/money/receipts/index.ts'
import { eraseSubscriptions } from '#modules/recurring/subscriptions/index.ts'
import { anonymizeReferer } from '#modules/organizers/referrals/index.ts'
import { eraseRequests } from '#modules/money/refunds/index.ts'
import { eraseDeeds } from '#modules/faith/deeds/index.ts'
import { eraseQurbaniReminders } from '#modules/faith/qurbani/index.ts'
import { eraseConsents } from './consent-queries.ts'
import { eraseExports } from './privacy-queries.ts'

/** The erased account and its donations in the ledger. */
type Erased = {
  readonly accountId: string
  /** Normalized; excludes unconfirmed addresses and those that another account has confirmed since. */
  readonly confirmedEmails: readonly string[]
  readonly donationIds: readonly string[]
  readonly at: Date
}

type Eraser = (tx: Tx, erasure: Erased, ports: Ports) => Promise<unknown>

/**
 * Erases everything of an account, each part by the module that stores it, in one transaction and in this order. New
 * kinds of account data need a line here. Jobs remove cards from the payment provider, because this transaction makes
 * no network calls.
 */
export const erasers: readonly Eraser[] = [
  (tx, erasure) => eraseTextInCases(tx, erasure),
  (tx, erasure) => eraseComments(tx, erasure),
  (tx, erasure) => eraseReports(tx, { accountId: erasure.accountId, emails: erasure.confirmedEmails }),
  (tx, erasure) => eraseEvidence(tx, erasure.accountId),
  (tx, erasure) => eraseFromDistributions(tx, erasure.accountId),
  (tx, erasure) => eraseBaskets(tx, erasure),
  (tx, erasure) => eraseFavourites(tx, erasure.accountId),
  (tx, erasure) => donorRecords.erase(tx, erasure),
  (tx, erasure) => eraseOrganizer(tx, erasure.accountId),
  (tx, erasure) => anonymizeReferer(tx, erasure.accountId),
  (tx, erasure) => eraseFundraising(tx, erasure),
  (tx, erasure) => eraseHostedPages(tx, erasure.accountId),
  (tx, erasure, ports) => eraseSupporterPages(ports, tx, erasure),
  (tx, erasure, ports) => erasePictures(ports, tx, erasure.accountId),
  (tx, erasure) => eraseTeamMember(tx, erasure.accountId),
  (tx, erasure) => eraseMember(tx, erasure.accountId),
  (tx, erasure) => eraseAddresses(tx, erasure.accountId),
  (tx, erasure, ports) => eraseSubscriptions(ports, tx, erasure),
  (tx, erasure, ports) => detachCards(ports, tx, erasure.accountId),
  (tx, erasure) => eraseStatements(tx, erasure.accountId),
  (tx, erasure) => eraseRequests(tx, erasure.accountId),
  (tx, erasure) => eraseZakat(tx, erasure.accountId),
  (tx, erasure) => eraseQurbaniReminders(tx, erasure.confirmedEmails),
  (tx, erasure) => eraseDeeds(tx, erasure.accountId),
  (tx, erasure) => eraseDeclarations(tx, erasure),
  (tx, erasure) => eraseDonations(tx, erasure),
  (tx, erasure) => eraseExports(tx, erasure.accountId),
  async (tx, erasure) => {
    await eraseMailsAbout(tx, erasure.donationIds)
    await eraseMails(tx, { emails: erasure.confirmedEmails, purgeAt: mailOfErasedUntil(erasure.at) })
  },
  (tx, erasure) => eraseAccount(tx, erasure),
  (tx, erasure) => eraseConsents(tx, erasure.accountId),
]
