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
