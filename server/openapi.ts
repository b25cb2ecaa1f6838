import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { contract } from '#modules/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { problemClasses } from '#shared/problem.ts'
import { isEnveloped } from './wire.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

/** OpenAPI 3.1, made from the very schemas that validate requests. */
export function openApi(productName: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const [method, path] = name.split(' ') as [string, string]
    const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
    const input = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
    const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key))
    const isRead = method === 'GET'
    const required = (input.required ?? []).filter((key) => !inPath.includes(key))
    const output = schemaOf(endpoint.output, 'output')
    const operation: Json = {
      summary: endpoint.summary,
      operationId: name.replace(/[^\w]+/g, '_'),
      tags: [path.split('/').filter((part) => part && !part.startsWith(':') && !/^(api|v[34])$/.test(part))[0] ?? 'other'],
      'x-access': endpoint.access,
      ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }, { bearer: [] }] }),
      parameters: [
        ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: input.properties?.[key] ?? { type: 'string' } })),
        ...(isRead ? rest.map(([key, schema]) => ({ name: key, in: 'query', required: required.includes(key), schema })) : []),
        ...(endpoint.money ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 }, description: 'One key for each press of the button.' }] : []),
      ],
      ...(isRead ? {} : { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties: Object.fromEntries(rest), ...(required.length > 0 ? { required } : {}) } } } } }),
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: isEnveloped(path) ? { type: 'object', properties: { success: { type: 'boolean' }, message: { type: 'string' }, result: output }, required: ['success', 'message', 'result'] } : output } } },
        default: { description: `Refused. Codes to expect: ${['invalid-input', ...(endpoint.refuses ?? [])].join(', ')}.`, content: isEnveloped(path) ? { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } } : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      },
    }
    const key = path.replace(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '0.1.0', description: 'Every call of the product. `/api` and `/v3` answer an envelope and take decimal major units; `/v4` answers the bare resource and takes integer minor units.' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' }, bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: { type: 'object', properties: { type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' }, class: { enum: Object.keys(problemClasses) }, code: { type: 'string' }, message: { type: 'string' }, fields: { type: 'object', additionalProperties: { type: 'string' } }, requestId: { type: 'string' } }, required: ['status', 'class', 'code', 'message'] },
        Envelope: { type: 'object', properties: { success: { type: 'boolean' }, message: { type: 'string' }, result: {} }, required: ['success', 'message'] },
      },
    },
  }
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** `/openapi.json` for machines, `/docs/api` for people: one plain page, no script. */
export function registerOpenApi(fastify: FastifyInstance, productName: string): void {
  const document = openApi(productName)
  const text = JSON.stringify(document, undefined, 2)
  fastify.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(text))
  fastify.get('/docs/api', async (request, reply) => reply.type('text/html; charset=utf-8').send(pageOf(productName, request.cspNonce)))
}

function pageOf(productName: string, nonce: string): string {
  const calls = (Object.entries(contract) as [string, Endpoint][]).map(([name, endpoint]) => {
    const properties = Object.entries((schemaOf(endpoint.input, 'input') as { properties?: Record<string, Json> }).properties ?? {})
    const rows = properties.map(([key, schema]) => `<tr><td><code>${escape(key)}</code></td><td>${escape(typeOf(schema))}</td></tr>`).join('')
    return `<section><h2><code>${escape(name)}</code></h2><p>${escape(endpoint.summary)}</p><p class="q">Who: ${endpoint.access}${endpoint.money ? ' · takes an <code>Idempotency-Key</code>' : ''}${endpoint.refuses ? ` · may refuse with ${endpoint.refuses.map((code) => `<code>${escape(code)}</code>`).join(', ')}` : ''}</p>${rows ? `<table>${rows}</table>` : ''}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(productName)} API</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-inline-size:60rem;margin:auto;padding:2rem 1.25rem;background:light-dark(#F5F7F5,#0E1311);color:light-dark(#141917,#EEF2EF)}section{background:light-dark(#fff,#151B18);border:1px solid light-dark(#D7DCD8,#2B3530);border-radius:14px;padding:1.25rem;margin-block:1rem}h2{font-size:1.05rem;margin:0 0 .5rem}p{margin:.25rem 0}.q{color:light-dark(#4C534D,#B9C2BC);font-size:.9rem}table{border-collapse:collapse;inline-size:100%;margin-block-start:.75rem}td{padding:.35rem .75rem .35rem 0;border-block-start:1px solid light-dark(#EAEEEB,#2B3530);vertical-align:top}a{color:light-dark(#2556B4,#A2C3FE)}</style></head><body><h1>${escape(productName)} API</h1><p>Machine-readable: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). <code>/api</code> and <code>/v3</code> answer <code>{ success, message, result }</code> and take decimal amounts; <code>/v4</code> answers the bare resource, problems as <code>application/problem+json</code>, and takes minor units.</p>${calls.join('')}</body></html>`
}

function typeOf(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Json[]).map(typeOf).join(' | ')
  return [schema.type, schema.format, schema.maxLength ? `at most ${schema.maxLength as number}` : '', schema.default !== undefined ? `default ${JSON.stringify(schema.default)}` : ''].filter(Boolean).join(', ')
}
