import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Catalogue, Locale, Params } from '#shared/text.ts'
import { translate } from '#shared/text.ts'
import { PageTextsContext } from './page-texts.ts'
import type { faults } from '#shared/faults/en.ts'
import type { campaigns } from '../messages/en/campaigns.ts'
import type { campaignDialogs } from '../messages/en/campaign-dialogs.ts'
import type { campaignPage } from '../messages/en/campaign-page.ts'
import type { giving } from '../messages/en/giving.ts'
import type { kit } from '../messages/en/kit.ts'
import type { account } from '../messages/en/account.ts'
import type { identity } from '../messages/en/identity.ts'
import type { addresses } from '../messages/en/addresses.ts'
import type { basketPage } from '../messages/en/basket-page.ts'
import type { baskets } from '../messages/en/baskets.ts'
import type { causes } from '../messages/en/causes.ts'
import type { charities } from '../messages/en/charities.ts'
import type { cards } from '../messages/en/cards.ts'
import type { countries } from '../messages/en/countries.ts'
import type { currencies } from '../messages/en/currencies.ts'
import type { devices } from '../messages/en/devices.ts'
import type { documents } from '../messages/en/documents.ts'
import type { privacy } from '../messages/en/privacy.ts'
import type { organize } from '../messages/en/organize.ts'
import type { reports } from '../messages/en/reports.ts'
import type { zakat } from '../messages/en/zakat.ts'
import type { staff } from '../messages/en/staff.ts'
import type { curating } from '../messages/en/curating.ts'
import type { discovery } from '../messages/en/discovery.ts'
import type { fundraising } from '../messages/en/fundraising.ts'
import type { planMails } from '../messages/en/plan-mails.ts'
import type { refunds } from '../messages/en/refunds.ts'
import type { referrals } from '../messages/en/referrals.ts'
import type { managing } from '../messages/en/managing.ts'
import type { programmes } from '../messages/en/programmes.ts'
import type { planWizard } from '../messages/en/plan-wizard.ts'
import type { comments } from '../messages/en/comments.ts'
import type { shell } from '../messages/en/shell.ts'
import type { Fault } from '#shared/problem.ts'
import type { Filling } from '#modules/money/baskets/contract.ts'

export type MessageKey =
  | keyof typeof shell
  | keyof typeof curating
  | keyof typeof campaigns
  | keyof typeof campaignPage
  | keyof typeof campaignDialogs
  | keyof typeof causes
  | keyof typeof charities
  | keyof typeof giving
  | keyof typeof kit
  | keyof typeof account
  | keyof typeof identity
  | keyof typeof addresses
  | keyof typeof baskets
  | keyof typeof cards
  | keyof typeof basketPage
  | keyof typeof countries
  | keyof typeof currencies
  | keyof typeof devices
  | keyof typeof documents
  | keyof typeof privacy
  | keyof typeof comments
  | keyof typeof refunds
  | keyof typeof referrals
  | keyof typeof fundraising
  | keyof typeof planMails
  | keyof typeof discovery
  | keyof typeof reports
  | keyof typeof zakat
  | keyof typeof staff
  | keyof typeof organize
  | keyof typeof managing
  | keyof typeof planWizard
  | keyof typeof programmes
export type Translate = (key: MessageKey, params?: Params) => string

/** What every page knows besides its texts: its language, and who looks at it. */
export type Frame = {
  readonly locale: Locale
  readonly theme: 'auto' | 'light' | 'dark'
  readonly motion: 'auto' | 'reduced'
  readonly currency: string | undefined
  /** The name of the visitor's country in their language; undefined: it is not known. */
  readonly countryName: string | undefined
  readonly viewer: {
    readonly isSignedIn: boolean
    readonly id: string
    readonly firstName: string
    readonly email: string
  }
  readonly basket: Filling | undefined
  readonly productName: string
  readonly origin: string
  readonly isProduction: boolean
  readonly path: string
}

export const useFrame = (): Frame | undefined => useRouteLoaderData('root') as Frame | undefined
export const useLocale = (): Locale => useFrame()?.locale ?? 'en'

const none: Catalogue = {}

/** Texts of a part that was loaded when it was needed, before those of its page. */
export const MoreTexts = createContext<Catalogue>(none)

function useCatalogue(): Catalogue {
  const { catalogue } = useContext(PageTextsContext)
  const more = useContext(MoreTexts)
  return more === none ? catalogue : { ...catalogue, ...more }
}

/** The texts of this page in the visitor's language; keys are those of the English catalogue. */
export function useText(): Translate {
  const frame = useFrame()
  const catalogue = useCatalogue()
  return (key, params) =>
    translate(catalogue, frame?.locale ?? 'en', key, { product: frame?.productName ?? 'Sunbul', ...params })
}

/** The sentence of a fault, for pages that carry the fault catalogue. */
export function useFaultText(): (fault: Fault | undefined) => string | undefined {
  const frame = useFrame()
  const catalogue = useCatalogue()
  return (fault) =>
    fault
      ? translate(
          catalogue,
          frame?.locale ?? 'en',
          fault.code satisfies string as keyof typeof faults,
          fault.params ?? {},
        )
      : undefined
}
