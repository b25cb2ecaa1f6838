/**
 * Writes the OpenAPI document of the contract to `build/openapi.json`. A running server returns it at `/openapi.json`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { openApi } from '#server/http/openapi.ts'

/** Returns the document as JSON, with the product's default name. */
export const openApiText = (): string =>
  `${JSON.stringify(openApi({ productName: 'Sunbul', contactEmail: 'giving@sunbul.example' }), undefined, 2)}\n`

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '..', 'build', 'openapi.json')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, openApiText())
}
