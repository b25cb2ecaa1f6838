import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RichNode } from '#shared/rich-text.ts'
import { cleanRichText, plainTextOf, richTextOf, storyOf } from './rich-text.ts'

test('a story keeps its formatting and loses everything executable (security-5)', () => {
  expect(
    cleanRichText('<h1 style="x">A</h1><p onclick="x()">one <b>two</b> <script>alert(1)</script><i>three</i></p>'),
  ).toBe('<h2>A</h2><p>one <strong>two</strong> <em>three</em></p>')
  for (const bad of [
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe src="https://www.youtube.com.evil.example/embed/abcdefghijk"></iframe>',
    '<math><mtext></table></math>',
    '<p id="x" class="y">',
    '<img src="https://evil.example/pixel.png" alt="">',
    '<img src="/media/../admin.webp">',
  ])
    expect(cleanRichText(bad)).not.toMatch(/<(img|svg|iframe|math)|javascript|data:|evil|class|id=/)
})

test('sanitizing is idempotent', () => {
  const html =
    '<p>a <a href="https://x.example/?a=1&amp;b=2">b</a> &lt;script&gt;</p><ul><li>c</li></ul><img src="/media/0199-a.webp" alt="A well">'
  expect(cleanRichText(cleanRichText(html))).toBe(cleanRichText(html))
})

test('no character changes the direction of later text, in any spelling', () => {
  expect(cleanRichText('<p>of \u202e00.01 &#8238;and&#x2066; <a href="https://a.example">so on</a></p>')).toBe(
    '<p>of 00.01 and <a href="https://a.example">so on</a></p>',
  )
  expect(cleanRichText('<p>\u200fعربي\u200e</p>')).toBe('<p>\u200fعربي\u200e</p>')
})

test('a story is a tree of allowed elements with its text unchanged', () => {
  expect(richTextOf(storyOf(['A < B & C', 'Two']))).toEqual([
    { tag: 'p', children: ['A < B & C'] },
    { tag: 'p', children: ['Two'] },
  ])
  expect(
    richTextOf('<p>x <a href="https://a.example">y</a></p><iframe src="https://player.vimeo.com/video/123"></iframe>'),
  ).toEqual([
    { tag: 'p', children: ['x ', { tag: 'a', href: 'https://a.example', children: ['y'] }] },
    { tag: 'video', provider: 'vimeo', id: '123' },
  ])
})

test('elements nested too deeply are removed and their text stays, since rendering is recursive', () => {
  const html = '<b>'.repeat(3000) + 'The well' + '<ul><li>'.repeat(3000) + 'is dug'
  const clean = cleanRichText(html)
  expect(clean.match(/<strong>/g)).toHaveLength(100)
  expect(cleanRichText(clean)).toBe(clean)
  expect(JSON.stringify(richTextOf(html)).length).toBeLessThan(10_000)
  expect(plainTextOf(html)).toContain('The well')
  expect(plainTextOf(html)).toContain('is dug')
})

test('search and mails use its plain text', () => {
  expect(plainTextOf('<h2>Water</h2><p>one <b>two</b></p><ul><li>a</li><li>b</li></ul>')).toBe('Water\none two\na\nb')
})

/** Renders a story in which links show their target and everything else is text. */
const drawn = (html: string): string => {
  const draw = (node: RichNode): string =>
    typeof node === 'string'
      ? node
      : 'children' in node
        ? node.tag === 'a'
          ? `[${node.children.map(draw).join('')}]`
          : node.children.map(draw).join('')
        : ''
  return richTextOf(html).map(draw).join('')
}

