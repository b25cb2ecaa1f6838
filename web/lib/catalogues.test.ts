import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogues, messagesFor } from './catalogues.ts'

const sources = globSync('{web,modules,server}/**/*.{ts,tsx}')
  .filter((file) => !/web[\\/]messages|\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('every text of a page is said somewhere', () => {
  const { faults: _, ...features } = catalogues.en
  const texts = Object.values(features).flatMap((feature) => Object.keys(feature))
  const literal = new Set(Array.from(sources.matchAll(/['"`]([a-z][\w-]*\.[\w.-]+)['"`]/g), ([, text]) => text!))
  // A text whose key is put together, as `gifts.status-${status}` is: anything may stand in its places.
  const made = Array.from(sources.matchAll(/`([a-z][\w-]*\.[\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g), ([, text]) => {
    const parts = text!.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('[\\w.-]+')}$`)
  })
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((key) => !literal.has(key) && !made.some((each) => each.test(key)))).toEqual([])
})

test('every page carries what a refusal without words of its own says, in its language', () => {
  for (const path of ['/', '/v4/checkout/wells', '/account/cards/new', '/nowhere'])
    expect(messagesFor(path, 'ar')).toMatchObject({
      network: catalogues.ar.faults.network,
      server: catalogues.ar.faults.server,
    })
})
