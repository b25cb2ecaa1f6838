import { expect, test } from 'vitest'
import { parsePage } from './markdown.ts'

const parse = (markdown: string, texts: Record<string, string | undefined> = {}) =>
  parsePage(markdown, { texts, blocks: { table: [{ tag: 'table', children: ['rows'] }] } })

test('the first heading is the title, the first paragraph the description, second headings the contents', () => {
  const page = parse('# Help\n\nShort *answers*.\n\n## Paying\n\nText\n\n### Cards\n\n## Paying\n')
  expect(page).toMatchObject({
    title: 'Help',
    description: 'Short answers.',
    contents: [
      { id: 'paying', title: 'Paying' },
      { id: 'paying-2', title: 'Paying' },
    ],
  })
  expect(page.body[0]).toEqual({ tag: 'p', children: ['Short ', { tag: 'em', children: ['answers'] }, '.'] })
})

test('lists, tables, quotes and links become elements; a heading in Arabic has an Arabic id', () => {
  const { body } = parse('# م\n\n## طلب الاسترداد\n\n- **a**\n- [b](/fees)\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n> c\n')
  expect(body).toEqual([
    { tag: 'h2', id: 'طلب-الاسترداد', children: ['طلب الاسترداد'] },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: [{ tag: 'strong', children: ['a'] }] },
        { tag: 'li', children: [{ tag: 'a', href: '/fees', children: ['b'] }] },
      ],
    },
    {
      tag: 'table',
      children: [
        {
          tag: 'thead',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'th', children: ['x'] },
                { tag: 'th', children: ['y'] },
              ],
            },
          ],
        },
        {
          tag: 'tbody',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'td', children: ['1'] },
                { tag: 'td', children: ['2'] },
              ],
            },
          ],
        },
      ],
    },
    { tag: 'blockquote', children: [{ tag: 'p', children: ['c'] }] },
  ])
})

test('HTML stays text, and a link with an unsafe target becomes its text [security-5]', () => {
  const text = JSON.stringify(
    parse('# T\n\n<script>alert(1)</script>\n\nA <b onclick="x">word</b> ![cat](https://x.example/cat.png)').body,
  )
  expect(text).toContain('<script>alert(1)</script>')
  expect(text).not.toMatch(/"tag":"(?:script|b|img)"/)
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'http://x.example',
  ])
    expect(parse(`# T\n\n[go](${href})`).body).toEqual([{ tag: 'p', children: ['go'] }])
  for (const href of ['/fees', '#part', 'https://x.example/', 'mailto:a@b.example', 'tel:+44123'])
    expect(JSON.stringify(parse(`# T\n\n[go](${href})`).body)).toContain(`"href":"${href}"`)
})

test('settings fill placeholders as text, even in URLs; a line with an unset one is left out', () => {
  const page = parse('# About {{product}}\n\n- {{name}}\n- No. {{registration}}\n- [{{mail}}](mailto:{{mail}})\n', {
    product: 'Sunbul',
    name: '*Stars* & <b>',
    registration: undefined,
    mail: 'a@b.example',
  })
  expect(page.title).toBe('About Sunbul')
  expect(page.body).toEqual([
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['*Stars* & <b>'] },
        { tag: 'li', children: [{ tag: 'a', href: 'mailto:a@b.example', children: ['a@b.example'] }] },
      ],
    },
  ])
})

test('a block replaces its paragraph', () => {
  expect(parse('# T\n\n{{table}}\n\nend').body).toEqual([
    { tag: 'table', children: ['rows'] },
    { tag: 'p', children: ['end'] },
  ])
})
