import fs from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#modules/contract.ts'
import { openApi } from '#server/openapi.ts'
import { openApiFile, openApiText } from '../scripts/openapi.ts'

test('the committed document is the contract as it is (otherwise: node scripts/openapi.ts)', () => {
  expect(fs.readFileSync(openApiFile, 'utf8') === openApiText()).toBe(true)
})

test('every call stands in the document, under a module, with its path parameters', () => {
  const paths = openApi('Sunbul').paths as Record<string, Record<string, { tags: string[]; parameters: { in: string; name: string }[]; operationId: string }>>
  const ids = new Set<string>()
  for (const call of Object.keys(contract)) {
    const [method, path] = call.split(' ') as [string, string]
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.tags).toHaveLength(1)
    expect(operation!.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(
      [...path.matchAll(/:(\w+)/g)].map((match) => match[1]),
    )
    ids.add(operation!.operationId)
  }
  expect(ids.size).toBe(Object.keys(contract).length)
})

test('a call that sends a file names the types it sends, and no other call does', () => {
  const paths = openApi('Sunbul').paths as Record<string, Record<string, { responses: Record<string, { content: object }> }>>
  const typesOf = (path: string, method = 'get') => Object.keys(paths[path]![method]!.responses[200]!.content)
  expect(typesOf('/v4/staff/audit/export')).toEqual(['text/csv'])
  expect(typesOf('/v4/campaigns/{campaignId}/gifts/export', 'post')).toEqual(['text/csv'])
  expect(typesOf('/v4/campaigns/{campaignId}/share/{file}')).toEqual(['image/svg+xml', 'image/png', 'application/pdf'])
  expect(typesOf('/v4/campaigns')).toEqual(['application/json'])
})

test('the donate call names its headers and the answer that is still awaited [S2 §7]', () => {
  const paths = openApi('Sunbul').paths as Record<string, Record<string, { parameters: { in: string; name: string }[]; responses: Record<string, object> }>>
  const { parameters, responses } = paths['/api/donate/donate/{campaignId}']!.post!
  expect(parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)).toEqual(['Idempotency-Key', 'session-id'])
  expect(Object.keys(responses)).toEqual(['200', '202', 'default'])
  expect(responses[202]).toMatchObject({ content: (responses[200] as { content: object }).content })
})

test('calls that take a key say so, a payment says what it may be refused with, and whoever may say who they are is told how', () => {
  type Operation = { parameters: { name: string }[]; responses: { default: { description: string } }; security?: object[] }
  const document = openApi('Sunbul')
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const path of ['/v4/campaigns/{campaignId}/levels', '/v4/campaigns/{campaignId}/news', '/v4/checkout/guest/baskets/{basketId}/items'])
    expect(paths[path]!.post!.parameters.map(({ name }) => name)).toContain('Idempotency-Key')
  const { description } = paths['/api/donate/donate/{campaignId}']!.post!.responses.default
  for (const code of ['session-ended', 'idempotency-key-missing', 'idempotency-key-too-long', 'gift-not-open', 'payment-declined-3ds', 'payment-unavailable'])
    expect(description).toContain(code)
  expect(paths['/v4/checkout/guest/baskets/{basketId}']!.get!.security ?? document.security).toEqual([{}, { session: [] }, { bearer: [] }])
  expect(paths['/v4/cards']!.get!.security).toEqual([{ session: [] }, { bearer: [] }])
})

test('what comes back is never of any shape, but for what others define; every reference leads somewhere', () => {
  const document = openApi('Sunbul')
  const texts: string[] = []
  const shapeless: string[] = []
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) texts.push(String(value.$ref))
    if (Object.keys(value).length === 0 && /responses\/.*\/(items|schema|properties\/[^/]+)$/.test(at)) shapeless.push(at)
    for (const [key, each] of Object.entries(value)) walk(each, `${at}/${key}`)
  }
  walk(document, '')
  expect(shapeless).toEqual([])
  const { schemas } = document.components as { schemas: object }
  expect([...new Set(texts)].map((each) => each.replace('#/components/schemas/', '')).filter((name) => !(name in schemas))).toEqual([])
  expect(texts).toContain('#/components/schemas/RichNode')
})

test('a DELETE that says everything in its path is asked for no body', () => {
  const paths = openApi('Sunbul').paths as Record<string, Record<string, { requestBody?: object }>>
  expect(paths['/v4/cards/{cardId}']!.delete!.requestBody).toBeUndefined()
  expect(paths['/v4/login']!.post!.requestBody).toMatchObject({ required: true })
})
