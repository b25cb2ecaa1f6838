import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Catalogue } from '#shared/text.ts'

const placesOf = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
const plural = /_(zero|one|two|few|many|other)$/
const catalogueOf = (namespace: string): Catalogue =>
  JSON.parse(readFileSync(`locales/en/${namespace}.json`, 'utf8')) as Catalogue
const sources = globSync('{modules,server,demo,shared}/**/*.ts').filter(
  (file) => !/\.test\.ts$|testing\.ts$/.test(file),
)

/** Returns the calls in a file that take a text with placeholders and give no values for them. */
function unfilledCalls(source: string): string[] {
  const catalogues = [...source.matchAll(/const (\w+) = textsOf\(\s*'([\w/-]+)'([^\n]*)/g)]
  return catalogues.flatMap(([, name, namespace, rest]) =>
    // Values for all texts, or a prefix of the keys.
    rest!.includes('{') ||
    /,\s*[^,)]+,\s*[^)]/.test(rest!) ||
    catalogues.filter((found) => found[1] === name).length > 1
      ? []
      : [...source.matchAll(new RegExp(String.raw`(?<![\w.])${name}\('([^']+)'\)`, 'g'))].flatMap(([call, key]) =>
          Object.entries(catalogueOf(namespace!)).some(
            ([textKey, text]) => textKey.replace(plural, '') === key && placesOf(text).length > 0,
          )
            ? [call]
            : [],
        ),
  )
}

test('each text with placeholders gets its values where it is used in mails, documents and pictures', () => {
  const unfilled = sources.flatMap((file) =>
    unfilledCalls(readFileSync(file, 'utf8')).map((call) => `${file}: ${call}`),
  )
  expect(unfilled).toEqual([])
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('textsOf(')).length).toBeGreaterThan(40)
})

test('a text that is left unfilled is found', () => {
  const source = "const t = textsOf('money/receipts', locale)\nreturn { pages: t('page') }"
  expect(unfilledCalls(source)).toEqual(["t('page')"])
  expect(unfilledCalls(source.replace("t('page')", "t('page', numbers)"))).toEqual([])
})
