import fs from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#shared/html.ts'
import { projectDir } from '../config/config.ts'

/** The origin that the guide's examples name. */
const exampleOrigin = 'https://give.example.org'

/** Serves `docs/api.md`, the guide for developers of other systems, with this site's origin in its examples. */
export function registerApiGuide(
  fastify: FastifyInstance,
  site: { readonly productName: string; origin: string },
): void {
  const markdown = fs.readFileSync(path.join(projectDir, 'docs/api.md'), 'utf8').replaceAll(exampleOrigin, site.origin)
  const page = renderGuide(markdown, site.productName)
  fastify.get('/docs/api/guide', { config: { page: true } as never }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(request.cspNonce)),
  )
}

/** Renders a guide as a page without scripts; its headings have the ids that GitHub gives them. */
export function renderGuide(markdown: string, productName: string): (nonce: string) => string {
  const contents: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = text
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(/\s/g, '-')
        const title = this.parser.parseInline(tokens)
        if (depth === 2) contents.push(`<li><a href="#${id}">${title}</a></li>`)
        return `<h${depth} id="${id}">${title}</h${depth}>\n`
      },
      // Wide examples scroll, also by keyboard (WCAG 2.1.1).
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
  })
  const body = marked.parse(markdown, { async: false })
  const title = `${escapeHtml(productName)} API`
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="/icon.svg">`
  const nav = `<nav aria-label="Contents"><p><a href="/docs/api">All calls</a> · <a href="/openapi.json">OpenAPI document</a></p><ul>${contents.join('')}</ul></nav>`
  return (nonce) =>
    `${head}<style nonce="${nonce}">${style}</style></head><body>${nav}<main>${body}</main></body></html>`
}

const style = `:root{color-scheme:light dark}body{margin:0 auto;padding:1rem;max-inline-size:48rem;font:1rem/1.6 system-ui,sans-serif;background:light-dark(#F5F7F5,#0E1311);color:light-dark(#141917,#EEF2EF)}
a{color:light-dark(#2556B4,#A2C3FE)}h1,h2{line-height:1.2;margin-block:2.5rem 1rem}nav ul{columns:14rem;padding-inline-start:1.25rem}
pre{padding:1rem;overflow-x:auto;background:light-dark(#EAEEEB,#1C2420);border-radius:8px}code{font:.875em/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}:is(pre,td)>code{overflow-wrap:normal}
table{inline-size:100%;border-collapse:collapse;font-size:.9375rem}th,td{padding:.5rem .75rem .5rem 0;text-align:start;vertical-align:top;border-block-end:1px solid light-dark(#D7DCD8,#2B3530)}`
