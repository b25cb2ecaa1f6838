import { createContext, useContext } from 'react'
import { getOrInsert } from '#shared/collections.ts'
import { useRouteLoaderData } from 'react-router'
import type { PageNamespaces } from '#shared/texts/namespaces.ts'
import { type Catalogue, type KeyOf, type Locale, type Params, translate } from '#shared/text.ts'
import { PageTextsContext } from './page-texts.ts'
import type { Operator } from '#server/pages/render-context.ts'
import type { Fault } from '#shared/problem.ts'
import type { BasketSummary } from '#modules/money/baskets/contract-basket.ts'

type PageKeys = { [N in keyof PageNamespaces]: KeyOf<PageNamespaces[N]> }
type FaultCode = PageKeys[
  | 'platform/faults'
  | 'money/donation-faults'
  | 'platform/identity-faults'
  | 'money/faults'
  | 'recurring/faults'
  | 'organizers/faults'
  | 'faith/faults'
  | 'trust/faults']
export type MessageKey = PageKeys[Exclude<
  keyof PageNamespaces,
  | 'platform/faults'
  | 'money/donation-faults'
  | 'platform/identity-faults'
  | 'money/faults'
  | 'recurring/faults'
  | 'organizers/faults'
  | 'faith/faults'
  | 'trust/faults'
>] &
  string
export type Translate = (key: MessageKey, params?: Params) => string

/** Data of the layout that every page can read: the language, the visitor and the installation. */
export type Frame = {
  readonly locale: Locale
  readonly theme: 'auto' | 'light' | 'dark'
  readonly motion: 'auto' | 'reduced'
  readonly currency: string | undefined
  /** The name of the visitor's country in the page's language; undefined if unknown. */
  readonly countryName: string | undefined
  readonly viewer: {
    readonly isSignedIn: boolean
    readonly id: string
    readonly firstName: string
    readonly email: string
    readonly isEmailConfirmed: boolean
  }
  readonly basket: BasketSummary | undefined
  readonly productName: string
  /** The operator of this installation. */
  readonly operator: Operator
  readonly origin: string
  /** Whether the page is on a charity's own host. */
  readonly isTenant: boolean
  readonly isProduction: boolean
  /** Whether the zakat home page is enabled. */
  readonly isZakatHomeOn: boolean
  /** Whether the page /trust exists. */
  readonly hasTrustPage: boolean
  readonly path: string
}

export const useFrame = (): Frame | undefined => useRouteLoaderData('root') as Frame | undefined
export const useLocale = (): Locale => useFrame()?.locale ?? 'en'

const none: Catalogue = {}

/** Texts of a lazy component, which take precedence over those of the page. */
export const MoreTexts = createContext<Catalogue>(none)

/** Texts of a page with those of its lazy components, merged once for all their texts. */
const merged = new WeakMap<Catalogue, WeakMap<Catalogue, Catalogue>>()

function useCatalogue(): Catalogue {
  const { catalogue } = useContext(PageTextsContext)
  const more = useContext(MoreTexts)
  if (more === none) return catalogue
  const ofPage = getOrInsert(merged, catalogue, () => new WeakMap<Catalogue, Catalogue>())
  return getOrInsert(ofPage, more, () => ({ ...catalogue, ...more }))
}

/** Returns the translation function of this page. Keys are those of the English catalogue. */
export function useText(): Translate {
  const frame = useFrame()
  const catalogue = useCatalogue()
  return (key, params) =>
    translate(catalogue, frame?.locale ?? 'en', key, { product: frame?.productName ?? 'Sunbul', ...params })
}

/** Returns a function that translates faults, for pages that include the fault catalogue. */
export function useFaultText(): (fault: Fault | undefined) => string | undefined {
  const frame = useFrame()
  const catalogue = useCatalogue()
  return (fault) =>
    fault
      ? translate(catalogue, frame?.locale ?? 'en', fault.code satisfies string as FaultCode, fault.params ?? {})
      : undefined
}
