import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseFeeSchedules } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import { required } from '#shared/collections.ts'
import { type InformationNode, informationPages } from '#shared/pages/information-pages.ts'
import { isPublicPage } from '#shared/pages/public-pages.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import { locales } from '#shared/texts/locales.ts'
import { findUnreplacedLegalPages, readInformationPage } from './information-pages.ts'

const settings = {
  PRODUCT_NAME: 'Sunbul',
  OPERATOR_NAME: 'Sunbul Foundation',
  OPERATOR_ADDRESS: '1 Example Street',
  OPERATOR_REGISTRATION: 'Charity no. 1',
  CONTACT_EMAIL: 'help@example.org',
  CONTENT_DIR: undefined as string | undefined,
  FEES: required(parseFeeSchedules('card GBP 1.4% + 0.20')),
  ZAKAT_FEES: 'platform' as const,
  PAYOUTS: 'file' as const,
  charitySignUp: 'open' as const,
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-content-'))
beforeAll(() => {
  fs.mkdirSync(path.join(folder, 'en'))
  fs.writeFileSync(path.join(folder, 'en/terms.md'), '# Our own terms\n\nOf {{operatorName}}.\n')
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const linksIn = (nodes: readonly InformationNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...('href' in node ? [node.href] : []), ...linksIn(node.children)],
  )
const shapeOf = (nodes: readonly InformationNode[]): string[] =>
  nodes.map((node) => (typeof node === 'string' ? 'text' : node.tag))

describe.each(informationPages)('the page %s', (name) => {
  test('has the same parts in every language, no empty placeholder and no broken link', async () => {
    const pages = await Promise.all(locales.map((locale) => readInformationPage(settings, name, locale)))
    const ids = new Map<string, readonly string[]>()
    for (const [place, page] of pages.entries()) {
      expect(page.title).not.toBe('')
      expect(page.description.length).toBeGreaterThan(30)
      expect(shapeOf(page.body)).toEqual(shapeOf(required(pages[0]).body))
      expect(JSON.stringify(page)).not.toMatch(/\{\{|\}\}/)
      for (const link of linksIn(page.body)) {
        const [address = '', part] = link.split('#')
        const isInside =
          address.startsWith('/account') ||
          ['/login', '/password/forgotten', '/organize/new', '/organize/charities/new'].includes(address)
        expect(isPublicPage(address) || isInside || link === 'mailto:help@example.org', link).toBe(true)
        if (part === undefined) continue
        const target = await readInformationPage(settings, 'donor-protection', required(locales[place]))
        ids.set(
          link,
          target.contents.map(({ id }) => id),
        )
        expect(ids.get(link), link).toContain(part)
      }
    }
  })
})

test('the fee table shows the fees that donations pay [amounts-2]', async () => {
  const page = await readInformationPage(settings, 'fees', 'en')
  const text = JSON.stringify(page.body)
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
  expect(text).toContain('"GBP"]},{"tag":"td","children":["1.4% + £0.20"]}')
  expect(text).toContain('"USD"]},{"tag":"td","children":["2.9% + $0.30"]}')
  // 20.00 minus 1.4 % and 0.20
  expect(text).toContain('£19.52')
  expect(text).toContain('we pay it. Nothing is taken from your zakat')
})

test('the page for charities links sign-up only where charities can sign up themselves', async () => {
  const pageWith = async (charitySignUp: 'open' | 'invitation') =>
    JSON.stringify(await readInformationPage({ ...settings, charitySignUp }, 'for-charities', 'en'))
  expect(await pageWith('open')).toContain('"href":"/organize/charities/new"')
  expect(await pageWith('invitation')).not.toContain('/organize/charities/new')
})

test('pages about money link to the section on payouts, which says if there are none [payouts-17]', async () => {
  for (const locale of locales) {
    const { contents } = await readInformationPage(settings, 'donor-protection', locale)
    expect(contents.map(({ id }) => id)).toContain(catalogueOf('money/public-money', locale)['public-money.section'])
  }
  const without = await readInformationPage({ ...settings, PAYOUTS: 'none' }, 'donor-protection', 'en')
  expect(JSON.stringify(without.body)).toContain('nothing has to be paid out')
})

test('a file in CONTENT_DIR replaces the page of its language, with its placeholders filled', async () => {
  const own = { ...settings, CONTENT_DIR: folder }
  expect(await readInformationPage(own, 'terms', 'en')).toEqual({
    language: 'en',
    title: 'Our own terms',
    description: 'Of Sunbul Foundation.',
    body: [{ tag: 'p', children: ['Of Sunbul Foundation.'] }],
    contents: [],
  })
  expect((await readInformationPage(own, 'terms', 'ar')).title).toBe('شروط الاستخدام')
  expect((await readInformationPage(own, 'privacy', 'en')).title).toBe('Privacy')
})

test('a missing language falls back to English, first in CONTENT_DIR', async () => {
  const own = { ...settings, CONTENT_DIR: folder }
  expect(await readInformationPage(own, 'terms', 'ur')).toMatchObject({ language: 'en', title: 'Our own terms' })
  expect(await readInformationPage(own, 'privacy', 'ur')).toMatchObject({ language: 'en', title: 'Privacy' })
})

test('without an address and a registration their lines are left out', async () => {
  const bare = { ...settings, OPERATOR_ADDRESS: undefined, OPERATOR_REGISTRATION: undefined }
  const text = JSON.stringify((await readInformationPage(bare, 'contact', 'en')).body)
  expect(text).toContain('Sunbul Foundation')
  expect(text).not.toMatch(/Address:|Registration:/)
})

test('lists legal pages that no file replaces', async () => {
  expect(await findUnreplacedLegalPages(undefined, ['en', 'ar'])).toEqual([
    'en/privacy.md',
    'en/terms.md',
    'ar/privacy.md',
    'ar/terms.md',
  ])
  expect(await findUnreplacedLegalPages(folder, ['en'])).toEqual(['en/privacy.md'])
})
