/* oxlint-disable typescript/consistent-type-imports -- a list of types: with 57 names of imports it would be written twice */
/**
 * The files of `locales/en/`, which give every text its key; `tests/texts.test.ts` compares this list with the folder and
 * the other languages with English.
 */

/** Texts of pages. */
export type PageNamespaces = {
  'causes/campaign-dialogs': typeof import('../../locales/en/causes/campaign-dialogs.json')
  'causes/campaign-page': typeof import('../../locales/en/causes/campaign-page.json')
  'causes/campaigns': typeof import('../../locales/en/causes/campaigns.json')
  'causes/causes': typeof import('../../locales/en/causes/causes.json')
  'causes/charities': typeof import('../../locales/en/causes/charities.json')
  'causes/curating': typeof import('../../locales/en/causes/curating.json')
  'causes/discovery': typeof import('../../locales/en/causes/discovery.json')
  'causes/zakat': typeof import('../../locales/en/causes/zakat.json')
  'faith/deeds-share': typeof import('../../locales/en/faith/deeds-share.json')
  'faith/faults': typeof import('../../locales/en/faith/faults.json')
  'faith/zakat-account': typeof import('../../locales/en/faith/zakat-account.json')
  'faith/zakat-calculator': typeof import('../../locales/en/faith/zakat-calculator.json')
  'faith/zakat-distribution': typeof import('../../locales/en/faith/zakat-distribution.json')
  'faith/zakat-home': typeof import('../../locales/en/faith/zakat-home.json')
  'faith/zakat-obligations': typeof import('../../locales/en/faith/zakat-obligations.json')
  'faith/zakat-paying': typeof import('../../locales/en/faith/zakat-paying.json')
  'money/basket-page': typeof import('../../locales/en/money/basket-page.json')
  'money/baskets': typeof import('../../locales/en/money/baskets.json')
  'money/cards': typeof import('../../locales/en/money/cards.json')
  'money/documents': typeof import('../../locales/en/money/documents.json')
  'money/giving': typeof import('../../locales/en/money/giving.json')
  'money/refunds': typeof import('../../locales/en/money/refunds.json')
  'organizers/comments': typeof import('../../locales/en/organizers/comments.json')
  'organizers/faults': typeof import('../../locales/en/organizers/faults.json')
  'organizers/fundraising': typeof import('../../locales/en/organizers/fundraising.json')
  'organizers/organize': typeof import('../../locales/en/organizers/organize.json')
  'organizers/referrals': typeof import('../../locales/en/organizers/referrals.json')
  'platform/account': typeof import('../../locales/en/platform/account.json')
  'platform/addresses': typeof import('../../locales/en/platform/addresses.json')
  'platform/countries': typeof import('../../locales/en/platform/countries.json')
  'platform/currencies': typeof import('../../locales/en/platform/currencies.json')
  'platform/devices': typeof import('../../locales/en/platform/devices.json')
  'platform/error-page': typeof import('../../locales/en/platform/error-page.json')
  'platform/faults': typeof import('../../locales/en/platform/faults.json')
  'platform/identity': typeof import('../../locales/en/platform/identity.json')
  'platform/kit': typeof import('../../locales/en/platform/kit.json')
  'platform/shell': typeof import('../../locales/en/platform/shell.json')
  'platform/unreadable': typeof import('../../locales/en/platform/unreadable.json')
  'recurring/managing': typeof import('../../locales/en/recurring/managing.json')
  'recurring/plan-mails': typeof import('../../locales/en/recurring/plan-mails.json')
  'recurring/plan-wizard': typeof import('../../locales/en/recurring/plan-wizard.json')
  'recurring/programmes': typeof import('../../locales/en/recurring/programmes.json')
  'trust/faults': typeof import('../../locales/en/trust/faults.json')
  'trust/privacy': typeof import('../../locales/en/trust/privacy.json')
  'trust/reports': typeof import('../../locales/en/trust/reports.json')
  'trust/staff': typeof import('../../locales/en/trust/staff.json')
}

/** Texts of mails, documents and files. */
type ServerNamespaces = {
  'causes/nonprofit-types': typeof import('../../locales/en/causes/nonprofit-types.json')
  'faith/deeds-mails': typeof import('../../locales/en/faith/deeds-mails.json')
  'faith/zakat-mails': typeof import('../../locales/en/faith/zakat-mails.json')
  'faith/zakat-statement': typeof import('../../locales/en/faith/zakat-statement.json')
  'money/card-mails': typeof import('../../locales/en/money/card-mails.json')
  'money/donation-fields': typeof import('../../locales/en/money/donation-fields.json')
  'money/receipt-copies': typeof import('../../locales/en/money/receipt-copies.json')
  'money/receipts': typeof import('../../locales/en/money/receipts.json')
  'money/refund-mails': typeof import('../../locales/en/money/refund-mails.json')
  'organizers/fundraising-mails': typeof import('../../locales/en/organizers/fundraising-mails.json')
  'organizers/organizing': typeof import('../../locales/en/organizers/organizing.json')
  'organizers/referral-files': typeof import('../../locales/en/organizers/referral-files.json')
  'platform/identity-mails': typeof import('../../locales/en/platform/identity-mails.json')
  'platform/new-browser-mail': typeof import('../../locales/en/platform/new-browser-mail.json')
  'platform/roles-mail': typeof import('../../locales/en/platform/roles-mail.json')
  'recurring/plan-notices': typeof import('../../locales/en/recurring/plan-notices.json')
  'trust/assignment-mail': typeof import('../../locales/en/trust/assignment-mail.json')
  'trust/erasure-mail': typeof import('../../locales/en/trust/erasure-mail.json')
  'trust/moderation-mails': typeof import('../../locales/en/trust/moderation-mails.json')
  'trust/privacy-mails': typeof import('../../locales/en/trust/privacy-mails.json')
}

export type Namespaces = PageNamespaces & ServerNamespaces
export type Namespace = keyof Namespaces
