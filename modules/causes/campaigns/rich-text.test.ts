import { expect, test } from 'vitest'
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
