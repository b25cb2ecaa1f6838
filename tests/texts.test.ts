import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fundraiserPages } from '#demo/fundraiser-pages.ts'
import { organizations } from '#demo/organizations.ts'
import { supporterPageSeeds } from '#demo/organizations/write-supporter-pages.ts'
import { qurbaniItems } from '#demo/qurbani.ts'
import { locales } from '#shared/texts/locales.ts'
import type { Catalogue, Locale } from '#shared/text.ts'

const filesIn = (locale: Locale) =>
  globSync(`locales/${locale}/*/*.json`)
    .map((file) => file.replaceAll('\\', '/').slice(`locales/${locale}/`.length, -'.json'.length))
    .toSorted((a, b) => a.localeCompare(b))
/** Texts of the demo are in the language of their fundraiser, so other rules apply to them. */
const isOfDemo = (name: string) => name.startsWith('seed/')
const namespacesIn = (locale: Locale) => filesIn(locale).filter((name) => !isOfDemo(name))
const sourceOf = (namespace: string, locale: Locale) => readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')
const namespaces = namespacesIn('en')
const translations = locales.filter((locale) => locale !== 'en')
const catalogues = new Map(
  locales.flatMap((locale) =>
    namespacesIn(locale).map((name) => [`${locale}/${name}`, JSON.parse(sourceOf(name, locale)) as Catalogue] as const),
  ),
)
const catalogueOf = (namespace: string, locale: Locale) => catalogues.get(`${locale}/${namespace}`) ?? {}
const entries = (locale: Locale) => namespaces.flatMap((namespace) => Object.entries(catalogueOf(namespace, locale)))
const pluralForm = /_(zero|one|two|few|many|other)$/
/** Returns the keys of a namespace as code writes them, and whether each is a plural. */
const keysOf = (namespace: string, locale: Locale) =>
  new Map(
    Object.keys(catalogueOf(namespace, locale)).map(
      (key) => [key.replace(pluralForm, ''), pluralForm.test(key)] as const,
    ),
  )
const forms = new Map(
  [...catalogues].map(([name, catalogue]) => [
    name,
    Map.groupBy(Object.entries(catalogue), ([key]) => key.replace(pluralForm, '')),
  ]),
)
/** Returns the forms of a text by plural category; the form of a text without plurals is `text`. */
const formsOf = (namespace: string, locale: Locale, key: string) =>
  new Map(
    (forms.get(`${locale}/${namespace}`)?.get(key) ?? []).map(([textItem, text]) => [
      pluralForm.exec(textItem)?.[1] ?? 'text',
      text,
    ]),
  )
const placesIn = (texts: Iterable<string>) =>
  [...new Set([...texts].flatMap((text) => text.match(/\{\{\w+\}\}/g) ?? []))].toSorted()
/** Returns the texts of a language that match a pattern, with their keys. */
const holding = (locale: Locale, sign: RegExp) => entries(locale).filter(([, text]) => sign.test(text))

test('every language has the files of English, and the list of namespaces has them all', () => {
  const listed = [...readFileSync('shared/texts/namespaces.ts', 'utf8').matchAll(/^  '([\w/-]+)': typeof/gm)].map(
    ([, name]) => name,
  )
  expect(listed.toSorted((a, b) => a!.localeCompare(b!))).toEqual(namespaces)
  for (const locale of translations) expect([locale, namespacesIn(locale)]).toEqual([locale, namespaces])
  expect(entries('en').length).toBeGreaterThan(2000)
})

test('files are JSON as Weblate writes it, in the order of English', () => {
  for (const locale of locales)
    for (const namespace of namespaces) {
      const catalogue = catalogueOf(namespace, locale)
      expect(sourceOf(namespace, locale), `${locale}/${namespace}`).toBe(`${JSON.stringify(catalogue, null, 2)}\n`)
      expect([...keysOf(namespace, locale).keys()], `${locale}/${namespace}`).toEqual([
        ...keysOf(namespace, 'en').keys(),
      ])
    }
})

test('every text has the same placeholders in each language, and no unmatched brace', () => {
  for (const locale of locales)
    for (const namespace of namespaces)
      for (const [key, isPlural] of keysOf(namespace, 'en')) {
        const texts = [...formsOf(namespace, locale, key).values()]
        expect([key, keysOf(namespace, locale).get(key)]).toEqual([key, isPlural])
        expect([locale, key, placesIn(texts)]).toEqual([locale, key, placesIn(formsOf(namespace, 'en', key).values())])
        for (const text of texts) expect(text.replace(/\{\{\w+\}\}/g, ''), key).not.toMatch(/[{}]/)
      }
})

test('a plural has every form of its language, and can have one for zero', () => {
  let counted = 0
  for (const locale of locales) {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
    for (const namespace of namespaces)
      for (const [key, isPlural] of keysOf(namespace, locale)) {
        if (!isPlural) continue
        counted += 1
        const categories = [...formsOf(namespace, locale, key).keys()]
        const isZeroExtra = !pluralCategories.includes('zero')
        expect([locale, key, categories.filter((form) => !(isZeroExtra && form === 'zero')).toSorted()]).toEqual([
          locale,
          key,
          pluralCategories.toSorted(),
        ])
      }
  }
  expect(counted).toBeGreaterThan(100)
})

