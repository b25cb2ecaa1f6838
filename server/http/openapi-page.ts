import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { contractsByModule, moduleDescriptions } from '#modules/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { escapeHtml } from '#shared/html.ts'
import { type ApiOwner, openApi, operationIdOf } from './openapi.ts'

const require = createRequire(import.meta.url)
const assets = [
  {
    name: 'swagger-ui-bundle.js',
    type: 'text/javascript; charset=utf-8',
    path: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8', path: require.resolve('swagger-ui-dist/swagger-ui.css') },
]

/**
 * Registers `/openapi.json` for programs and `/docs/api` for people: Swagger UI with a list of all calls. In production
 * its "Try it out" sends only reads, because a documentation page must not move money.
 */
export function registerOpenApi(
  fastify: FastifyInstance,
  { isProduction, ...owner }: ApiOwner & { readonly isProduction: boolean },
): void {
  const text = JSON.stringify(openApi(owner))
  const pageOf = renderPage(owner.productName, isProduction ? ['get'] : ['get', 'post', 'put', 'patch', 'delete'])
  fastify.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  fastify.get('/docs/api', { config: { page: true } as never }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(pageOf(request.cspNonce)),
  )
  for (const { name, type, path } of assets)
    fastify.get(`/docs/api/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(createReadStream(path)),
    )
}

/** Renders the page with the nonce of its Content-Security-Policy. */
function renderPage(productName: string, triedMethods: readonly string[]): (nonce: string) => string {
  const title = escapeHtml(productName)
  const modules = Object.entries(contractsByModule).map(([module, contract]) => {
    const calls = (Object.entries(contract) as [string, Endpoint][]).map(([name, { summary }]) => {
      const [method, path] = name.split(' ') as [string, string]
      return `<li><a href="#/${module}/${operationIdOf(name)}"><b>${method}</b> ${escapeHtml(summary)}<small>${escapeHtml(path)}</small></a></li>`
    })
    const description = moduleDescriptions[module as keyof typeof moduleDescriptions]
    return `<details><summary title="${escapeHtml(description)}">${escapeHtml(module)}</summary><ul>${calls.join('')}</ul></details>`
  })
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} API</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/docs/api/swagger-ui.css">`
  const body = `<body><a class="skip" href="#reference">Skip to the reference</a>
<nav aria-label="Calls"><p><a href="/v4">${title}</a> API</p><p><a href="/docs/api/guide">Guide</a> · <a href="/openapi.json">OpenAPI document</a></p>${modules.join('')}</nav>
<main id="reference" tabindex="-1"><noscript><p>This page needs JavaScript to show the details of a call. The <a href="/openapi.json">OpenAPI document</a> has them all.</p></noscript></main>`
  return (nonce) =>
    `${head}<style nonce="${nonce}">${style}</style></head>${body}<script nonce="${nonce}" src="/docs/api/swagger-ui-bundle.js"></script><script nonce="${nonce}">${script(triedMethods)}</script></body></html>`
}

/** Displays the document, and opens the call that is selected in the list. */
const script = (triedMethods: readonly string[]): string => `
document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)
const reference = SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true, defaultModelsExpandDepth: 0,
  displayRequestDuration: true, validatorUrl: null, supportedSubmitMethods: ${JSON.stringify(triedMethods)},
})
document.querySelector('nav').addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#/"]')
  if (!link) return
  const [, tag, operation] = link.getAttribute('href').split('/')
  reference.layoutActions.show(['operations-tag', tag], true)
  reference.layoutActions.show(['operations', tag, operation], true)
  setTimeout(() => document.getElementById('operations-' + tag + '-' + operation)?.scrollIntoView(), 100)
})`

const style = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#F5F7F5,#0E1311);color:light-dark(#141917,#EEF2EF)}
a{color:light-dark(#2556B4,#A2C3FE)}.skip{position:absolute;inset-inline-start:-999rem}.skip:focus{inset-inline-start:1rem;z-index:1}
nav{padding:1rem;border-block-end:1px solid light-dark(#D7DCD8,#2B3530);max-block-size:40vh;overflow:auto;overscroll-behavior:contain}nav p{margin:0 0 .5rem;font-weight:600}nav p+p{font-weight:400;margin-block-end:1rem}
summary{padding-block:.5rem;cursor:pointer;text-transform:capitalize}nav ul{list-style:none;margin:0;padding:0 0 .5rem}nav li a{display:block;padding:.35rem .5rem;border-radius:8px;color:inherit;text-decoration:none;font-size:.875rem}nav li a:hover{background:light-dark(#EAEEEB,#1C2420)}
nav small{display:block;overflow-wrap:anywhere;color:light-dark(#4C534D,#B9C2BC)}nav b{font-size:.75rem;color:light-dark(#26613B,#7CCB95)}main{padding-inline:.5rem;min-inline-size:0}main>noscript{display:block;padding:1rem}
@media (max-width:40rem){.swagger-ui .opblock-tag{flex-wrap:wrap}.swagger-ui .opblock-tag>a{flex:1}.swagger-ui .opblock-tag small{flex:0 0 100%;padding:0;order:1}}
@media (min-width:60rem){body{display:grid;grid-template-columns:20rem 1fr}nav{position:sticky;inset-block-start:0;block-size:100vh;max-block-size:none;box-sizing:border-box;border-block-end:0;border-inline-end:1px solid light-dark(#D7DCD8,#2B3530)}}`