test.each([
  ['https://google.com@evil.example', 'https://google.com', 'https://google.com'],
  ['https://google.com:80@evil.example/', 'Donate', 'Donate'],
  ['https://google.com%40evil.example', 'google.com', 'google.com'],
  ['https://evil.example', 'https://google.com', '[https://google.com (evil.example)]'],
  ['https://evil.example/google.com', 'google.com', '[google.com (evil.example)]'],
  ['https://google.com.evil.example', 'google.com', '[google.com (google.com.evil.example)]'],
  ['https://evil.example\\\\@google.com', 'google.com', '[google.com (evil.example)]'],
  ['https://evil.example', 'GOOGLE.COM', '[GOOGLE.COM (evil.example)]'],
  ['https://evil.example', 'google\u3002com', '[google\u3002com (evil.example)]'],
  ['https://evil.example', 'google\uff0ecom', '[google\uff0ecom (evil.example)]'],
  ['https://evil.example', 'google\u2024com', '[google\u2024com (evil.example)]'],
  ['https://evil.example', 'goo\u200bgle.com', '[goo\u200bgle.com (evil.example)]'],
  ['https://evil.example', 'google .com', '[google .com (evil.example)]'],
  ['https://evil.example', 'google<strong>.com</strong>', '[google.com (evil.example)]'],
  ['https://evil.example', 'g\u043e\u043egle.com', '[g\u043e\u043egle.com (evil.example)]'],
  ['https://evil.example', 'google.com\u2044evil.example', '[google.com\u2044evil.example (evil.example)]'],
  ['https://evil.example', 'google.com@evil.example', '[google.com@evil.example (evil.example)]'],
  ['https://g\u043e\u043egle.com', 'Our page', '[Our page (xn--ggle-55da.com)]'],
  ['https://g\u043e\u043egle.com', 'g\u043e\u043egle.com', '[g\u043e\u043egle.com (xn--ggle-55da.com)]'],
  ['https://xn--ggle-55da.com/pay', 'Donate', '[Donate (xn--ggle-55da.com)]'],
  ['https://www.xn--80ak6aa92e.com', 'apple.com', '[apple.com (www.xn--80ak6aa92e.com)]'],
  ['https://192.0.2.7/login', 'google.com', '[google.com (192.0.2.7)]'],
  ['mailto:help@evil.example', 'help@google.com', '[help@google.com (help@evil.example)]'],
])('a link to %s with the text %s shows its target or is removed', (href, text, shown) => {
  expect(drawn(`<p><a href="${href}">${text}</a></p>`)).toBe(shown)
})

test.each([
  ['https://example.org/our/wells', 'our wells'],
  ['https://example.org', 'example.org'],
  ['https://www.example.org/about', 'https://example.org/about'],
  ['https://example.org', 'www.example.org'],
  ['https://example.org', 'It costs 20.50 a month.'],
  ['mailto:help@example.org', 'help@example.org'],
])('a link to %s with the text %s stays unchanged', (href, text) => {
  expect(drawn(`<p><a href="${href}">${text}</a></p>`)).toBe(`[${text}]`)
})

