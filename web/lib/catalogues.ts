import { faults as arFaults } from '#shared/faults/ar.ts'
import { faults as enFaults } from '#shared/faults/en.ts'
import { problemClasses, type ProblemClass } from '#shared/problem.ts'
import type { Catalogue, Locale } from '#shared/text.ts'
import { campaigns as arCampaigns } from '../messages/ar/campaigns.ts'
import { causes as arCauses } from '../messages/ar/causes.ts'
import { charities as arCharities } from '../messages/ar/charities.ts'
import { campaignDialogs as arCampaignDialogs } from '../messages/ar/campaign-dialogs.ts'
import { campaignPage as arCampaignPage } from '../messages/ar/campaign-page.ts'
import { giving as arGiving } from '../messages/ar/giving.ts'
import { kit as arKit } from '../messages/ar/kit.ts'
import { account as arAccount } from '../messages/ar/account.ts'
import { identity as arIdentity } from '../messages/ar/identity.ts'
import { addresses as arAddresses } from '../messages/ar/addresses.ts'
import { basketPage as arBasketPage } from '../messages/ar/basket-page.ts'
import { baskets as arBaskets } from '../messages/ar/baskets.ts'
import { cards as arCards } from '../messages/ar/cards.ts'
import { countries as arCountries } from '../messages/ar/countries.ts'
import { currencies as arCurrencies } from '../messages/ar/currencies.ts'
import { devices as arDevices } from '../messages/ar/devices.ts'
import { documents as arDocuments } from '../messages/ar/documents.ts'
import { privacy as arPrivacy } from '../messages/ar/privacy.ts'
import { organize as arOrganize } from '../messages/ar/organize.ts'
import { reports as arReports } from '../messages/ar/reports.ts'
import { zakat as arZakat } from '../messages/ar/zakat.ts'
import { staff as arStaff } from '../messages/ar/staff.ts'
import { curating as arCurating } from '../messages/ar/curating.ts'
import { discovery as arDiscovery } from '../messages/ar/discovery.ts'
import { fundraising as arFundraising } from '../messages/ar/fundraising.ts'
import { refunds as arRefunds } from '../messages/ar/refunds.ts'
import { planMails as arPlanMails } from '../messages/ar/plan-mails.ts'
import { referrals as arReferrals } from '../messages/ar/referrals.ts'
import { managing as arManaging } from '../messages/ar/managing.ts'
import { comments as arComments } from '../messages/ar/comments.ts'
import { programmes as arProgrammes } from '../messages/ar/programmes.ts'
import { planWizard as arPlanWizard } from '../messages/ar/plan-wizard.ts'
import { shell as arShell } from '../messages/ar/shell.ts'
import { campaigns as enCampaigns } from '../messages/en/campaigns.ts'
import { causes as enCauses } from '../messages/en/causes.ts'
import { charities as enCharities } from '../messages/en/charities.ts'
import { campaignDialogs as enCampaignDialogs } from '../messages/en/campaign-dialogs.ts'
import { campaignPage as enCampaignPage } from '../messages/en/campaign-page.ts'
import { giving as enGiving } from '../messages/en/giving.ts'
import { kit as enKit } from '../messages/en/kit.ts'
import { account as enAccount } from '../messages/en/account.ts'
import { identity as enIdentity } from '../messages/en/identity.ts'
import { addresses as enAddresses } from '../messages/en/addresses.ts'
import { basketPage as enBasketPage } from '../messages/en/basket-page.ts'
import { baskets as enBaskets } from '../messages/en/baskets.ts'
import { cards as enCards } from '../messages/en/cards.ts'
import { countries as enCountries } from '../messages/en/countries.ts'
import { currencies as enCurrencies } from '../messages/en/currencies.ts'
import { devices as enDevices } from '../messages/en/devices.ts'
import { documents as enDocuments } from '../messages/en/documents.ts'
import { privacy as enPrivacy } from '../messages/en/privacy.ts'
import { organize as enOrganize } from '../messages/en/organize.ts'
import { reports as enReports } from '../messages/en/reports.ts'
import { zakat as enZakat } from '../messages/en/zakat.ts'
import { staff as enStaff } from '../messages/en/staff.ts'
import { curating as enCurating } from '../messages/en/curating.ts'
import { discovery as enDiscovery } from '../messages/en/discovery.ts'
import { fundraising as enFundraising } from '../messages/en/fundraising.ts'
import { refunds as enRefunds } from '../messages/en/refunds.ts'
import { planMails as enPlanMails } from '../messages/en/plan-mails.ts'
import { referrals as enReferrals } from '../messages/en/referrals.ts'
import { managing as enManaging } from '../messages/en/managing.ts'
import { comments as enComments } from '../messages/en/comments.ts'
import { programmes as enProgrammes } from '../messages/en/programmes.ts'
import { planWizard as enPlanWizard } from '../messages/en/plan-wizard.ts'
import { shell as enShell } from '../messages/en/shell.ts'
import { pageTexts, type PageTexts } from './page-texts.ts'

