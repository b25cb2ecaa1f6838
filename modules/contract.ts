import { addressesContract } from './platform/addresses/contract.ts'
import { basketsContract } from './money/baskets/contract.ts'
import { cardsContract } from './money/cards/contract.ts'
import { campaignsContract, projectContract } from './causes/campaigns/contract.ts'
import { commentsContract } from './organizers/comments/contract.ts'
import { discoveryContract } from './causes/discovery/contract.ts'
import { curatingContract } from './causes/discovery/contract-curating.ts'
import { favouritesContract } from './causes/favourites/contract.ts'
import { charitiesContract, charityKeysContract } from './organizers/charities/contract.ts'
import { charityAddressContract } from './organizers/charities/contract-address.ts'
import { charityDonationsContract } from './organizers/charity-donors/contract.ts'
import { charityDonorsContract } from './organizers/charity-donors/contract-donors.ts'
import { charityFiltersContract } from './organizers/charity-donors/contract-filters.ts'
import { charityMailsContract } from './organizers/charity-donors/contract-mails.ts'
import { charityMergesContract } from '#modules/organizers/charity-donors/contract-merges.ts'
import { charityDomainsContract } from './organizers/charities/contract-domains.ts'
import { charityEmbedsContract } from './organizers/charities/contract-embeds.ts'
import { charityFundraisersContract } from './organizers/charities/contract-fundraisers.ts'
import { charityBankContract } from './organizers/charities/contract-bank.ts'
import { hostedPagesContract } from './organizers/hosted-pages/contract.ts'
import { supporterPagesContract } from './organizers/supporter-pages/contract.ts'
import { charityPageContract } from './organizers/charities/contract-page.ts'
import { charitySettingsContract } from './organizers/charities/contract-settings.ts'
import { fundraisingContract } from './organizers/fundraising/contract.ts'
import { currenciesContract } from './platform/currencies/contract.ts'
import { givingContract } from './money/giving/contract.ts'
import { apiKeysContract, identityContract, securityContract, twoFactorContract } from './platform/identity/contract.ts'
import { moderationContract } from './trust/moderation/contract.ts'
import { notificationsContract } from './platform/notifications/contract.ts'
import { organizingContract } from './organizers/organizing/contract.ts'
import { pageViewsContract } from './organizers/organizing/contract-page-views.ts'
import { paymentsContract } from './money/payments/contract.ts'
import { plansContract } from './recurring/plans/contract.ts'
import { privacyContract } from './trust/privacy/contract.ts'
import { receiptsContract } from './money/receipts/contract.ts'
import { taxAddressesContract } from '#modules/money/receipts/contract-tax-addresses.ts'
import { zakatMarkingContract } from '#modules/faith/zakat/contract-marking.ts'
import { payoutsContract } from './money/payouts/contract.ts'
import { giftAidClaimsContract } from './money/gift-aid/contract-claims.ts'
import { declarationsContract } from './money/gift-aid/contract-declarations.ts'
import { paperContract } from './money/gift-aid/contract-paper.ts'
import { publicLedgerContract } from './money/public-ledger/contract.ts'
import { payoutsStaffContract } from './money/payouts/contract-staff.ts'
import { refundsContract } from './money/refunds/contract.ts'
import { linksContract } from './recurring/subscriptions/contract-links.ts'
import { mailboxContract } from './recurring/subscriptions/contract-mailbox.ts'
import { managingContract } from './recurring/subscriptions/contract-managing.ts'
import { subscriptionsContract } from './recurring/subscriptions/contract.ts'
import { killSwitchContract } from './recurring/subscriptions/contract-kill-switch.ts'
import { monthsContract } from './recurring/subscriptions/contract-months.ts'
import { payingContract } from './recurring/subscriptions/contract-billing.ts'
import { planMailsContract } from './recurring/subscriptions/contract-notices.ts'
import { deedsContract } from './faith/deeds/contract.ts'
import { qurbaniContract } from './faith/qurbani/contract.ts'
import { qurbaniFulfilmentContract } from './faith/qurbani/contract-fulfilment.ts'
import { qurbaniRemindersContract } from './faith/qurbani/contract-reminders.ts'
import { distributionContract } from './faith/zakat/contract-distribution.ts'
import { zakatContract } from './faith/zakat/contract.ts'
import { zakatTrackingContract } from './faith/zakat/contract-tracking.ts'
import { referralsContract } from './organizers/referrals/contract.ts'
import { figuresContract } from './trust/figures/contract.ts'
import { changeFeedContract } from './organizers/change-feed/contract.ts'
import { webhooksContract } from './organizers/webhooks/contract.ts'
import { workspaceContract } from './organizers/workspace/contract.ts'

