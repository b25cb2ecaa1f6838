import type { PageNamespaces } from '#shared/texts/namespaces.ts'
import { hasHeaderSearch, isOrganizingPage } from '#shared/pages/public-pages.ts'
import { problemClasses } from '#shared/problem.ts'
import type { Catalogue, Locale } from '#shared/text.ts'
import { required } from '#shared/collections.ts'
import {
  accountNamespaces,
  campaignNamespaces,
  checkoutNamespaces,
  deskNamespaces,
  hostedPageNamespaces,
  ofCharity,
  organizeNamespaces,
  ownCharityNamespaces,
  thanksNamespaces,
  trailNamespaces,
} from './namespace-lists.ts'
import { pageTexts, type PageTexts } from './page-texts.ts'

type Namespace = keyof PageNamespaces
/** All catalogues except those of the demo's seed. */
const files = import.meta.glob<Catalogue>(['../../locales/*/*/*.json', '!../../locales/*/seed/*.json'], {
  eager: true,
  import: 'default',
})

/** Returns one catalogue. Server only; a page's texts are embedded in its document. */
export const catalogueOf = (namespace: Namespace, locale: Locale): Catalogue =>
  required(files[`../../locales/${locale}/${namespace}.json`], `file of ${namespace}`)

/** The namespaces of each page, besides those of the shared layout. */
const pages: readonly (readonly [RegExp, readonly Namespace[]])[] = [
  [/^\/v4\/checkout\//, checkoutNamespaces],
  [/^\/embed\/[^/]+\/form$/, [...checkoutNamespaces, 'money/thank-you', 'money/embed', 'money/documents']],
  [/^\/v4\/basket$/, ['money/basket-page', 'money/giving', 'platform/addresses', 'money/cards', 'platform/faults']],
  [/^\/v4\/basket\/thankyou$/, ['money/basket-page', ...thanksNamespaces]],
  [/^\/v4\/basket\/add\//, ['money/baskets', 'money/giving', 'platform/addresses', 'platform/faults']],
  [/^\/thankyou\//, [...thanksNamespaces, 'money/bank-debit']],
  [/^\/receipts\/[^/]+\/trail$/, trailNamespaces],
  [/^\/gift-aid\/confirm$/, ['money/gift-aid', 'platform/faults']],
  [/^\/tax-address$/, ['money/tax-address', 'platform/addresses', 'platform/faults']],
  [/^\/v4\/campaign\/[^/]+\/share$/, ['causes/campaigns', 'causes/campaign-dialogs']],
  [/^\/v4\/campaign\/[^/]+\/report$/, ['trust/reports', 'platform/faults', 'trust/faults']],
  [/^\/charity-(email|bank)$/, ['organizers/charities', 'platform/faults', 'organizers/faults']],
  [/^\/organizations\/[^/]+\/hosted-pages/, hostedPageNamespaces],
  [
    /^\/organizations\//,
    ['organizers/charity-page', 'causes/campaigns', 'causes/campaign-page', 'causes/causes', 'causes/zakat'],
  ],
  [/^\/pages\//, ['organizers/hosted-page', ...campaignNamespaces]],
  [/^\/v4\/campaign\//, campaignNamespaces],
  [
    /^\/v4\/zakat\/?$/,
    ['faith/zakat-home', 'faith/zakat-short', 'causes/zakat', 'causes/campaigns', 'faith/faults', 'platform/faults'],
  ],
  [
    /^\/v4\/zakat\/(al-fitr|fidya|kaffarah)\/?$/,
    ['faith/zakat-obligations', 'causes/campaigns', 'faith/faults', 'platform/faults'],
  ],
  [/^\/v4\/zakat\/calculator$/, ['faith/zakat-calculator', 'faith/zakat-short', 'faith/faults', 'platform/faults']],
  [/^\/v4\/qurbani$/, ['faith/qurbani', 'platform/faults']],
  [
    /^\/v4\/zakat\/give$/,
    [
      'faith/zakat-paying',
      'faith/faults',
      'recurring/faults',
      'money/giving',
      'causes/campaigns',
      'causes/zakat',
      'platform/faults',
    ],
  ],
  [
    /^\/deeds\/?$/,
    [
      'faith/deeds',
      'faith/deeds-share',
      'recurring/programmes',
      'causes/campaigns',
      'causes/discovery',
      'platform/faults',
    ],
  ],
  [
    /^\/(help|fees|donor-protection|contact|for-charities|privacy|terms|cookies|accessibility)$/,
    ['platform/information'],
  ],
  [/^\/ledger(\/|$)/, ['money/public-ledger']],
  [/^\/trust\/?$/, ['trust/figures']],
  [/^\/(zakat-policy|gift-aid)$/, ['causes/campaign-dialogs', 'causes/zakat']],
  [
    /^\/v4\/discover\/?$/,
    ['causes/campaigns', 'causes/causes', 'causes/discovery', 'causes/zakat', 'recurring/programmes'],
  ],
  [
    /^\/(v4)?(\/discover|\/events\/[^/]+)?\/?$/,
    ['causes/home', 'causes/campaigns', 'causes/causes', 'causes/discovery', 'recurring/programmes'],
  ],
  [/^\/login\/again$/, ['platform/log-in-again', 'platform/identity']],
  [
    /^\/(login(\/(link|donations|second-factor|keep-second-factor))?|signup|v4\/(signup|confirm-email)|password\/(new|forgotten))$/,
    ['platform/identity', 'platform/identity-faults', 'platform/devices', 'platform/faults'],
  ],
  [/^\/scheduled-giving$/, ['recurring/plan-wizard', 'recurring/faults', 'recurring/programmes']],
  [
    /^\/scheduled-giving\/thank-you$/,
    [
      'recurring/plan-wizard',
      'recurring/plan-thanks',
      'recurring/faults',
      'recurring/programmes',
      'recurring/managing',
      'platform/faults',
    ],
  ],
  [
    /^\/scheduled-giving\/(friday-givers|daily-givers|dhc|ramadan|plans)/,
    [
      'recurring/plan-wizard',
      'recurring/faults',
      'recurring/programmes',
      'money/giving',
      'platform/addresses',
      'money/cards',
      'money/saved-cards',
      'platform/faults',
    ],
  ],
  [/^\/dev\/dns$/, ['organizers/dev-dns', 'platform/faults']],
  [/^\/dev\/mail/, ['platform/dev-mail']],
  [/^\/currency$/, ['platform/currencies']],
  [/^\/country$/, ['platform/countries']],
  [
    /^\/scheduled-giving\/(manage|authenticate)$/,
    ['recurring/managing', 'recurring/plan-links', 'recurring/faults', 'money/cards', 'platform/faults'],
  ],
  [
    /^\/scheduled-giving\/change$/,
    [
      'recurring/managing',
      'recurring/plan-links',
      'recurring/faults',
      'money/cards',
      'money/saved-cards',
      'money/giving',
      'platform/faults',
    ],
  ],
  [/^\/account\/referrals(\/|$)/, [...accountNamespaces, 'organizers/referrals']],
  [/^\/account\/api-keys$/, [...accountNamespaces, 'platform/api-keys']],
  [
    /^\/account\/donations\/[^/]+\/zakat$/,
    [...accountNamespaces, 'faith/zakat-distribution', 'causes/zakat', 'faith/faults'],
  ],
  [/^\/account\/donations\/[^/]+\/trail$/, [...accountNamespaces, ...trailNamespaces]],
  [/^\/account\/gift-aid$/, [...accountNamespaces, 'money/gift-aid', 'platform/faults']],
  [/^\/account\/donations\/[^/]+\/tax-address$/, [...accountNamespaces, 'money/tax-address']],
  [/^\/account\/donations\/[^/]+\/qurbani$/, [...accountNamespaces, 'faith/qurbani-fulfilment', 'faith/faults']],
  [
    /^\/account\/zakat\/years\//,
    [...accountNamespaces, 'faith/zakat-account', 'faith/zakat-calculator', 'faith/zakat-short', 'faith/faults'],
  ],
  [/^\/account\/zakat(\/|$)/, [...accountNamespaces, 'faith/zakat-account', 'faith/faults']],
  [/^\/account\/giving\/[^/]+$/, [...accountNamespaces, 'recurring/plan-wizard']],
  [/^\/account\/pages(\/|$)/, [...accountNamespaces, 'organizers/supporter-pages', 'organizers/faults']],
  [/^\/account(\/|$)/, accountNamespaces],
  [
    /^\/organize\/[^/]+\/qurbani\/[^/]+\/shares$/,
    [
      'organizers/organize',
      'organizers/fundraising',
      'organizers/comments',
      'faith/qurbani-fulfilment',
      'platform/faults',
      'faith/faults',
    ],
  ],
  [
    /^\/organize\/[^/]+\/distributions$/,
    [
      'organizers/organize',
      'organizers/fundraising',
      'causes/zakat',
      'causes/campaigns',
      'organizers/comments',
      'faith/zakat-distribution',
      'platform/faults',
      'money/faults',
      'recurring/faults',
      'organizers/faults',
      'trust/faults',
      'faith/faults',
    ],
  ],
  [
    /^\/organize\/[^/]+\/qurbani(\/|$)/,
    [
      'organizers/organize',
      'organizers/fundraising',
      'organizers/comments',
      'faith/qurbani-items',
      'platform/faults',
      'faith/faults',
    ],
  ],
  [/^\/organize$/, [...accountNamespaces, 'organizers/organize', 'organizers/fundraising', 'organizers/faults']],
  ofCharity('', 'organizers/workspace'),
  ofCharity('/api-keys', 'platform/api-keys'),
  ofCharity('/domains', 'organizers/charity-domains'),
  ofCharity('/gift-aid(/.+)?', 'money/gift-aid-claims'),
  ofCharity('/payouts(/[^/]+)?', 'money/charity-payouts', 'money/ledger-head'),
  ofCharity('/team', ...organizeNamespaces),
  ofCharity('/(donations|donors|plans)(/[^/]+)?', 'organizers/charity-donors', 'recurring/faults'),
  ofCharity('/audit', 'trust/audit-acts'),
  [/^\/organize\/charities\//, ownCharityNamespaces],
  [/^\/organize(\/|$)/, organizeNamespaces],
  [/^\/staff\/zakat-distributions$/, [...deskNamespaces, 'faith/zakat-distribution', 'faith/faults']],
  [/^\/staff\/qurbani\/[^/]+\/shares$/, [...deskNamespaces, 'faith/qurbani-fulfilment', 'faith/faults']],
  [/^\/staff\/qurbani(\/|$)/, [...deskNamespaces, 'faith/qurbani-items', 'faith/faults']],
  [/^\/staff\/payouts(\/|$)/, [...deskNamespaces, 'money/payouts-staff', 'faith/faults']],
  [/^\/staff\/charities(\/|$)/, [...deskNamespaces, 'causes/charities', 'causes/causes']],
  [/^\/staff\/cases\//, [...deskNamespaces, 'organizers/charities', 'organizers/fundraising', 'causes/causes']],
  [/^\/staff\/donations(\/|$)/, [...deskNamespaces, 'money/cards', 'money/ledger']],
  [/^\/staff\/calendar(\/|$)/, [...deskNamespaces, 'recurring/plan-wizard']],
  [/^\/staff\/?$/, [...deskNamespaces, 'trust/staff-home']],
  [/^\/staff\/audit$/, [...deskNamespaces, 'trust/audit-acts']],
  [/^\/staff(\/|$)/, deskNamespaces],
  [/^\/unsubscribe\/qurbani\//, ['faith/qurbani', 'platform/faults']],
  [/^\/unsubscribe\//, ['organizers/fundraising', 'platform/faults', 'organizers/faults']],
  [/^\/scheduled-giving\/(mails\/|not-me$)/, ['recurring/plan-mails']],
  [/^\/qurbani-choice$/, ['faith/qurbani-fulfilment', 'faith/faults', 'platform/faults']],
  [/^\/refund-duplicate$/, ['money/refunds', 'platform/faults', 'money/faults']],
  [/^\/erased$/, ['trust/privacy']],
  [
    /^\/dev\/kit$/,
    ['platform/kit', 'causes/campaigns', 'money/giving', 'platform/addresses', 'money/cards', 'platform/faults'],
  ],
]

/** All namespaces that pages use. */
export const pageNamespaces: ReadonlySet<Namespace> = new Set([
  'platform/shell',
  'causes/search',
  ...pages.flatMap(([, names]) => names),
])

/** Returns the default texts of errors without a text of their own, which any page can show. */
const problemClassTexts = (locale: Locale): Catalogue =>
  Object.fromEntries(
    Object.keys(problemClasses).map((name) => [name, required(catalogueOf('platform/faults', locale)[name])]),
  )

/** Faults of a donation's fields have a file of their own, because a checkout needs no others. */
const withDonationFaults = (namespaces: readonly Namespace[]): readonly Namespace[] =>
  namespaces.includes('platform/faults') ? ['money/donation-faults', ...namespaces] : namespaces

const namespacesOf = (pathname: string): readonly Namespace[] => [
  ...withDonationFaults(pages.find(([path]) => path.test(pathname))?.[1] ?? []),
  ...(hasHeaderSearch(pathname) ? (['causes/search'] as const) : []),
  ...(isOrganizingPage(pathname) ? (['platform/confirm-email'] as const) : []),
]

const messagesOf = (namespaces: readonly Namespace[], locale: Locale): Catalogue =>
  Object.assign(
    {},
    problemClassTexts(locale),
    catalogueOf('platform/shell', locale),
    ...namespaces.map((namespace) => catalogueOf(namespace, locale)),
  ) as Catalogue

export const messagesFor = (pathname: string, locale: Locale): Catalogue => messagesOf(namespacesOf(pathname), locale)

/** Cache by language and namespaces, since texts are the same for everyone. */
const texts = new Map<string, PageTexts>()

export function textsFor(pathname: string, locale: Locale): PageTexts {
  const namespaces = namespacesOf(pathname)
  const key = [locale, ...namespaces].join()
  let found = texts.get(key)
  if (!found) texts.set(key, (found = pageTexts(messagesOf(namespaces, locale))))
  return found
}
