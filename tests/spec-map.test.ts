import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specMap } from '../scripts/spec-map.ts'

test('the map from specification to tests is up to date (node scripts/spec-map.ts)', () => {
  expect(readFileSync(new URL('../docs/spec-map.md', import.meta.url), 'utf8')).toBe(specMap())
})
