import type { PageNamespaces } from '#shared/texts/namespaces.ts'

type Namespace = keyof PageNamespaces

/** Namespaces of all staff pages. */
export const deskNamespaces: readonly Namespace[] = [
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
export const accountNamespaces: readonly Namespace[] = [
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
export const campaignNamespaces: readonly Namespace[] = ['causes/campaigns', 'causes/campaign-page', 'causes/zakat']

/** Namespaces of the trails of a donation and of a receipt. */
export const trailNamespaces: readonly Namespace[] = [
  'money/donation-trail',
  'money/ledger-head',
  'faith/zakat-distribution',
  'causes/zakat',
]

/** Namespaces of both thank-you pages. */
export const thanksNamespaces: readonly Namespace[] = [
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
export const checkoutNamespaces: readonly Namespace[] = [
  'money/giving',
  'platform/addresses',
  'money/cards',
  'money/donation-faults',
  'recurring/plan-checkout',
]

/** Namespaces of all organizer pages. */
export const organizeNamespaces: readonly Namespace[] = [
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
export const ownCharityNamespaces: readonly Namespace[] = [
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

/** Namespaces of one of a charity's pages for its members, besides those of all of them. */
export const ofCharity = (path: string, ...more: readonly Namespace[]): readonly [RegExp, readonly Namespace[]] => [
  new RegExp(`^/organize/charities/\\d+${path}$`),
  [...ownCharityNamespaces, ...more],
]

/** Namespaces of the list, overview and editor of a charity's hosted pages. */
export const hostedPageNamespaces: readonly Namespace[] = [
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
