import { contractsByModule, moduleDescriptions } from '#modules/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { productVersion } from '../ops/version.ts'
import { refusalsOf, sharedResponses } from './openapi-refusals.ts'
import { ComponentSchemas, type Json } from './openapi-schemas.ts'
import { isEnveloped } from './wire.ts'

type ObjectSchema = { readonly properties?: Record<string, Json>; readonly required?: readonly string[] }
/** The API's owner for the document; `contactEmail` is the operator's address. */
export type ApiOwner = { readonly productName: string; readonly contactEmail: string }

/** Generates the OpenAPI 3.1 document from the schemas that validate requests. */
export function openApi({ productName, contactEmail }: ApiOwner): Json {
  const schemas = new ComponentSchemas()
  const paths: Record<string, Json> = {}
  for (const [module, contract] of Object.entries(contractsByModule)) {
    for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
      const [method, path] = name.split(' ') as [string, string]
      const template = templateOf(path)
      paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(schemas, module, name, endpoint) }
    }
  }
  return schemas.resolve({
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: productVersion,
      description:
        'Every call of the product. `/api` and `/v3` answer an envelope and take decimal major units. `/v4` answers the bare resource, sends problems as RFC 9457, and takes integer minor units. Calls with an Idempotency-Key can be repeated safely. Programs authenticate with an API key (`Authorization: Bearer sunbul_…`); `/docs/api/guide` says how to get one, and has examples.',
      contact: { name: productName, email: contactEmail },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that sent this document.' }],
    tags: Object.entries(moduleDescriptions).map(([name, description]) => ({ name, description })),
    // Default of an operation: anyone may call it, and a signed-in caller is recognized.
    security: [{}, { session: [] }, { bearer: [] }],
    paths,
    components: { securitySchemes, parameters: headers, responses: sharedResponses },
  })
}

/** Returns the operation id of a call, such as `GET_v4_cards`. */
export const operationIdOf = (name: string): string => name.replace(/\W+/g, '_')

/** Converts `/v4/cards/:cardId` to OpenAPI's notation. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const headers = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', maxLength: 255 },
    description:
      'A unique key of this request. A repeated request with the same key gets the first result and never charges twice.',
  },
  SessionId: {
    name: 'session-id',
    in: 'header',
    schema: { type: 'string', maxLength: 200 },
    description: 'A random identifier of the visit. It identifies the requester without a signed-in account.',
  },
}

function operationOf(schemas: ComponentSchemas, module: string, name: string, endpoint: Endpoint): Json {
  const [method, path] = name.split(' ') as [string, string]
  const isRead = method === 'GET'
  const inPath = [...path.matchAll(/(?<=:)\w+/g)].map(([name]) => name)
  const sent = schemas.schemaOf(endpoint.input, 'input')
  const input = schemas.lookUp(sent, 'input') as ObjectSchema
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key))
  const required = (input.required ?? []).filter((key) => !inPath.includes(key))
  const body = { type: 'object', properties: Object.fromEntries(rest), ...(required.length > 0 ? { required } : {}) }
  // A DELETE without parameters beside its path needs no body.
  const takesBody = !isRead && (method !== 'DELETE' || rest.length > 0)
  return {
    summary: endpoint.summary,
    description: endpoint.description,
    operationId: operationIdOf(name),
    tags: [module],
    'x-access': endpoint.access,
    ...(endpoint.roles ? { 'x-roles': endpoint.roles } : {}),
    ...(endpoint.scope ? { 'x-scope': endpoint.scope } : {}),
    ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }, { bearer: [] }] }),
    parameters: [
      ...inPath.map((key) => parameterOf(key, 'path', true, input.properties?.[key] ?? { type: 'string' })),
      ...(isRead ? rest.map(([key, schema]) => parameterOf(key, 'query', required.includes(key), schema)) : []),
      ...(endpoint.money || endpoint.takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(endpoint.takesSession ? [{ $ref: '#/components/parameters/SessionId' }] : []),
    ],
    ...(takesBody
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: inPath.length === 0 && sent.$ref ? sent : body } },
          },
        }
      : {}),
    responses: {
      ...responsesOf(schemas, path, endpoint),
      ...refusalsOf(path, endpoint, { takesInput: inPath.length + rest.length > 0, takesBody, isRead }),
    },
  }
}

/** Returns a parameter; pages of the document show its own description, not that of its schema. */
const parameterOf = (name: string, place: 'path' | 'query', required: boolean, { description, ...schema }: Json) => ({
  name,
  in: place,
  required,
  ...(description === undefined ? {} : { description }),
  schema,
})

function responsesOf(schemas: ComponentSchemas, path: string, { output, sends, canWait }: Endpoint): Json {
  const contentOf = () => {
    const result = schemas.schemaOf(output, 'output')
    const properties = { success: { type: 'boolean' }, message: { type: 'string' }, result }
    return {
      'application/json': {
        schema: isEnveloped(path) ? { type: 'object', properties, required: Object.keys(properties) } : result,
      },
    }
  }
  // A file has no schema; its media type describes it.
  const file = sends && Object.fromEntries(sends.map((type) => [type, {}]))
  return {
    200: { description: file ? 'The file.' : 'Done.', content: file ?? contentOf() },
    ...(canWait
      ? {
          202: {
            description: file ? 'The file is being made; ask again.' : 'The bank has not confirmed the payment yet.',
            content: contentOf(),
          },
        }
      : {}),
  }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description: 'The session cookie. Over plain HTTP its name is `sid`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key with the scope in `x-scope`; a call without `x-scope` is closed to keys. Or the value of the session cookie, or the token of a guest or of a guest’s basket.',
  },
}
