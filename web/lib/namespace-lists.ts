import type { PageNamespaces } from '#shared/texts/namespaces.ts'

/** The files of texts (i18next namespaces) that a route exports as `namespaces`; its layout's are added. */
export type Namespaces = readonly (keyof PageNamespaces)[]
/** Exported by a route whose paths need different texts. */
export type NamespacesOf = (params: Readonly<Record<string, string | undefined>>) => Namespaces

/** Namespaces of all staff pages. */
export const deskNamespaces: Namespaces = [
  'trust/staff',
  'causes/curating',
  'causes/zakat',
  'money/refunds',
  'causes/campaigns',
  'organizers/comments',
  'money/documents',
  'platform/faults',
  'platform/identity-faults',
  'money/faults',
  'recurring/faults',
  'organizers/faults',
  'trust/faults',
]

/** Namespaces of all account pages. */
export const accountNamespaces: Namespaces = [
  'platform/account',
  'causes/campaigns',
  'organizers/comments',
  'platform/identity',
  'platform/identity-faults',
  'platform/addresses',
  'platform/saved-addresses',
  'money/cards',
  'money/saved-cards',
  'platform/currencies',
  'platform/devices',
  'money/documents',
  'money/giving',
  'money/thank-you',
  'recurring/managing',
  'recurring/plan-mails',
  'trust/privacy',
  'money/refunds',
  'recurring/programmes',
  'platform/faults',
  'money/faults',
  'recurring/faults',
  'trust/faults',
]

/** Namespaces of a campaign page. */
export const campaignNamespaces: Namespaces = ['causes/campaigns', 'causes/campaign-page', 'causes/zakat']

/** Namespaces of the trails of a donation and of a receipt. */
export const trailNamespaces: Namespaces = [
  'money/donation-trail',
  'money/ledger-head',
  'faith/zakat-distribution',
  'causes/zakat',
]

/** Namespaces of both thank-you pages. */
export const thanksNamespaces: Namespaces = [
  'recurring/plan-thanks',
  'recurring/faults',
  'money/giving',
  'money/thank-you',
  'money/tax-address',
  'causes/campaigns',
  'platform/addresses',
  'platform/identity',
  'platform/identity-faults',
  'platform/faults',
  'money/documents',
]

/** Namespaces of the donation form. */
export const checkoutNamespaces: Namespaces = [
  'money/giving',
  'platform/addresses',
  'money/cards',
  'money/donation-faults',
  'recurring/plan-checkout',
]

/** Namespaces of all organizer pages. */
export const organizeNamespaces: Namespaces = [
  'organizers/organize',
  'organizers/supporter-pages',
  'organizers/fundraising',
  'causes/causes',
  'causes/zakat',
  'causes/campaigns',
  'organizers/comments',
  'platform/identity',
  'platform/identity-faults',
  'platform/faults',
  'money/faults',
  'recurring/faults',
  'organizers/faults',
  'trust/faults',
]

/** Namespaces of most pages of a charity for its members. */
export const ownCharityNamespaces: Namespaces = [
  'organizers/charities',
  'organizers/fundraising',
  'organizers/organize',
  'causes/causes',
  'platform/identity',
  'platform/identity-faults',
  'platform/faults',
  'organizers/faults',
  'trust/faults',
]

/** Namespaces of the list, overview and editor of a charity's hosted pages. */
export const hostedPageNamespaces: Namespaces = [
  'organizers/hosted-pages',
  'organizers/hosted-page',
  'organizers/charities',
  'organizers/fundraising',
  'organizers/faults',
  'causes/campaigns',
  'causes/campaign-page',
  'causes/causes',
  'platform/faults',
]

/** Namespaces of the form of a basket line. */
export const basketLineNamespaces: Namespaces = [
  'money/baskets',
  'money/giving',
  'platform/addresses',
  'platform/faults',
]

/** Namespaces of Deeds. */
export const deedsNamespaces: Namespaces = [
  'faith/deeds',
  'faith/deeds-share',
  'recurring/programmes',
  'causes/campaigns',
  'causes/discovery',
  'platform/faults',
]

/** Namespaces of logging in, signing up and new passwords. */
export const loginNamespaces: Namespaces = [
  'platform/identity',
  'platform/identity-faults',
  'platform/devices',
  'platform/faults',
]