/**
 * Every call of the product, by its name. The server answers by it, the web is typed by it, the OpenAPI document comes
 * out of it.
 */
export const contract = {
  ...securityContract,
  ...twoFactorContract,
  ...apiKeysContract,
  ...identityContract,
  ...currenciesContract,
  ...notificationsContract,
  ...addressesContract,
  ...campaignsContract,
  ...projectContract,
  ...discoveryContract,
  ...curatingContract,
  ...favouritesContract,
  ...paymentsContract,
  ...cardsContract,
  ...givingContract,
  ...receiptsContract,
  ...taxAddressesContract,
  ...privacyContract,
  ...basketsContract,
  ...commentsContract,
  ...plansContract,
  ...subscriptionsContract,
  ...managingContract,
  ...linksContract,
  ...mailboxContract,
  ...payingContract,
  ...killSwitchContract,
  ...monthsContract,
  ...planMailsContract,
  ...refundsContract,
  ...payoutsContract,
  ...payoutsStaffContract,
  ...giftAidClaimsContract,
  ...declarationsContract,
  ...paperContract,
  ...publicLedgerContract,
  ...zakatMarkingContract,
  ...moderationContract,
  ...organizingContract,
  ...pageViewsContract,
  ...workspaceContract,
  ...referralsContract,
  ...webhooksContract,
  ...fundraisingContract,
  ...charitiesContract,
  ...hostedPagesContract,
  ...supporterPagesContract,
  ...charityPageContract,
  ...charitySettingsContract,
  ...charityBankContract,
  ...charityDonationsContract,
  ...charityDonorsContract,
  ...charityFiltersContract,
  ...charityMergesContract,
  ...charityMailsContract,
  ...changeFeedContract,
  ...charityAddressContract,
  ...charityDomainsContract,
  ...charityEmbedsContract,
  ...charityFundraisersContract,
  ...charityKeysContract,
  ...distributionContract,
  ...qurbaniContract,
  ...qurbaniFulfilmentContract,
  ...qurbaniRemindersContract,
  ...zakatContract,
  ...zakatTrackingContract,
  ...deedsContract,
  ...figuresContract,
}
export type ProductContract = typeof contract

/** The same calls by the module that serves them, for the API's page. */
export const contractsByModule = {
  addresses: addressesContract,
  baskets: basketsContract,
  campaigns: { ...campaignsContract, ...projectContract },
  cards: cardsContract,
  comments: commentsContract,
  discovery: { ...discoveryContract, ...curatingContract },
  favourites: favouritesContract,
  charities: {
    ...charitiesContract,
    ...charityPageContract,
    ...charitySettingsContract,
    ...charityBankContract,
    ...charityAddressContract,
    ...charityDomainsContract,
    ...charityEmbedsContract,
    ...charityFundraisersContract,
    ...charityKeysContract,
  },
  'charity-donors': {
    ...charityDonationsContract,
    ...charityDonorsContract,
    ...charityFiltersContract,
    ...charityMergesContract,
    ...charityMailsContract,
  },
  'hosted-pages': hostedPagesContract,
  'supporter-pages': supporterPagesContract,
  fundraising: fundraisingContract,
  currencies: currenciesContract,
  giving: givingContract,
  identity: { ...identityContract, ...securityContract, ...twoFactorContract, ...apiKeysContract },
  moderation: moderationContract,
  notifications: notificationsContract,
  organizing: { ...organizingContract, ...pageViewsContract },
  payments: paymentsContract,
  plans: plansContract,
  privacy: privacyContract,
  receipts: receiptsContract,
  refunds: refundsContract,
  payouts: { ...payoutsContract, ...payoutsStaffContract },
  'gift-aid-claims': giftAidClaimsContract,
  'gift-aid': { ...declarationsContract, ...paperContract },
  'public-ledger': publicLedgerContract,
  subscriptions: {
    ...subscriptionsContract,
    ...managingContract,
    ...linksContract,
    ...mailboxContract,
    ...payingContract,
    ...killSwitchContract,
    ...monthsContract,
    ...planMailsContract,
  },
  referrals: referralsContract,
  'change-feed': changeFeedContract,
  webhooks: webhooksContract,
  workspace: workspaceContract,
  'tax-addresses': taxAddressesContract,
  'zakat-marking': zakatMarkingContract,
  zakat: { ...zakatContract, ...zakatTrackingContract, ...distributionContract },
  deeds: deedsContract,
  figures: figuresContract,
  qurbani: { ...qurbaniContract, ...qurbaniRemindersContract, ...qurbaniFulfilmentContract },
}