/**
 * Every text of the web, by language and feature. Only the server reads this; a page's own texts travel with the page.
 */
export const catalogues = {
  en: {
    shell: enShell,
    campaigns: enCampaigns,
    giving: enGiving,
    kit: enKit,
    faults: enFaults,
    account: enAccount,
    identity: enIdentity,
    addresses: enAddresses,
    baskets: enBaskets,
    cards: enCards,
    basketPage: enBasketPage,
    countries: enCountries,
    currencies: enCurrencies,
    devices: enDevices,
    documents: enDocuments,
    privacy: enPrivacy,
    comments: enComments,
    campaignPage: enCampaignPage,
    campaignDialogs: enCampaignDialogs,
    refunds: enRefunds,
    referrals: enReferrals,
    fundraising: enFundraising,
    planMails: enPlanMails,
    discovery: enDiscovery,
    reports: enReports,
    zakat: enZakat,
    causes: enCauses,
    charities: enCharities,
    staff: enStaff,
    curating: enCurating,
    organize: enOrganize,
    managing: enManaging,
    planWizard: enPlanWizard,
    programmes: enProgrammes,
  },
  ar: {
    shell: arShell,
    campaigns: arCampaigns,
    giving: arGiving,
    kit: arKit,
    faults: arFaults,
    account: arAccount,
    identity: arIdentity,
    addresses: arAddresses,
    baskets: arBaskets,
    cards: arCards,
    basketPage: arBasketPage,
    countries: arCountries,
    currencies: arCurrencies,
    devices: arDevices,
    documents: arDocuments,
    privacy: arPrivacy,
    comments: arComments,
    campaignPage: arCampaignPage,
    campaignDialogs: arCampaignDialogs,
    refunds: arRefunds,
    referrals: arReferrals,
    fundraising: arFundraising,
    planMails: arPlanMails,
    discovery: arDiscovery,
    reports: arReports,
    zakat: arZakat,
    causes: arCauses,
    charities: arCharities,
    staff: arStaff,
    curating: arCurating,
    organize: arOrganize,
    managing: arManaging,
    planWizard: arPlanWizard,
    programmes: arProgrammes,
  },
} as const satisfies Record<Locale, Record<string, Catalogue>>

type Feature = keyof (typeof catalogues)['en']

/** Of every page of the operator's desk. */
const deskFeatures: readonly Feature[] = [
  'staff',
  'curating',
  'zakat',
  'refunds',
  'campaigns',
  'comments',
  'documents',
  'faults',
]

/** Of every page of somebody’s account. */
const accountFeatures: readonly Feature[] = [
  'account',
  'campaigns',
  'comments',
  'identity',
  'addresses',
  'cards',
  'currencies',
  'devices',
  'documents',
  'giving',
  'managing',
  'planMails',
  'privacy',
  'refunds',
  'programmes',
  'faults',
]

