import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, type MailContent, mailLayout } from './layout.ts'

const mail = (blocks: Block[], over: Partial<MailContent> = {}) =>
  mailLayout({
    locale: 'en',
    title: 'Thank you',
    preheader: 'Your receipt',
    productName: 'Sunbul',
    footer: 'Sunbul, Leicester',
    blocks,
    ...over,
  })

/** A mail with every kind of block and the same text in all of them. */
const everywhere = (words: string): Block[] => [
  { kind: 'text', text: words },
  { kind: 'amount', label: words, amount: words },
  { kind: 'facts', title: words, rows: [[words, words]] },
  { kind: 'button', text: words, url: `https://give.example.org/?a=1&b=${words}` },
  { kind: 'small', text: words },
]

test('a donor’s text is shown as typed and never becomes markup [security-11]', () => {
  const shapeOf = (html: string) => html.replace(/<\/bdi><br><bdi>|&[#\w]+;|<br>|<wbr>/g, '').replace(/[^<>"]/g, '')
  const harmless = shapeOf(
    mail(everywhere('Amina'), { title: 'Amina', preheader: 'Amina', productName: 'Amina', footer: 'Amina' }).html,
  )
  const nasty = fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '\n', 'a', '/', '=', '{', ';'),
    minLength: 1,
  })
  fc.assert(
    fc.property(nasty, (words) => {
      expect(
        shapeOf(mail(everywhere(words), { title: words, preheader: words, productName: words, footer: words }).html),
      ).toBe(harmless)
    }),
  )
})

test('the plain text has everything that the HTML part has', () => {
  const { text } = mail([
    { kind: 'text', text: 'Salam Amina' },
    { kind: 'amount', label: 'Your gift', amount: '£20.00' },
    {
      kind: 'facts',
      title: 'Receipt',
      rows: [
        ['Number', 'UMEED-2026-000001'],
        ['Date', '20 November 2026\n10 Jumada II 1448'],
      ],
    },
    { kind: 'button', text: 'See it', url: 'https://give.example.org/x' },
    { kind: 'small', text: 'No goods or services' },
  ])
  for (const words of [
    'Thank you',
    'Salam Amina',
    'Your gift: £20.00',
    'Number: UMEED-2026-000001',
    'Date: 20 November 2026, 10 Jumada II 1448',
    'See it: https://give.example.org/x',
    'No goods or services',
    'Sunbul, Leicester',
  ])
    expect(text).toContain(words)
})

test('Arabic is right to left, and figures aren’t broken', () => {
  const { html } = mail([{ kind: 'amount', label: 'عطاؤك', amount: '20.00 £' }], { locale: 'ar' })
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('<bdi>20.00 £</bdi>')
})

test('an Arabic mail isolates Latin names and uses Arabic commas', () => {
  const name = 'Wells (2026)!'
  const block: Block = {
    kind: 'facts',
    rows: [
      [name, 'GBP 20.00'],
      ['التاريخ', '20 نوفمبر 2026\n10 جمادى الآخرة 1448 هـ'],
      ['رقم الإيصال', '7-2026-000001'],
    ],
  }
  const { html, text } = mail([{ kind: 'amount', label: name, amount: 'GBP 20.00' }, block], { locale: 'ar' })
  expect(html.replaceAll('\u00a0', ' ').split(`<bdi>${name}</bdi>`)).toHaveLength(3)
  expect(text).toContain('\u2068التاريخ\u2069: \u206820 نوفمبر 2026\u2069، \u206810 جمادى الآخرة 1448 هـ\u2069')
  // Otherwise it would be displayed as 000001-2026-7.
  expect(text).toContain('\u2068رقم الإيصال\u2069: \u20687-2026-000001\u2069')
})

test('each line of a value has its own direction', () => {
  const { html } = mail([{ kind: 'facts', rows: [['إلى', 'Wells (2026)!\nأيتام (2026)!']] }], { locale: 'ar' })
  expect(html).toContain('<bdi>Wells (2026)!</bdi><br><bdi>أيتام (2026)!</bdi>')
})

test('a long address wraps to the next line, and figures never do', () => {
  const { html } = mail([
    {
      kind: 'facts',
      rows: [
        ['Address', '2001:db8:85a3:1:2:8a2e:370:7334'],
        ['Gift', 'GBP\u00a020.00 · 7-2026-000001'],
      ],
    },
  ])
  expect(html).toContain('2001:<wbr>db8:<wbr>85a3:<wbr>')
  expect(html).toContain('<bdi>GBP\u00a020.00 · 7-2026-000001</bdi>')
})

test('quoted text has its own direction, whatever the language of the mail', () => {
  const news: Block = { kind: 'text', text: '“The well is dug!”', isTheirs: true }
  const { html } = mail([news, { kind: 'text', text: 'Sunbul' }], {
    locale: 'ar',
    title: '3 wells are dug!',
    isTitleTheirs: true,
  })
  expect(html).toMatch(/<h1 [^>]*dir="ltr">3 wells/)
  expect(html).toMatch(/<p [^>]*dir="ltr">“The well/)
  expect(html).toMatch(/<p [^>]*"text"[^>]*>Sunbul/)
  expect(html).not.toMatch(/<p [^>]*dir="[^>]*>Sunbul/)
  expect(mail([{ ...news, text: '«حُفرت البئر»' }]).html).toMatch(/<p [^>]*dir="rtl">«حُفرت/)
})

test('a mail loads no remote content, so opening it can’t be tracked [privacy-7]', () => {
  const { html } = mail(everywhere('Amina'))
  expect(html).not.toMatch(/<img|<link|<script|<iframe|src=|url\(|@import/i)
  expect([...html.matchAll(/https?:[^"]*/g)].map(([url]) => url)).toEqual(['https://give.example.org/?a=1&#38;b=Amina'])
})

test('a button links to the web or has no link', () => {
  expect(mail([{ kind: 'button', text: 'Go', url: 'javascript:alert(1)' }]).html).not.toContain('javascript')
})

test('every element has inline styles, since some clients drop style sheets, and supports dark mode', () => {
  const { html } = mail(everywhere('Amina'))
  expect([...html.matchAll(/<(p|h1|h2|td|a)\b(?![^>]*style=)/g)]).toEqual([])
  expect(html).toContain('name="color-scheme" content="light dark"')
  expect(html).toContain('prefers-color-scheme:dark')
})
