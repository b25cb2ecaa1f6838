import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { separateBlocks } from './separate-blocks.ts'

describe('a pasted story (content-38)', () => {
  test.each([
    'Zakat <b>today</b> &amp; later',
    '<p>Zakat</p>today<ul>\n<li>later</li></ul>',
    '<h2>Zakat</h2><blockquote>today</blockquote><p><img src="/media/a.webp" alt="A well"></p>',
    '<p>Zakat < sadaqah</p>',
    '<pray>today</pray>',
    '',
  ])('without foreign blocks stays as it is: %s', (html) => {
    expect(separateBlocks(html)).toBe(html)
  })

  test.each([
    ['<div>Zakat</div><div>today</div>', '<p>Zakat</p><p>today</p>'],
    ['<DIV>Zakat</DIV>', '<p>Zakat</p>'],
    ['<section class="x"><article><h5>Zakat</h5>today</article></section>', '<p>Zakat</p><p>today</p>'],
    ['<div>Give <b>zakat</b> &amp; <i>sadaqah</i></div>', '<p>Give <b>zakat</b> &amp; <i>sadaqah</i></p>'],
    ['<div><b>Zakat</b></div>', '<p><b>Zakat</b></p>'],
    ['<div>Zakat<br></div>', '<p>Zakat<br></p>'],
    ['<div><br></div>', '<p><br></p>'],
  ])('has a paragraph for each foreign block: %s', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test.each([
    [
      'Zakat <b>is</b> due<div>today</div>or <i>later</i>',
      '<p>Zakat <b>is</b> due</p><p>today</p><p>or <i>later</i></p>',
    ],
    ['<div><p>Zakat</p>today</div>', '<p>Zakat</p><p>today</p>'],
    ['<div>Zakat<hr>today</div>', '<p>Zakat</p><p>today</p>'],
  ])('has a paragraph for the text between blocks: %s', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test.each([
    ['<div> </div><div>\n</div><div>Zakat</div>', '<p>Zakat</p>'],
    ['<div>Zakat</div>\n<p>today</p>\n', '<p>Zakat</p><p>today</p>'],
    ['<div></div>', ''],
  ])('has no paragraph for blank text: %j', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test.each([
    ['<table><tr><td>Zakat</td><td>today</td></tr></table>', '<p>Zakat today </p>'],
    ['<table><tr><th><b>Zakat</b></th><th>today</th></tr></table>', '<p><b>Zakat</b> today </p>'],
    ['<td>Zakat</td><td>today</td>', '<p>Zakat today </p>'],
    ['<th>Zakat</th><th>today</th>', '<p>Zakat today </p>'],
    ['<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', '<p>a </p><p>b </p>'],
    ['<table><tr><td><p>Zakat</p>today</td></tr></table>', '<p>Zakat</p><p>today</p>'],
  ])('has a space after each cell of a table: %s', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test.each([
    ['<h2>Zakat</h2><h3>Nisab</h3><div>today</div>', '<h2>Zakat</h2><h3>Nisab</h3><p>today</p>'],
    ['<p>Zakat <b>is</b> due</p><div>today</div>', '<p>Zakat <b>is</b> due</p><p>today</p>'],
    ['<blockquote>Zakat</blockquote><div>today</div>', '<blockquote>Zakat</blockquote><p>today</p>'],
    ['<div><ul><li>Zakat</li><li>today</li></ul></div>', '<ul><li>Zakat</li><li>today</li></ul>'],
    ['<div><ol><li>Zakat</li></ol>today</div>', '<ol><li>Zakat</li></ol><p>today</p>'],
    [
      '<div>Zakat<img src="/media/a.webp" alt="A well">today</div>',
      '<p>Zakat</p><img src="/media/a.webp" alt="A well"><p>today</p>',
    ],
    ['<div>Zakat<iframe src="/v"></iframe></div>', '<p>Zakat</p><iframe src="/v"></iframe>'],
  ])('keeps headings, paragraphs, quotes, lists, pictures and videos: %s', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test.each([
    [
      '<ul><li><div>Zakat</div><div>today</div></li><li>later</li></ul>',
      '<ul><li><p>Zakat</p><p>today</p></li><li>later</li></ul>',
    ],
    ['<ol><li><div>Zakat</div>today</li></ol>', '<ol><li><p>Zakat</p><p>today</p></li></ol>'],
    ['<ul><li>Zakat<ol><li>today</li></ol></li></ul><hr>', '<ul><li><p>Zakat</p><ol><li>today</li></ol></li></ul>'],
    ['<blockquote><div>Zakat</div>today</blockquote>', '<blockquote><p>Zakat</p><p>today</p></blockquote>'],
  ])('has paragraphs within an item or a quote, which stays around them: %s', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test.each([
    ['<h2><div>Zakat</div>today</h2>', '<p>Zakat</p><p>today</p>'],
    ['<b>Zakat<div>today</div></b>', '<p>Zakat</p><p>today</p>'],
    ['<b><i><div>Zakat</div></i>today</b>', '<p>Zakat</p><p>today</p>'],
    ['<span><ul><li>Zakat</li></ul></span><hr>', '<ul><li>Zakat</li></ul>'],
  ])('loses a heading or mark that is around blocks, never their text: %s', (html, written) => {
    expect(separateBlocks(html)).toBe(written)
  })

  test('keeps the text of a list outside its items', () => {
    expect(separateBlocks('<ul>Zakat<li><div>today</div></li>later</ul>')).toBe(
      '<ul>Zakat<li><p>today</p></li>later</ul>',
    )
  })

  test('loses no letter and keeps their order', () => {
    const tag = fc.constantFrom(
      'div',
      'p',
      'h2',
      'h5',
      'ul',
      'ol',
      'li',
      'blockquote',
      'table',
      'tr',
      'td',
      'b',
      'span',
    )
    const { html } = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('Zakat', ' ', 'today ', '&amp;', '<br>', '<img src="/media/a.webp">', '\n'),
        fc
          .tuple(tag, fc.array(tie('html'), { maxLength: 4 }))
          .map(([name, parts]) => `<${name}>${parts.join('')}</${name}>`),
      ),
    }))
    const letters = (text: string) => text.replace(/<[^>]*>|\s/g, '')
    fc.assert(
      fc.property(html, (body) => {
        expect(letters(separateBlocks(`<div>${body}</div>`))).toBe(letters(body))
      }),
    )
  })
})