/** Which texts a page needs besides the frame around it. */
const pages: readonly (readonly [RegExp, readonly Feature[]])[] = [
  [/^\/v4\/checkout\//, ['giving', 'addresses', 'cards', 'faults']],
  [/^\/v4\/basket$/, ['basketPage', 'giving', 'addresses', 'cards', 'faults']],
  [/^\/v4\/basket\/thankyou$/, ['basketPage', 'giving', 'campaigns', 'identity', 'documents']],
  [/^\/v4\/basket\/add\//, ['baskets', 'giving', 'addresses', 'faults']],
  [/^\/thankyou\//, ['giving', 'campaigns', 'identity', 'documents']],
  [/^\/v4\/campaign\/[^/]+\/share$/, ['campaigns', 'campaignDialogs']],
  [/^\/v4\/campaign\/[^/]+\/report$/, ['reports', 'faults']],
  [/^\/v4\/campaign\//, ['campaigns', 'campaignPage']],
  [/^\/(zakat-policy|gift-aid)$/, ['campaignDialogs', 'zakat']],
  [/^\/(v4)?(\/discover|\/events\/[^/]+)?\/?$/, ['campaigns', 'causes', 'discovery', 'programmes']],
  [
    /^\/(login(\/link)?|signup|v4\/(signup|confirm-email)|password\/(new|forgotten))$/,
    ['identity', 'devices', 'faults'],
  ],
  [/^\/scheduled-giving$/, ['planWizard', 'programmes']],
  [/^\/scheduled-giving\/thank-you$/, ['planWizard', 'programmes', 'managing']],
  [
    /^\/scheduled-giving\/(friday-givers|daily-givers|dhc|ramadan|plans)/,
    ['planWizard', 'programmes', 'giving', 'addresses', 'cards', 'faults'],
  ],
  [/^\/currency$/, ['currencies']],
  [/^\/country$/, ['countries']],
  [/^\/scheduled-giving\/(manage|authenticate)$/, ['managing', 'faults']],
  [
    /^\/account\/referrals(\/|$)/,
    [
      'account',
      'identity',
      'campaigns',
      'addresses',
      'cards',
      'devices',
      'documents',
      'giving',
      'privacy',
      'programmes',
      'referrals',
      'faults',
    ],
  ],
  [/^\/account\/giving\/[^/]+$/, [...accountFeatures, 'planWizard']],
  [/^\/account(\/|$)/, accountFeatures],
  [/^\/organize(\/|$)/, ['organize', 'fundraising', 'causes', 'zakat', 'campaigns', 'comments', 'identity', 'faults']],
  [/^\/staff\/charities(\/|$)/, [...deskFeatures, 'charities', 'causes']],
  [/^\/staff\/gifts(\/|$)/, [...deskFeatures, 'cards']],
  [/^\/staff\/calendar(\/|$)/, [...deskFeatures, 'planWizard']],
  [/^\/staff(\/|$)/, deskFeatures],
  [/^\/unsubscribe\//, ['fundraising', 'faults']],
  [/^\/scheduled-giving\/mails\//, ['planMails']],
  [/^\/refund-duplicate$/, ['refunds', 'faults']],
  [/^\/erased$/, ['privacy']],
  [/^\/dev\/kit$/, ['kit', 'campaigns', 'giving', 'addresses', 'cards', 'faults']],
]

/** What a refusal without words of its own says; any page may meet one. */
const ofClasses = (locale: Locale): Catalogue =>
  Object.fromEntries(
    Object.keys(problemClasses).map((each) => [each, catalogues[locale].faults[each as ProblemClass]!]),
  )

const featuresOf = (pathname: string): readonly Feature[] => pages.find(([path]) => path.test(pathname))?.[1] ?? []

const messagesOf = (features: readonly Feature[], locale: Locale): Catalogue =>
  Object.assign(
    {},
    ofClasses(locale),
    catalogues[locale].shell,
    ...features.map((feature) => catalogues[locale][feature]),
  ) as Catalogue

export const messagesFor = (pathname: string, locale: Locale): Catalogue => messagesOf(featuresOf(pathname), locale)

/** Texts are the same for everybody: those of a page are put together once for each language. */
const texts: Readonly<Record<Locale, Map<string, PageTexts>>> = { en: new Map(), ar: new Map() }

export function textsFor(pathname: string, locale: Locale): PageTexts {
  const features = featuresOf(pathname)
  const key = features.join()
  let found = texts[locale].get(key)
  if (!found) texts[locale].set(key, (found = pageTexts(messagesOf(features, locale))))
  return found
}
