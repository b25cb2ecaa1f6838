import { z } from 'zod'
import { richNode } from '#modules/campaigns/contract.ts'
import { contractsByModule } from '#modules/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { problemClasses } from '#shared/problem.ts'
import type { RichTag } from '#shared/rich-text.ts'
import { isEnveloped } from './wire.ts'

export type Json = Record<string, unknown>
type ObjectSchema = { readonly properties?: Record<string, Json>; readonly required?: readonly string[] }

/** One side of a call as JSON Schema, as it is on the wire. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === richNode) Object.assign(jsonSchema, ofRichNode)
    },
  }) as Json
  return json
}

/** OpenAPI 3.1, made from the very schemas that validate requests. */
export function openApi(productName: string): Json {
  const paths: Record<string, Json> = {}
  for (const [module, contract] of Object.entries(contractsByModule)) {
    for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
      const [method, path] = name.split(' ') as [string, string]
      const template = path.replace(/:(\w+)/g, '{$1}')
      paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(module, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '0.1.0',
      description:
        'Every call of the product. `/api` and `/v3` answer an envelope and take decimal major units; `/v4` answers the bare resource, problems as RFC 9457, and takes integer minor units.',
    },
    tags: Object.keys(contractsByModule).map((name) => ({ name })),
    // Where an operation says nothing else, anybody may call, and whoever says who they are is known.
    security: [{}, { session: [] }, { bearer: [] }],
    paths,
    components: { securitySchemes, schemas },
  }
}

function operationOf(module: string, name: string, endpoint: Endpoint): Json {
  const [method, path] = name.split(' ') as [string, string]
  const isRead = method === 'GET'
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const input = schemaOf(endpoint.input, 'input') as ObjectSchema
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key))
  const required = (input.required ?? []).filter((key) => !inPath.includes(key))
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', maxLength: 255 },
    description: 'One key for each press of the button; the same key never charges twice.',
  }
  const session = {
    name: 'session-id',
    in: 'header',
    schema: { type: 'string', maxLength: 200 },
    description: 'A random text, the same for one visit: whose press it is where nobody is signed in.',
  }
  const body = { type: 'object', properties: Object.fromEntries(rest), ...(required.length > 0 ? { required } : {}) }
  return {
    summary: endpoint.summary,
    operationId: name.replace(/\W+/g, '_'),
    tags: [module],
    'x-access': endpoint.access,
    ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }, { bearer: [] }] }),
    parameters: [
      ...inPath.map((each) => ({ name: each, in: 'path', required: true, schema: input.properties?.[each] ?? { type: 'string' } })),
      ...(isRead ? rest.map(([each, schema]) => ({ name: each, in: 'query', required: required.includes(each), schema })) : []),
      ...(endpoint.money || endpoint.takesKey ? [key] : []),
      ...(endpoint.takesSession ? [session] : []),
    ],
    // A DELETE that says everything in its path needs no body.
    ...(isRead || (method === 'DELETE' && rest.length === 0) ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responsesOf(path, endpoint),
  }
}

function responsesOf(path: string, endpoint: Endpoint): Json {
  const result = schemaOf(endpoint.output, 'output')
  const enveloped = {
    type: 'object',
    properties: { success: { type: 'boolean' }, message: { type: 'string' }, result },
    required: ['success', 'message', 'result'],
  }
  const refusal = isEnveloped(path)
    ? { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
    : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const content = { 'application/json': { schema: isEnveloped(path) ? enveloped : result } }
  // A file has no schema: its type says what it is.
  const file = endpoint.sends && Object.fromEntries(endpoint.sends.map((type) => [type, {}]))
  return {
    200: { description: file ? 'The file.' : 'Done.', content: file ?? content },
    ...(endpoint.mayWait ? { 202: { description: file ? 'Still being made; ask again.' : 'Still being confirmed by the bank.', content } } : {}),
    default: { description: `Refused. Codes to expect: ${['invalid-input', ...(endpoint.refuses ?? [])].join(', ')}.`, content: refusal },
  }
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'Over plain http its name is `sid`.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The value of the session’s cookie, or the token of a guest or of a guest’s basket.' },
}

const text = { type: 'string' }
const fields = { type: 'object', additionalProperties: text, description: 'Path of the input to what is wrong with it.' }
const ofRichNode = { $ref: '#/components/schemas/RichNode' }
const richTags: readonly RichTag[] = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']
const children = { type: 'array', items: ofRichNode }
const node = (properties: Json) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false })
const problemClass = { enum: Object.keys(problemClasses) }
const schemas = {
  RichNode: {
    description: 'A text, an element, a link, a picture or a film. It is drawn element by element; nothing in it is markup.',
    anyOf: [
      text,
      node({ tag: { enum: richTags }, children }),
      node({ tag: { const: 'a' }, href: text, children }),
      node({ tag: { const: 'img' }, src: text, alt: text }),
      node({ tag: { const: 'video' }, provider: { enum: ['youtube', 'vimeo'] }, id: text }),
    ],
  },
  Problem: {
    type: 'object',
    properties: { type: text, title: text, status: { type: 'integer' }, detail: text, class: problemClass, code: text, message: text, fields, requestId: text },
    required: ['type', 'title', 'status', 'detail', 'class', 'code', 'message', 'fields', 'requestId'],
  },
  Refusal: {
    type: 'object',
    properties: {
      success: { const: false },
      message: text,
      result: { type: 'object', properties: { code: text, class: problemClass, fields }, required: ['code', 'class'] },
    },
    required: ['success', 'message', 'result'],
  },
}
