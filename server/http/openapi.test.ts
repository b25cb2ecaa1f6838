import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#modules/contract.ts'
import { openApi, type ApiOwner } from '#server/http/openapi.ts'
import { registerOpenApi } from '#server/http/openapi-page.ts'
import { ComponentSchemas } from '#server/http/openapi-schemas.ts'

const owner: ApiOwner = { productName: 'Sunbul', contactEmail: 'giving@example.org' }
const document = openApi(owner)

test('every call is in the document, with its module and path parameters', () => {
  const paths = document.paths as Record<
    string,
    Record<string, { tags: string[]; parameters: { in: string; name: string }[]; operationId: string }>
  >
  const ids = new Set<string>()
  for (const call of Object.keys(contract)) {
    const [method, path] = call.split(' ') as [string, string]
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.tags).toHaveLength(1)
    expect(
      operation!.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual([...path.matchAll(/:(\w+)/g)].map((match) => match[1]))
    ids.add(operation!.operationId)
  }
  expect(ids.size).toBe(Object.keys(contract).length)
})

test('each call has a short unique summary and a description in whole sentences', () => {
  const summaries = Object.values(contract).map(({ summary }) => summary)
  expect(summaries.filter((summary) => summary.length > 60 || /[.:;]/.test(summary))).toEqual([])
  expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([])
  expect(Object.values(contract).filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([])
})

test('only a call that returns a file names media types', () => {
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, { content: object }> }>>
  const typesOf = (path: string, method = 'get') => Object.keys(paths[path]![method]!.responses[200]!.content)
  expect(typesOf('/v4/staff/audit/export')).toEqual(['text/csv'])
  expect(typesOf('/v4/campaigns/{campaignId}/donations/export', 'post')).toEqual(['text/csv'])
  expect(typesOf('/v4/campaigns/{campaignId}/share/{file}')).toEqual(['image/svg+xml', 'image/png', 'application/pdf'])
  expect(typesOf('/v4/campaigns')).toEqual(['application/json'])
})

test('the donate call lists its headers and its pending response [S2 §7]', () => {
  const paths = document.paths as Record<
    string,
    Record<string, { parameters: { in: string; name: string }[]; responses: Record<string, object> }>
  >
  const { parameters, responses } = paths['/api/donate/donate/{campaignId}']!.post!
  expect(parameters).toEqual(
    expect.arrayContaining([
      { $ref: '#/components/parameters/IdempotencyKey' },
      { $ref: '#/components/parameters/SessionId' },
    ]),
  )
  expect(Object.keys(responses)).toEqual([
    '200',
    '202',
    '400',
    '401',
    '402',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '503',
    'default',
  ])
  expect(responses[202]).toMatchObject({ content: (responses[200] as { content: object }).content })
})

test('a call with an Idempotency-Key lists the header, and a call for accounts lists how to sign in', () => {
  type Operation = { parameters: object[]; security?: object[] }
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const path of [
    '/v4/campaigns/{campaignId}/levels',
    '/v4/campaigns/{campaignId}/news',
    '/v4/checkout/guest/baskets/{basketId}/items',
  ])
    expect(paths[path]!.post!.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(paths['/v4/checkout/guest/baskets/{basketId}']!.get!.security ?? document.security).toEqual([
    {},
    { session: [] },
    { bearer: [] },
  ])
  expect(paths['/v4/cards']!.get!.security).toEqual([{ session: [] }, { bearer: [] }])
})

type Responses = Record<string, { readonly description?: string; readonly $ref?: string }>
const responsesOf = (method: string, path: string) =>
  (document.paths as Record<string, Record<string, { responses: Responses }>>)[path]![method]!.responses

test('each operation lists its refusals by status, with the codes of its contract', () => {
  const donate = responsesOf('post', '/api/donate/donate/{campaignId}')
  for (const [status, code] of [
    [401, 'session-ended'],
    [400, 'idempotency-key-missing'],
    [402, 'payment-declined-3ds'],
    [409, 'donation-not-open'],
    [429, 'human-check-required'],
    [503, 'payment-unavailable'],
  ] as const)
    expect(donate[status]!.description).toContain(`\`${code}\``)
  for (const code of ['payment-refused', 'idempotency-key-reused'])
    expect(donate[422]!.description).toContain(`\`${code}\``)
})

test('refusals that follow from access and input are listed automatically', () => {
  const withoutInput = responsesOf('get', '/v4/cards')
  expect(Object.keys(withoutInput)).toEqual(['200', '401', '429', 'default'])
  const byStaff = responsesOf('put', '/v4/staff/featured')
  expect(Object.keys(byStaff)).toEqual(['200', '400', '401', '403', '404', '409', '413', '415', '429', 'default'])
  expect(byStaff[403]!.description).toContain('`not-allowed`')
  const { responses } = document.components as { readonly responses: Record<string, object> }
  for (const shared of ['Unauthorized', 'UnauthorizedEnvelope'])
    expect(responses[shared]).toMatchObject({ headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } })
})

