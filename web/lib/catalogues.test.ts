import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogueOf, messagesFor, pageNamespaces } from './catalogues.ts'

const sources = globSync('{web,modules,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('every text of a page is used', () => {
  const texts = [...pageNamespaces]
    .filter((namespace) => !namespace.endsWith('faults'))
    .flatMap((namespace) => Object.keys(catalogueOf(namespace, 'en')))
    .map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))
  const literal = new Set(Array.from(sources.matchAll(/['"`]([a-z][\w-]*\.[\w.-]+)['"`]/g), ([, text]) => text!))
  // Computed keys such as `donations.status-${status}` become patterns that match any value.
  const made = Array.from(sources.matchAll(/`([a-z][\w-]*\.[\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g), ([, text]) => {
    const parts = text!.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('[\\w.-]+')}$`)
  })
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((key) => !literal.has(key) && !made.some((item) => item.test(key)))).toEqual([])
})

test('every page includes the default error texts in its language', () => {
  for (const path of ['/', '/v4/checkout/wells', '/account/cards/new', '/nowhere'])
    expect(messagesFor(path, 'ar')).toMatchObject({
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