/** What each module's calls are about, in one sentence, for the documents of the API. */
export const moduleDescriptions: Readonly<Record<keyof typeof contractsByModule, string>> = {
  addresses: 'The address book of an account, permitted countries, and suggestions of places.',
  baskets: 'Several donations to different campaigns that are paid together, for guests and accounts.',
  campaigns: 'Fundraisers and general funds in public: pages, cards, figures, news, sharing and giving levels.',
  cards: 'The saved cards of an account; the payment provider keeps their numbers.',
  comments: 'Words of support that donors leave with their donation, and their moderation by organizers.',
  discovery: 'Search, filters, featured campaigns and events, and the lists that staff curate.',
  favourites: 'The Giving List of an account: campaigns it saved for later.',
  fundraising: 'Creating and running fundraisers: drafts, review, giving levels, news, teams and charities.',
  charities: 'Charities about themselves: sign-up, verification, documents, members and settings.',
  'charity-donors':
    'All donations, donors and plans of a charity: lists, exports, notes and tags, thanks and receipts.',
  'hosted-pages': 'Pages of a charity: drafts, publication, versions and states.',
  'supporter-pages': 'Pages that supporters open below a fundraiser or hosted page: settings, lists, teams and states.',
  currencies: 'Supported currencies, the preferred currency of an account, and approximate conversions for display.',
  giving: 'One-time donations: quotes, payment, 3-D Secure challenges, thank-you pages, donor lists and history.',
  identity: 'Accounts, sessions, sign-in methods, passwords, passkeys, devices and preferences.',
  moderation: 'Reports, review cases, zakat verification, staff roles and the audit log.',
  notifications: 'Events of our own pages, and the mailbox of development installations.',
  'change-feed': 'Records of a charity by their last change, for programs that copy them.',
  webhooks: 'Addresses that events of a charity are sent to, and what was sent to them.',
  workspace: 'The home of a charity: its figures, and what its members have to do.',
  organizing:
    'The dashboard of a fundraiser: donations, claims of giving levels, offline donations, exports and posters.',
  payments: 'What a browser needs to show the card fields of the payment provider.',
  plans: 'Giving plans that charities and the platform offer, and the Hijri calendar they follow.',
  privacy: 'Data export, consent and erasure of an account.',
  receipts: 'Donation receipts and annual statements.',
  payouts:
    'Payouts to charities: what is free and why the rest waits, approval, bank files, statements, and the trail of a donation.',
  'gift-aid-claims': 'What a charity can claim as Gift Aid, its claims and their files for HMRC.',
  'gift-aid': 'Gift Aid declarations of donors, on the site and on paper, and what they cover.',
  'public-ledger': 'Published days of the ledger: files, heads, and the totals that anyone can recompute.',
  refunds: 'Refunds, refund requests, disputes and the manual review queue of payments.',
  subscriptions: 'Recurring donations of a donor: preview, start, change, pause, skip, pay and cancel.',
  'tax-addresses': 'The home address for Gift Aid and tax receipts, which donors give after the donation.',
  'zakat-marking': 'Earlier donations that their donor counts as zakat.',
  referrals: 'Referral links of donors and what was given through them.',
  zakat: 'Zakat: years of a donor, calculation, zakat given elsewhere, prices, rates, and its distribution.',
  figures: 'Figures of this installation about how donations are processed, and the overview for staff.',
  deeds: 'The recap of a donor’s giving in a completed Hijri year.',
  qurbani: 'Qurbani: items that charities offer, their prices and order windows.',
}
