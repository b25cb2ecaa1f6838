import type { PageNamespaces } from '#shared/texts/namespaces.ts'
import { hasHeaderSearch, isOrganizingPage } from '#shared/pages/public-pages.ts'
import { problemClasses } from '#shared/problem.ts'
import type { Catalogue, Locale } from '#shared/text.ts'
import { required } from '#shared/collections.ts'
import type { Namespaces } from './namespace-lists.ts'
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

/** Returns the default texts of errors without a text of their own, which any page can show. */
const problemClassTexts = (locale: Locale): Catalogue =>
  Object.fromEntries(
    Object.keys(problemClasses).map((name) => [name, required(catalogueOf('platform/faults', locale)[name])]),
  )

/** Faults of a donation's fields have a file of their own, because a checkout needs no others. */
const withDonationFaults = (namespaces: Namespaces): Namespaces =>
  namespaces.includes('platform/faults') ? ['money/donation-faults', ...namespaces] : namespaces

/** Returns the texts of some namespaces, with those that every page has. */
export const messagesOf = (namespaces: Namespaces, locale: Locale): Catalogue =>
  Object.assign(
    {},
    problemClassTexts(locale),
    catalogueOf('platform/shell', locale),
    ...withDonationFaults(namespaces).map((namespace) => catalogueOf(namespace, locale)),
  ) as Catalogue

/** Cache by language and namespaces, since texts are the same for everyone. */
const texts = new Map<string, PageTexts>()

/** Returns the texts of a page whose routes export these namespaces; its path decides those of the shared layout. */
export function textsFor(pathname: string, exported: Namespaces, locale: Locale): PageTexts {
  const namespaces = new Set(exported)
  if (hasHeaderSearch(pathname)) namespaces.add('causes/search')
  if (isOrganizingPage(pathname)) namespaces.add('platform/confirm-email')
  const key = [locale, ...namespaces].join()
  let found = texts.get(key)
  if (!found) texts.set(key, (found = pageTexts(messagesOf([...namespaces], locale))))
  return found
}