describe('pasted text keeps its words apart and its marks (content-38)', () => {
  test.each([
    ['<p><strong>Zakat</strong>\n<em>today</em></p>', 'Zakat today'],
    ['<p>\n<strong>Zakat</strong>\n  <a href="https://a.example">today</a>\n</p>', 'Zakat today'],
    ['<p><strong>Zakat</strong><em>\n</em><em>today</em></p>', 'Zakat today'],
    ['<p><b>Zakat</b>\r\n<i>today</i>, <b>all</b>\n<i>of it</i></p>', 'Zakat today, all of it'],
    ['<strong>Zakat</strong>\n<em>today</em>', 'Zakat today'],
    ['<div>Zakat</div><div>today</div>', 'Zakat\ntoday'],
    ['Zakat<div>today</div>', 'Zakat\ntoday'],
    ['Zakat<p>today</p>', 'Zakat\ntoday'],
    ['<section><h5>Zakat</h5>today</section>', 'Zakat\ntoday'],
    [
      '<table><tr><td>Zakat</td><td>today</td></tr><tr><td>and</td><td>later</td></tr></table>',
      'Zakat today\nand later',
    ],
    ['<ul><li><div>Zakat</div><div>today</div></li><li>later</li></ul>', 'Zakat\ntoday\nlater'],
    ['<div><b>Zakat</b>\n<i>today</i></div>', 'Zakat today'],
    ['<blockquote><div>Zakat</div>today</blockquote>', 'Zakat\ntoday'],
    ['<dl><dt>Zakat</dt><dd>today</dd></dl>', 'Zakat\ntoday'],
  ])('%j reads %j', (html, text) => {
    expect(plainTextOf(html)).toBe(text)
    expect(plainTextOf(cleanRichText(html))).toBe(text)
  })

  test('line breaks between blocks add no text', () => {
    expect(richTextOf('<h2>Zakat</h2>\n<ul>\n  <li>today</li>\n</ul>\n')).toEqual([
      { tag: 'h2', children: ['Zakat'] },
      { tag: 'ul', children: [{ tag: 'li', children: ['today'] }] },
    ])
  })

  test.each([
    [
      'Google Docs',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">Give </span><span style="font-size:11pt;font-weight:700;font-style:normal">zakat</span><span style="font-weight:400;font-style:italic"> today</span></p></b>',
      '<p>Give <strong>zakat</strong><em> today</em></p>',
    ],
    [
      'Word',
      '<p class="MsoNormal"><span lang="EN-GB">Give <b style="mso-bidi-font-weight:normal">zakat</b> <i>today</i><o:p></o:p></span></p><p class="MsoNormal"><span style="font-weight:bold">Now</span></p>',
      '<p>Give <strong>zakat</strong> <em>today</em></p><p><strong>Now</strong></p>',
    ],
    [
      'WhatsApp',
      '<div class="copyable-text"><span dir="rtl">Give <strong class="x">zakat</strong> <em>today</em></span></div><div>Now</div>',
      '<p>Give <strong>zakat</strong> <em>today</em></p><p>Now</p>',
    ],
    [
      'a mail',
      '<div>Give <b>zakat</b></div><div><br></div><div>today</div>',
      '<p>Give <strong>zakat</strong></p><p><br /></p><p>today</p>',
    ],
    ['an upright word in italics', '<em style="font-style: normal">zakat</em>', 'zakat'],
    [
      'a mark with its own style',
      '<b style="font-weight:700">zakat</b> <i style="font-style:italic">today</i>',
      '<strong>zakat</strong> <em>today</em>',
    ],
  ])('from %s', (_, html, clean) => {
    expect(cleanRichText(html)).toBe(clean)
    expect(cleanRichText(clean)).toBe(clean)
  })

  test('no words are joined or lost, whatever elements they are in', () => {
    const word = fc.string({ unit: fc.constantFrom(...'zakatعشر'), minLength: 1, maxLength: 5 })
    const tag = fc.constantFrom('p', 'div', 'section', 'h2', 'h5', 'blockquote', 'article', 'center')
    const gap = fc.constantFrom('', '\n', ' ')
    const block = fc
      .tuple(
        tag,
        fc.array(fc.tuple(word, fc.constantFrom('b', 'i', 'strong', 'em', 'span')), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, words]) => ({
        words: words.map(([text]) => text),
        html: `<${name}>${words.map(([text, mark]) => `<${mark}>${text}</${mark}>`).join('\n')}</${name}>`,
      }))
    fc.assert(
      fc.property(fc.array(fc.tuple(block, gap), { maxLength: 5 }), fc.boolean(), (blocks, isWrapped) => {
        const body = blocks.map(([{ html }, between]) => html + between).join('')
        const html = isWrapped ? `<div>${body}</div>` : body
        const words = blocks.flatMap(([{ words }]) => words)
        for (const text of [plainTextOf(html), plainTextOf(cleanRichText(html))])
          expect(text.split(/\s+/).filter(Boolean)).toEqual(words)
        const clean = cleanRichText(html)
        expect(cleanRichText(clean)).toBe(clean)
      }),
    )
  })
})

test('the code that YouTube and Vimeo offer to copy keeps the film and its unlisted part (content-38)', () => {
  expect(
    richTextOf(
      '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=abc&amp;start=5"></iframe><iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e&amp;badge=0"></iframe>' +
        '<iframe src="https://player.vimeo.com/event/76979871"></iframe><iframe src="https://www.youtube.com/embed/videoseries?list=PL1"></iframe>',
    ),
  ).toEqual([
    { tag: 'video', provider: 'youtube', id: 'dQw4w9WgXcQ' },
    { tag: 'video', provider: 'vimeo', id: '76979871', hash: '8272103f6e' },
  ])
  expect(cleanRichText('<iframe src="https://player.vimeo.com/video/76979871?badge=0&h=8272103f6e"></iframe>')).toBe(
    '<iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e"></iframe>',
  )
})
