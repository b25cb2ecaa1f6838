/**
 * Writes `docs/openapi.json` from the contract: `node scripts/openapi.ts`. A test fails while the file and the contract
 * differ.
 */
import fs from 'node:fs'
import path from 'node:path'
import { openApi } from '#server/http/openapi.ts'

/** The committed document, under the product's default name. */
export const openApiFile = path.join(import.meta.dirname, '..', 'docs', 'openapi.json')
export const openApiText = (): string =>
  `${JSON.stringify(openApi({ productName: 'Sunbul', contactEmail: 'giving@sunbul.example' }), undefined, 2)}\n`

if (import.meta.main) fs.writeFileSync(openApiFile, openApiText())
