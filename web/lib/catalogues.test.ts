import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PageNamespaces } from '#shared/texts/namespaces.ts'
import { catalogueOf, textsFor } from './catalogues.ts'

const sources = globSync('{web,modules,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The namespaces that routes export, read from their source because loading all routes takes seconds. */
const exported = new Set(
  globSync(['web/routes/**/*.tsx', 'web/lib/namespace-lists.ts'])
    .flatMap((file) => readFileSync(file, 'utf8').match(/amespaces: Namespaces(?:Of)? =[^\n]*(?:\n {2}[^\n]*)*/g) ?? [])
    .flatMap((list) => Array.from(list.matchAll(/'([a-z-]+\/[a-z-]+)'/g), ([, name]) => name as keyof PageNamespaces)),
)

test('every page exports its namespaces, or its layout does', () => {
  const pages = globSync('web/routes/**/*.tsx').filter((file) => /^export default /m.test(readFileSync(file, 'utf8')))
  const layouts = /routes\/(account|staff)\/|routes\/organize\/(?!(?:organize|new|join)\.tsx|pages\/)/
  expect(pages.length).toBeGreaterThan(150)
  expect(
    pages.filter((file) => !layouts.test(file) && !readFileSync(file, 'utf8').includes('export const namespaces: ')),
  ).toEqual([])
})

test('every text of a page is used', () => {
  const texts = [...exported, 'platform/shell', 'causes/search', 'platform/confirm-email'] as const
  const keys = texts
    .filter((namespace) => !namespace.endsWith('faults'))
    .flatMap((namespace) => Object.keys(catalogueOf(namespace, 'en')))
    .map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))
  const literal = new Set(Array.from(sources.matchAll(/['"`]([a-z][\w-]*\.[\w.-]+)['"`]/g), ([, text]) => text!))
  // Computed keys such as `donations.status-${status}` become patterns that match any value.
  const made = Array.from(sources.matchAll(/`([a-z][\w-]*\.[\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g), ([, text]) => {
    const parts = text!.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('[\\w.-]+')}$`)
  })
  expect(keys.length).toBeGreaterThan(1000)
  expect(keys.filter((key) => !literal.has(key) && !made.some((item) => item.test(key)))).toEqual([])
})

test('every page includes the default error texts in its language', () => {
  for (const namespaces of [[], ['causes/home'], ['money/cards', 'platform/faults']] as const)
    expect(textsFor('/', namespaces, 'ar').catalogue).toMatchObject({
      network: catalogueOf('platform/faults', 'ar').network,
      server: catalogueOf('platform/faults', 'ar').server,
    })
})

test('a checkout has the message of every fault that its fields can have', () => {
  const rules = globSync('modules/{money/giving,platform/addresses}/rules/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const codes = Array.from(rules.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g), ([, code]) => code!)
  const others = catalogueOf('platform/faults', 'en')
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter((code) => code in others)).toEqual([])
})
