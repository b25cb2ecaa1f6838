import { Parser } from 'htmlparser2'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RichText } from '#web/ui/rich-text.tsx'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { xssPayloads } from '#tests/support/xss-corpus.ts'
import type { CampaignPage } from './contract.ts'
import { insertNewsRows } from './queries/written.ts'
import { cleanRichText } from './rich-text.ts'
import { aCampaign } from './testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const elements = new Set(['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'a', 'img'])
const attributes: Readonly<Record<string, readonly string[]>> = { a: ['href', 'rel'], img: ['src', 'alt', 'loading'] }

/** Returns everything in rendered rich text that a story must not contain (security-5). */
function more(markup: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attribs) {
      if (!elements.has(name)) found.push(`<${name}>`)
      for (const [key, value] of Object.entries(attribs)) {
        if (key !== 'dir' && !attributes[name]?.includes(key)) found.push(`${name}[${key}]`)
        if (key === 'href' && !/^(https:\/\/|mailto:)/.test(value)) found.push(`href ${value}`)
        if (key === 'src' && !value.startsWith('/media/')) found.push(`src ${value}`)
      }
    },
    oncomment: (text) => found.push(`comment ${text}`),
    onprocessinginstruction: (name) => found.push(name),
  })
  parser.write(markup)
  parser.end()
  return found
}
const drawn = (nodes: CampaignPage['story']) => renderToStaticMarkup(createElement(RichText, { nodes }))

test('the corpus has at least forty attacks, and the detector finds them', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(40)
  expect(more('<p onclick="x">a</p><script>1</script><a href="javascript:x">b</a>')).toEqual([
    'p[onclick]',
    '<script>',
    'href javascript:x',
  ])
})

test.each([
  ['cleaned when it was written', (attack: string) => cleanRichText(`<p>before</p>${attack}<p>after</p>`)],
  ['never cleaned before', (attack: string) => `<p>before</p>${attack}<p>after</p>`],
])('a story or news renders only allowed elements, %s [security-11] [security-5]', async (_, written) => {
  for (const attack of xssPayloads) {
    const campaign = await aCampaign(installation.app, {
      name: attack,
      tagline: attack,
      organizer_name: attack,
      story: written(attack),
    })
    await installation.app.write((tx) =>
      insertNewsRows(tx, [
        {
          id: installation.app.newId(),
          campaign_id: campaign.id,
          author_id: null,
          title: attack.slice(0, 120),
          body: written(attack),
          published_at: installation.app.clock(),
          changed_at: null,
        },
      ]),
    )
    const page = (
      await installation.fastify.inject({ url: `/v4/campaign-pages/${campaign.slug}` })
    ).json<CampaignPage>()
    expect(more(drawn(page.story)), attack).toEqual([])
    expect(more(drawn(page.news.items[0]!.body)), attack).toEqual([])
    // Names are stored unchanged and rendered as text.
    expect(page.title).toBe(attack)
    expect(page.news.items[0]!.title).toBe(attack.slice(0, 120))
    expect(more(renderToStaticMarkup(createElement('p', {}, page.title)))).toEqual([])
    const response = await installation.fastify.inject({
      method: 'POST',
      url: '/api/projectapi/timeline',
      payload: { slug: campaign.slug },
    })
    const { timeline } = response.json<{ result: { timeline: { body: CampaignPage['story'] }[] } }>().result
    expect(
      timeline.flatMap(({ body }) => more(drawn(body))),
      attack,
    ).toEqual([])
  }
})
