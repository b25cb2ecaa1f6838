import { lastOf, required } from '#shared/collections.ts'
import { escapeHtml } from '#shared/html.ts'
import type { FastifyInstance } from 'fastify'
import { contractsByModule, moduleDescriptions } from '#modules/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type ApiOwner, openApi, templateOf } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'
import { faultText } from '#shared/texts/catalogue.ts'

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Json
  readonly $ref?: string
}
type Content = Readonly<Record<string, { readonly schema?: Json }>>
type Operation = {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, Json> }
}

/** `/openapi.json` for machines, `/docs/api` for people: one plain page, no script. */
export function registerOpenApi(fastify: FastifyInstance, owner: ApiOwner): void {
  const document = openApi(owner)
  const text = JSON.stringify(document)
  let page: ((nonce: string) => string) | undefined
  fastify.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  fastify.get('/docs/api', { config: { page: true } as never }, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send((page ??= pageOf(owner.productName, document as Document))(request.cspNonce)),
  )
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`
/** A sentence of a contract, whose names stand between backticks. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const who: Record<Endpoint['access'], string> = {
  anyone: 'anyone, also without an account',
  'signed-in': 'an account',
  guest: 'an account, or a guest with the token of their donation',
  staff: 'staff',
}

function pageOf(productName: string, document: Document): (nonce: string) => string {
  const modules = Object.entries(contractsByModule).map(([module, contract]) => ({
    module,
    calls: Object.entries(contract) as [string, Endpoint][],
  }))
  const contents = modules.map(
    ({ module, calls }) =>
      `<li><a href="#${module}">${escapeHtml(module)}</a><ul>${calls.map(([name, { summary }]) => `<li><a href="#${anchor(name)}">${code(name)}</a> ${escapeHtml(summary)}</li>`).join('')}</ul></li>`,
  )
  const sections = modules.map(
    ({ module, calls }) =>
      `<section><h2 id="${module}">${escapeHtml(module)}</h2><p>${prose(moduleDescriptions[module as keyof typeof moduleDescriptions])}</p>${calls.map(([name, endpoint]) => callOf(name, endpoint, document)).join('')}</section>`,
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<article id="schema-${name}"><h3>${code(name)}</h3>${typeof schema.description === 'string' ? `<p>${prose(schema.description)}</p>` : ''}${tableOf('', schema)}</article>`,
  )
  const title = escapeHtml(productName)
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} API</title>`
  const body = `<body><main><h1>${title} API</h1>
<p><code>/api</code> and <code>/v3</code> answer <code>{ success, message, result }</code> and take decimal amounts. <code>/v4</code> answers the bare resource, refusals as <code>application/problem+json</code>, and takes integer minor units. Unsafe calls send JSON; a DELETE whose path says everything needs no body. For machines: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Calls"><ul>${contents.join('')}<li><a href="#schemas">schemas</a></li></ul></nav>${sections.join('')}<section><h2 id="schemas">Schemas</h2>${schemas.join('')}</section></main></body></html>`
  return (nonce) => `${head}<style nonce="${nonce}">${style}</style></head>${body}`
}

const anchor = (name: string): string => name.replace(/\W+/g, '-').toLowerCase()

function callOf(name: string, endpoint: Endpoint, document: Document): string {
  const [method, path] = name.split(' ') as [string, string]
  const { parameters, requestBody, responses } = required(document.paths[templateOf(path)]?.[method.toLowerCase()])
  const refusals = (endpoint.refuses ?? []).map(
    (each) => `<dt>${code(each)}</dt><dd>${escapeHtml(faultText({ code: each }, 'en') ?? '')}</dd>`,
  )
  const named = parameters.filter(({ $ref }) => $ref === undefined)
  const rows = named.map(({ name: key, in: place, required, schema }) =>
    rowOf(key, `${typeOf(schema)}, in the ${place}`, required === true),
  )
  const answered = Object.entries(required(responses[200]?.content))
  const roles = endpoint.roles ? ` (${endpoint.roles.join(', ')})` : ''
  return `<article id="${anchor(name)}"><h3>${code(name)}</h3><p><strong>${escapeHtml(endpoint.summary)}.</strong> ${prose(endpoint.description)}</p>
<p class="quiet">Who: ${who[endpoint.access]}${roles}.${endpoint.money || endpoint.takesKey ? ` Takes an ${code('Idempotency-Key')} header.` : ''}${endpoint.takesSession ? ` Takes a ${code('session-id')} header.` : ''}</p>
${rows.length > 0 ? `<h4>Parameters</h4><table>${rows.join('')}</table>` : ''}${requestBody ? tableOf('Body', required(requestBody.content['application/json']?.schema)) : ''}${answered.map(([type, { schema }]) => (schema ? tableOf('Response', schema) : `<h4>Response</h4><p>${code(type)}</p>`)).join('')}
${refusals.length > 0 ? `<h4>May refuse with</h4><dl>${refusals.join('')}</dl>` : ''}</article>`
}