test('a shape that several operations share is one component', () => {
  const text = JSON.stringify(document)
  for (const name of [
    'Subscription',
    'Basket',
    'BasketItem',
    'Occurrence',
    'ChargeQuote',
    'CampaignCard',
    'SavedCard',
    'Quote',
  ])
    expect(text.split(`"#/components/schemas/${name}"`).length, name).toBeGreaterThan(1)
  const counts = new Map<string, number>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value && 'type' in value)
      counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1)
    Object.values(value).forEach(walk)
  }
  walk(document)
  // Register an id for the schema in its contract: `z.globalRegistry.add(schema, { id: 'Name', description: '…' })`.
  expect(
    [...counts].filter(([schema, count]) => schema.length > 200 && count > 3).map(([schema]) => schema.slice(0, 200)),
  ).toEqual([])
})

test('a schema whose input and output differ is two components', () => {
  const sample = z.object({ size: z.number().default(1) })
  const word = z.enum(['a', 'b'])
  z.globalRegistry.add(sample, { id: 'Sample' }).add(word, { id: 'Word' })
  const schemas = new ComponentSchemas()
  const input = schemas.schemaOf(z.object({ sample, word }), 'input')
  const output = schemas.schemaOf(z.object({ sample, word }), 'output')
  const resolved = schemas.resolve({ input, output, components: {} })
  z.globalRegistry.remove(sample).remove(word)
  expect(resolved.input).toMatchObject({
    properties: { sample: { $ref: '#/components/schemas/SampleInput' }, word: { $ref: '#/components/schemas/Word' } },
  })
  expect(resolved.output).toMatchObject({
    properties: { sample: { $ref: '#/components/schemas/Sample' }, word: { $ref: '#/components/schemas/Word' } },
  })
  expect(resolved.components).toMatchObject({
    schemas: {
      Sample: { required: ['size'] },
      SampleInput: expect.not.objectContaining({ required: ['size'] }),
      Word: { enum: ['a', 'b'] },
    },
  })
})

test('patterns in the document are valid without a flag', () => {
  const text = JSON.stringify(document)
  expect(text).not.toMatch(/"pattern":"(?:[^"\\]|\\.)*\\\\[pP]\{/)
})

test('every response has a defined schema and every reference resolves', () => {
  const texts: string[] = []
  const shapeless: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) texts.push(String(value.$ref))
    if (Object.keys(value).length === 0 && /responses\/.*\/(items|schema|properties\/[^/]+)$/.test(place))
      shapeless.push(place)
    for (const [key, item] of Object.entries(value)) walk(item, `${place}/${key}`)
  }
  walk(document, '')
  expect(shapeless).toEqual([])
  const components = document.components as Record<string, object>
  expect([...new Set(texts)].filter((reference) => !/^#\/components\/(\w+)\/(\w+)$/.test(reference))).toEqual([])
  expect(
    [...new Set(texts)]
      .map((reference) => reference.split('/'))
      .filter(([, , kind, name]) => !(name! in components[kind!]!)),
  ).toEqual([])
  expect(texts).toContain('#/components/schemas/RichNode')
})

test('a DELETE with all parameters in its path has no body', () => {
  const paths = document.paths as Record<string, Record<string, { requestBody?: object }>>
  expect(paths['/v4/cards/{cardId}']!.delete!.requestBody).toBeUndefined()
  expect(paths['/v4/login']!.post!.requestBody).toMatchObject({ required: true })
})

test('the API page lists every call and can send only reads in production', async () => {
  const pageOf = async (isProduction: boolean) => {
    const server = fastify()
    server.decorateRequest('cspNonce', 'nonce')
    registerOpenApi(server, { ...owner, isProduction })
    const { body } = await server.inject('/docs/api')
    const files = [...body.matchAll(/(?:src|href)="(\/docs\/api\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
    for (const file of files) expect((await server.inject(file)).statusCode).toBe(200)
    await server.close()
    return body
  }
  const ids = Object.values(document.paths as Record<string, Record<string, { tags: string[]; operationId: string }>>)
    .flatMap((operations) => Object.values(operations))
    .map(({ tags, operationId }) => `#/${tags[0]}/${operationId}`)
  const page = await pageOf(true)
  const links = [...page.matchAll(/ href="(#\/[^"]+)"/g)].map(([, link]) => link!)
  expect(links.toSorted()).toEqual(ids.toSorted())
  expect(page).toContain('supportedSubmitMethods: ["get"]')
  expect(await pageOf(false)).toContain('"post"')
})

test('a parameter has its description, so that pages of the document show it', () => {
  const paths = document.paths as Record<string, Record<string, { parameters: { name: string }[] }>>
  const { parameters } = paths['/v4/organizations/{organizationId}/donations']!.get!
  expect(parameters.find(({ name }) => name === 'to')).toMatchObject({
    description: 'The last day, in the charity’s time zone.',
    schema: { type: 'string', format: 'date' },
  })
})
