import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogueOf } from '#shared/texts/catalogue.ts'

test('every act of the audit log that code names whole has a text', () => {
  const acts = globSync('modules/*/*/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/\bact:(?:[^'\n,]*\?)? '([a-z-]+\.[a-z-]+)'(?: : '([a-z-]+\.[a-z-]+)')?/g),
    ].flatMap(([, one, other]) => [one, other]),
  )
  const texts = catalogueOf('trust/audit-acts', 'en')
  expect(acts.length).toBeGreaterThan(100)
  expect(acts.filter((act) => act !== undefined && !Object.hasOwn(texts, `audit-act.${act}`))).toEqual([])
})