const rowOf = (key: string, type: string, isRequired: boolean): string =>
  `<tr><th scope="row">${code(key)}</th><td>${type}${isRequired ? '; required' : ''}</td></tr>`

/** The members of an object; of a choice of objects, each in its turn. */
function tableOf(caption: string, schema: Json): string {
  const choices = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [schema]
  const tables = choices.map((choice) => {
    const properties = Object.entries((choice.properties ?? {}) as Record<string, Json>)
    const required = (choice.required ?? []) as readonly string[]
    if (properties.length === 0) return choice.type === 'object' ? '' : `<p>${typeOf(choice)}</p>`
    return `<table>${properties.map(([key, each]) => rowOf(key, typeOf(each), required.includes(key))).join('')}</table>`
  })
  const shown = tables.filter(Boolean)
  return shown.length > 0 ? `${caption ? `<h4>${caption}</h4>` : ''}${shown.join('<p class="quiet">or</p>')}` : ''
}

/** A type in a few words, as HTML; a component is a link. */
function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') {
    const name = lastOf(schema.$ref.split('/'))
    return `<a href="#schema-${name}">${escapeHtml(name)}</a>`
  }
  if (Array.isArray(schema.enum)) return escapeHtml(schema.enum.map(String).join(' | '))
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const))
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as Json[]).map(typeOf))].join(' | ')
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Json)}`
  if (schema.type === 'object' && schema.properties)
    return `{ ${Object.entries(schema.properties)
      .map(([key, each]) => ((each as Json).$ref ? `${escapeHtml(key)}: ${typeOf(each as Json)}` : escapeHtml(key)))
      .join(', ')} }`
  const limits = [
    schema.format,
    schema.maxLength !== undefined ? `at most ${JSON.stringify(schema.maxLength)} characters` : '',
    schema.default !== undefined ? `default ${JSON.stringify(schema.default)}` : '',
  ]
  return escapeHtml(
    [([schema.type ?? 'anything'].flat() as string[]).join(' | '), ...limits].filter(Boolean).join(', '),
  )
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;margin:0;background:light-dark(#F5F7F5,#0E1311);color:light-dark(#141917,#EEF2EF)}
main{max-inline-size:60rem;margin-inline:auto;padding:2rem 1.25rem}h2{margin-block:2.5rem 0;text-transform:capitalize}h3{font-size:1.05rem;margin:0 0 .5rem;overflow-wrap:anywhere}h4{font-size:.9rem;margin:1rem 0 .25rem}
article{background:light-dark(#fff,#151B18);border:1px solid light-dark(#D7DCD8,#2B3530);border-radius:14px;padding:1.25rem;margin-block:1rem}p{margin:.25rem 0}.quiet{color:light-dark(#4C534D,#B9C2BC);font-size:.9rem}
table{border-collapse:collapse;inline-size:100%}th,td{padding:.35rem .75rem .35rem 0;border-block-start:1px solid light-dark(#EAEEEB,#2B3530);vertical-align:top;text-align:start;font-weight:400;overflow-wrap:anywhere}
code{overflow-wrap:anywhere;font-size:.875rem}th{inline-size:40%}h3 code{font-size:1em}dl{margin:0;display:grid;grid-template-columns:fit-content(50%) 1fr;gap:.25rem 1rem}dd{margin:0}nav ul{list-style:none;padding-inline-start:1rem}a{color:light-dark(#2556B4,#A2C3FE)}`
