import { readFileSync } from 'node:fs'
import type { Namespace, Namespaces } from './namespaces.ts'
import type { Fault } from '../problem.ts'
import { type Catalogue, hasText, type KeyOf, type Locale, type Params, translate } from '../text.ts'

const catalogues = new Map<string, Catalogue>()

/** Returns the texts of a file in `locales/`, cached. For code in Node; the build adds the texts of pages. */
export function catalogueOf(namespace: Namespace | `seed/${string}`, locale: Locale): Catalogue {
  const path = `${locale}/${namespace}`
  const known = catalogues.get(path)
  if (known) return known
  const read = JSON.parse(readFileSync(new URL(`../../locales/${path}.json`, import.meta.url), 'utf8')) as Catalogue
  catalogues.set(path, read)
  return read
}

/** The namespaces with the messages of fault codes; a page has those of its own rules. */
export const faultNamespaces = [
  'platform/faults',
  'money/donation-faults',
  'platform/identity-faults',
  'money/faults',
  'recurring/faults',
  'organizers/faults',
  'faith/faults',
  'trust/faults',
] as const satisfies readonly Namespace[]

/** Returns the message of a fault in a language; undefined if its code has none. */
export function faultText({ code, params }: Fault, locale: Locale): string | undefined {
  const catalogue = faultNamespaces.map((name) => catalogueOf(name, locale)).find((texts) => hasText(texts, code))
  return catalogue && translate(catalogue, locale, code, params)
}

/** The keys of a namespace that begin with a prefix, without it. */
export type TextKey<N extends Namespace, Prefix extends string = ''> =
  KeyOf<Namespaces[N]> extends infer Key ? (Key extends `${Prefix}${infer Rest}` ? Rest : never) : never

/**
 * Returns a function that translates keys of a namespace. `params` apply to all texts, and `prefix` is added to every
 * key.
 */
export const textsOf =
  <N extends Namespace, Prefix extends string = ''>(
    namespace: N,
    locale: Locale,
    params: Params = {},
    prefix: Prefix | '' = '',
  ) =>
  (key: TextKey<N, Prefix>, more: Params = {}): string =>
    translate(catalogueOf(namespace, locale), locale, `${prefix}${key as string}`, { ...params, ...more })
