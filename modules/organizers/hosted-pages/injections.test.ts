import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cleanRichText, richTextOf } from '#modules/causes/campaigns/index.ts'
import { xssPayloads } from '#tests/support/xss-corpus.ts'
import { pageTheme } from '#web/features/organizers/hosted-pages/page-theme.ts'
import { RichText } from '#web/ui/rich-text.tsx'
import { defaultContent, socialNames } from './rules/page-content.ts'
import { type PageInput, readPage } from './rules/read-page.ts'

/** Attacks on attributes, style sheets, URLs and headers, besides the markup of the corpus. */
const forOthers = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  '//evil.example',
  'https://evil.example\\@facebook.com',
  'https://facebook.com.evil.example/',
  'https://facebook.com@evil.example/',
  'https://facebook.com/"onmouseover="alert(1)',
  'https://x.com/</a><script>alert(1)</script>',
  'https://www.youtube.com/watch?v="><script>alert(1)</script>',
  'https://www.youtube.com.evil.example/embed/aaaaaaaaaaa',
  'https://player.vimeo.com/video/1"onload="alert(1)',
  '#4AA567;background:url(https://evil.example)',
  '#4AA567}body{display:none}',
  'red;--brand:url(//evil.example)',
  'expression(alert(1))',
  'url(javascript:alert(1))',
  '/media/../../etc/passwd',
  '/media/x.svg',
  'https://evil.example/media/0190c0de-0000-7000-8000-000000000001.webp',
  'title\r\nSet-Cookie: a=b',
  'title\r\n\r\n<script>alert(1)</script>',
  '../../admin',
  '%0d%0aLocation:https://evil.example',
]
/** Each attack of the corpus also as an escape from an attribute or a script, and inside an SVG. */
const payloads = [
  ...xssPayloads,
  ...xssPayloads.map((attack) => `"'></script>${attack}`),
  ...xssPayloads.map((attack) => `<svg><style>${attack}`),
  ...forOthers,
]

const defaults = { country: 'GB', language: 'en', primaryColor: '#4AA567' }
const read = (pageInput: PageInput) =>
  readPage({ ...defaultContent(defaults), title: 'Winter' }, pageInput, {
    organizationId: '7',
    defaults,
    timeZone: 'UTC',
    now: new Date('2026-11-27T12:00:00Z'),
    origin: 'https://give.example',
    cleanHtml: cleanRichText,
    newId: () => '0190c0de-0000-7000-8000-000000000009',
    knownLevels: new Set(),
    isCurrencyFixed: false,
    provedHosts: ['give.umeed.example'],
  })

test('there are more than 200 payloads of script, SVG, CSS, URLs and headers', () => {
  expect(new Set(payloads).size).toBeGreaterThan(200)
})

test.each([
  ['primaryColor', /^#[0-9A-F]{6}$/],
  ['secondaryColor', /^#[0-9A-F]{6}$/],
  ['image', /^([0-9a-f-]{36})?$/],
  ['logo', /^([0-9a-f-]{36})?$/],
  ['customUrl', /^[a-z0-9-]*$/],
  ['facebookPixelId', /^\d*$/],
  ['category', /^[a-z-]*$/],
  ['country', /^[A-Z]{2}$/],
  ['language', /^[a-z]{2,3}$/],
  ['endDate', /^(\d{4}-\d\d-\d\d)?$/],
  ['goalCurrency', /^never$/],
  ['accountId', /^never$/],
  ['campaignType', /^never$/],
] as const)('%s is refused, or kept in its own form (pages-1, pages-3, pages-4)', (field, form) => {
  for (const payload of payloads) {
    const { content, faults } = read({ [field]: payload })
    if (!faults[field]) expect((content as Readonly<Record<string, unknown>>)[field], payload).toMatch(form)
  }
})

test('a link is refused, or leads to a host of its own over https (pages-5)', () => {
  for (const payload of payloads)
    for (const name of socialNames) {
      const { content, faults } = read({ socialLinks: { [name]: payload } })
      if (faults[`socialLinks.${name}`]) continue
      const url = new URL(content.socialLinks[name])
      expect([url.protocol, url.username, url.port], payload).toEqual(['https:', '', ''])
      expect(content.socialLinks[name]).not.toMatch(/[\s"'<>\\]/)
    }
})

test('a video is refused, or one of a provider by its id (pages-3)', () => {
  for (const payload of payloads) {
    const { content, faults } = read({ video: payload })
    if (!faults.video && content.video) expect(content.video.id).toMatch(/^[\w-]+$/)
  }
})

test('a description has no element, attribute or address that could run (security-5)', () => {
  for (const payload of payloads) {
    const { description } = read({ description: payload }).content
    const markup = renderToStaticMarkup(createElement(RichText, { nodes: richTextOf(description) }))
    expect(markup, payload).not.toMatch(/<(?!\/?(p|br|strong|em|ul|ol|li|h2|h3|blockquote|a|img)\b)/i)
    expect(markup, payload).not.toMatch(/<[^>]*\s(on\w+|style|srcset)=|="\s*(javascript|data|vbscript):/i)
  }
})

test.each(['title', 'tagline', 'location', 'imageAlt', 'logoAlt'] as const)(
  '%s is one line of text, and nothing else where it is drawn',
  (field) => {
    for (const payload of payloads) {
      const text = read({ [field]: payload }).content[field]
      expect(text).not.toMatch(/[\r\n]/)
      const markup = renderToStaticMarkup(createElement('img', { alt: text, title: text }, undefined))
      expect(markup.match(/</g), payload).toHaveLength(1)
    }
  },
)

test('the texts of giving levels are drawn as text', () => {
  for (const payload of payloads) {
    const { content } = read({ givingLevels: [{ amount: 2500, title: payload, description: payload }] })
    const [level] = content.givingLevels
    const markup = renderToStaticMarkup(createElement('p', {}, level?.title, level?.description))
    expect(markup.match(/</g), payload).toHaveLength(2)
  }
})

test('whatever colours are sent, the page is drawn with computed ones alone (pages-4)', () => {
  for (const payload of payloads) {
    const { primaryColor, secondaryColor } = read({ primaryColor: payload, secondaryColor: payload }).content
    for (const value of Object.values(pageTheme(primaryColor, secondaryColor)))
      expect(value, payload).toMatch(/^#[0-9A-F]{6}$/)
  }
})