test('an Arabic text with a count is a plural', () => {
  expect(holding('ar', /\{\{count\}\} [\u0600-\u06ff]/).filter(([key]) => !pluralForm.test(key))).toEqual([])
})

test('Arabic has Arabic punctuation, Latin digits, and tanwin on the letter before the alif', () => {
  expect(holding('ar', /[\u0600-\u06ff] ?[,;?]/)).toEqual([])
  expect(holding('ar', /[\u0660-\u0669\u06f0-\u06f9]/)).toEqual([])
  expect(holding('ar', /\u0627\u064b/)).toEqual([])
})

/** Names, and words that are typed or written in a file exactly like this. */
const latin =
  /\{\{\w+\}\}|\b(?:Gift Aid|Cash ISA|Stocks and shares ISA|Lifetime ISA|Junior ISA|IRA|RRSP|Apple Pay|Google Pay|GOV\.UK|JavaScript|JSON|API|IP|CSV UTF-8|CSV|PDF|PNG|JPEG|WebP|AVIF|GIF|A4|UTC|ZIP|3DS|E\.164|Tab|Ctrl|Enter|[JKAR]|Idempotency-Key|application\/json|OSCR|HMRC|EIN|SC(?:012345)?|NIC(?:101234)?|(?:123456789)?RR(?:0001)?|AB12345)\b|name@example\.org|give\.example\.org|\b(?:TXT|CNAME|ALIAS|ANAME|DNS)\b|(?:_sunbul\.give\.umeed)?\.test|#2C633D|IBAN|BIC|sort code|routing number|institution \+ transit|501\(c\)\(3\)|401\(k\)|https:\/\/|umeed-trust|winter-appeal|#4AA567|mosque-board|Charity no\. 1098765|EIN 12-3456789|\/(?:v4\/events|media|art)\//g

test('no Arabic text contains an untranslated English word', () => {
  const rest = entries('ar').filter(([, text]) => /[A-Za-z]/.test(text.replace(latin, '')))
  expect(rest).toEqual([])
})

test('email addresses in Arabic sentences are isolated by U+2068 and U+2069', () => {
  const values = globSync('web/**/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return Array.from(source.matchAll(/\bt\('[\w.-]+', \{[^}]*?\bemail(: `\\u2068)?[^\n]*/g), ([call, apart]) => ({
      call,
      isApart: apart !== undefined || source.includes('const email = `\\u2068'),
    }))
  })
  expect(values.length).toBeGreaterThan(15)
  expect(values.filter(({ isApart }) => !isApart)).toEqual([])
})

test.each<[Locale, RegExp, string]>([
  ['en', /e-mail/i, 'email'],
  ['en', /[a-z,:;] Zakat\b/, 'zakat, within a sentence'],
  ['en', /As-salamu/, 'Salam'],
  ['en', /[Oo]rganis/, 'organize, as organizer and organization'],
  ['ar', /مصرف/, 'بنك'],
  ['ar', /مؤسس/, 'جمعية'],
  ['ar', /لم يُحصَّل شيء|ولم يُحصَّل/, 'لم يُخصم'],
  ['ar', /تشجيع/, 'كلمة دعم'],
  ['ar', /مستجدات/, 'الأخبار'],
  ['ar', /مناسبة/, 'فعالية'],
  ['ar', /تبويب/, 'نافذة'],
  ['ar', /جافا|جيفت/, 'JavaScript, Gift Aid'],
  ['ar', /مجهول/, 'فاعل خير (calendar-12)'],
  ['ar', /[تبقلي]كم(?![\u0600-\u06ff])(?<!عليكم)|تموه|يمكنكم/, 'the address of one person, as everywhere'],
])('%s: no text matches %s; write: %s', (locale, word) => {
  expect(holding(locale, word).filter(([key]) => !key.startsWith('csv-'))).toEqual([])
})

/** Code that names Arabic, except columns with Arabic names, each with the behaviour for any other language. */
const namesArabic: Readonly<Record<string, string>> = {
  'modules/money/cards/rules/mandate.ts': 'a legal text that is versioned in code; another language reads the English',
  'modules/money/payments/providers/stripe/script.ts': 'the languages of the provider’s script',
  'modules/organizers/fundraising/rules/draft.ts': 'the languages that fundraisers are written in, not those of pages',
  'shared/calendar.ts': 'the era; another language has AH',
  'web/features/faith/zakat/tracker/offsite-template.ts': 'headings of a file; another language has the English',
  'web/features/recurring/subscriptions/calendar/month.ts': 'the first day of a week; another language has Monday',
  'web/features/recurring/subscriptions/calendar/plan-days.ts': 'Arabic months have no short names',
}

