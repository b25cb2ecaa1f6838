import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderGuide } from './api-guide.ts'

test('the guide has a heading for each of its links, and no scripts', () => {
  const html = renderGuide(readFileSync('docs/api.md', 'utf8'), 'Sunbul & Co')('n')
  const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links).toContain('list-the-donations-of-a-year')
  expect(links.filter((id) => !html.includes(`<h2 id="${id}">`))).toEqual([])
  expect(html).toContain('<title>Sunbul &#38; Co API</title>')
  expect(html).toContain('<style nonce="n">')
  expect(html).not.toContain('<script')
})

test('examples are shown as they are written', () => {
  const html = renderGuide('# Guide\n\n```\nif (a < b && c) run("<id>")\n```\n', 'Sunbul')('')
  expect(html).toContain('if (a &#60; b &#38;&#38; c) run(&#34;&#60;id&#62;&#34;)')
})
