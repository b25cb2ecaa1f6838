import type { Ports, Tx } from '#shared/ports.ts'
import { eraseAddresses } from '#modules/platform/addresses/index.ts'
import { eraseFromDistributions } from '#modules/faith/zakat/index-distribution.ts'
import { eraseBaskets } from '#modules/money/baskets/index.ts'
import { detachCards } from '#modules/money/cards/index.ts'
import { eraseTeamMember } from '#modules/causes/campaigns/index-team.ts'
import { eraseComments } from '#modules/organizers/comments/index.ts'
import { eraseFavourites } from '#modules/causes/favourites/index.ts'
import { eraseHostedPages } from '#modules/organizers/hosted-pages/index.ts'
import { eraseSupporterPages } from '#modules/organizers/supporter-pages/index.ts'
import { eraseFundraising } from '#modules/organizers/fundraising/index.ts'
import { eraseGifts } from '#modules/money/giving/index-erasure.ts'
import { eraseAccount } from '#modules/platform/identity/index.ts'
import { eraseEvidence, eraseReports, eraseWordsInCases } from '#modules/trust/moderation/index.ts'
import { erasePictures } from '#modules/platform/media/index.ts'
import { eraseMails, eraseMailsAbout, mailOfErasedUntil } from '#modules/platform/notifications/index.ts'
import { eraseOrganizer } from '#modules/organizers/organizing/index.ts'
import { eraseMember } from '#modules/causes/organizations/index-members.ts'
import { eraseStatements } from '#modules/money/receipts/index.ts'
import { eraseSubscriptions } from '#modules/recurring/agreement/index.ts'
import { anonymizeReferer } from '#modules/organizers/referrals/index.ts'
import { eraseRequests } from '#modules/money/refunds/index.ts'
import { eraseDeeds } from '#modules/faith/deeds/index.ts'
import { eraseQurbaniReminders } from '#modules/faith/qurbani/index.ts'
import { eraseZakat } from '#modules/faith/zakat/index.ts'
import { eraseConsents } from './queries-consents.ts'
import { eraseExports } from './queries.ts'

/** The erased account, and its donations in the books. */
type Erased = {
  readonly accountId: string
  /** Normalized; excludes unproven addresses and those that another account has proven since. */
  readonly provenEmails: readonly string[]
  readonly donationIds: readonly string[]
  readonly at: Date
}

type Eraser = (tx: Tx, of: Erased, ports: Ports) => Promise<unknown>

/**
 * Everything that is erased, each by the module that stores it, in one transaction and in this order. New data of an
 * account needs a line here. Jobs remove cards from the payment provider, since this transaction makes no network
 * calls.
 */
export const erasers: readonly Eraser[] = [
  (tx, of) => eraseWordsInCases(tx, of),
  (tx, of) => eraseComments(tx, of),
  (tx, of) => eraseReports(tx, { accountId: of.accountId, emails: of.provenEmails }),
  (tx, of) => eraseEvidence(tx, of.accountId),
  (tx, of) => eraseFromDistributions(tx, of.accountId),
  (tx, of) => eraseBaskets(tx, of),
  (tx, of) => eraseFavourites(tx, of.accountId),
  (tx, of) => eraseOrganizer(tx, of.accountId),
  (tx, of) => anonymizeReferer(tx, of.accountId),
  (tx, of) => eraseFundraising(tx, of),
  (tx, of) => eraseHostedPages(tx, of.accountId),
  (tx, of, ports) => eraseSupporterPages(ports, tx, of),
  (tx, of, ports) => erasePictures(ports, tx, of.accountId),
  (tx, of) => eraseTeamMember(tx, of.accountId),
  (tx, of) => eraseMember(tx, of.accountId),
  (tx, of) => eraseAddresses(tx, of.accountId),
  (tx, of) => eraseSubscriptions(tx, of),
  (tx, of, ports) => detachCards(ports, tx, of.accountId),
  (tx, of) => eraseStatements(tx, of.accountId),
  (tx, of) => eraseRequests(tx, of.accountId),
  (tx, of) => eraseZakat(tx, of.accountId),
  (tx, of) => eraseQurbaniReminders(tx, of.provenEmails),
  (tx, of) => eraseDeeds(tx, of.accountId),
  (tx, of) => eraseGifts(tx, of),
  (tx, of) => eraseExports(tx, of.accountId),
  async (tx, of) => {
    await eraseMailsAbout(tx, of.donationIds)
    await eraseMails(tx, { emails: of.provenEmails, purgeAt: mailOfErasedUntil(of.at) })
  },
  (tx, of) => eraseAccount(tx, of),
  (tx, of) => eraseConsents(tx, of.accountId),
]