test('code names no language: direction, dates and punctuation are derived, so a new language is a folder', () => {
  const naming = globSync('{shared,modules,server,demo,web}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\/testing\.ts$|^demo\//.test(file))
    .filter((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .some(
          (line) =>
            line.includes(`'ar'`) && !/nameAr|titleAr|organizationAr|NameAr|name_ar|[aA]rabicName|isArabic/.test(line),
        ),
    )
  expect(naming.toSorted()).toEqual(Object.keys(namesArabic).toSorted())
})

describe('the texts of the demo', () => {
  const demoFilesIn = (locale: Locale) => filesIn(locale).filter(isOfDemo)
  const demoTexts = (name: string, locale: Locale) => JSON.parse(sourceOf(name, locale)) as Catalogue
  const firstOfList = (key: string) => key.replace(/((?:^|\.)(?:story|support|note))\.\d+$/, '$1.1')
  /** The keys that the seed reads, by file; for a list only the first. */
  const needed = new Map<string, Set<string>>()
  const need = (file: string, ...keys: readonly string[]) =>
    needed.set(file, new Set([...(needed.get(file) ?? []), ...keys]))
  for (const { slug, fund, campaigns, hasNoArabicName } of organizations) {
    need(`en/seed/${slug}`, 'name', 'about')
    if (!hasNoArabicName) need(`ar/seed/${slug}`, 'name')
    need(`${fund.language ?? 'en'}/seed/${slug}`, 'fund.story.1')
    for (const campaign of campaigns) {
      const file = `${campaign.language ?? 'en'}/seed/${slug}`
      const fields = ['name', 'tagline', 'story.1', 'location', 'organizer']
      const impacts = (campaign.impacts ?? []).map((_, index) => `impacts.${index + 1}`)
      need(file, ...[...fields, ...impacts].map((field) => `${campaign.slug}.${field}`))
      for (const [index, { note, email }] of (campaign.levels ?? []).entries()) {
        const requests = ['title', 'description', ...(note ? ['note'] : []), ...(email ? ['email'] : [])]
        need(file, ...requests.map((field) => `${campaign.slug}.level.${index + 1}.${field}`))
      }
    }
  }
  const languageOf = new Map(
    organizations.flatMap(({ campaigns }) => campaigns.map(({ slug, language }) => [slug, language ?? 'en'])),
  )
  for (const { slug, team, news } of fundraiserPages) {
    const fields = [
      ...team.map((_, index) => `team.${index + 1}.role`),
      ...news.flatMap((_, index) => [`news.${index + 1}.title`, `news.${index + 1}.body`]),
    ]
    need(`${languageOf.get(slug)}/seed/fundraiser-pages`, ...fields.map((field) => `${slug}.${field}`))
  }
  need('en/seed/umeed-trust', ...supporterPageSeeds.flatMap(({ slug }) => [`${slug}.name`, `${slug}.story.1`]))
  need('en/seed/qurbani', ...new Set(qurbaniItems.flatMap(({ key }) => [`${key}.title`, `${key}.partner`])))
  const ofPage = ['title', 'tagline', 'location', 'story.1', 'impact.1', 'impact.2']
  ofPage.push('level.1', 'level.1.text', 'level.2', 'level.2.text')
  need('en/seed/umeed-trust', ...ofPage.map((field) => `page.${field}`))
  need('en/seed/donor-words', 'support.1', 'note.1')
  need('ar/seed/donor-words', 'support.1')
  const optional = (key: string) => fundraiserPages.some(({ slug }) => key === `${slug}.story`)

  test('exist in the language that the seed reads, and no file has other texts', () => {
    for (const locale of locales)
      expect([locale, demoFilesIn(locale)]).toEqual([
        locale,
        [...needed.keys()]
          .flatMap((file) => (file.startsWith(`${locale}/`) ? [file.slice(locale.length + 1)] : []))
          .toSorted((a, b) => a.localeCompare(b)),
      ])
    for (const [file, keys] of needed) {
      const [locale = '', ...name] = file.split('/')
      const found = Object.keys(demoTexts(name.join('/'), locale)).filter((key) => !optional(key))
      expect([file, [...new Set(found.map(firstOfList))].toSorted()]).toEqual([file, [...keys].toSorted()])
    }
  })

  test('are JSON as Weblate writes it, without empty texts', () => {
    for (const locale of locales)
      for (const name of demoFilesIn(locale)) {
        const texts = demoTexts(name, locale)
        expect(sourceOf(name, locale), `${locale}/${name}`).toBe(`${JSON.stringify(texts, null, 2)}\n`)
        expect(Object.entries(texts).filter(([, text]) => typeof text !== 'string' || text.trim() === '')).toEqual([])
      }
  })

  test('are not loaded by pages: pages list neither their files nor their keys', () => {
    expect(readFileSync('shared/texts/namespaces.ts', 'utf8')).not.toContain('/seed/')
    expect(readFileSync('web/lib/catalogues.ts', 'utf8')).toContain("'!../../locales/*/seed/*.json'")
    const globs = globSync('web/**/*.{ts,tsx}').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(?!!)[^'\n]*\/locales\/[^'\n]*'/g)].map(([glob]) => glob),
    )
    expect(globs.filter((glob) => /seed|locales\/\*\/\*\//.test(glob))).toEqual(["'../../locales/*/*/*.json'"])
  })
})
