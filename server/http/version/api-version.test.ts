import fs from 'node:fs'
import { expect, test } from 'vitest'
import { apiVersions } from './api-version.ts'
import { findBreakingChanges, type KeyCalls } from './breaking-changes.ts'
import { keyCalls } from './key-calls.ts'

test('the calls of API keys break no program that was written for this version [contract-16]', () => {
  const [version] = apiVersions
  const released = JSON.parse(
    fs.readFileSync(new URL(`../../../docs/api/${version}.json`, import.meta.url), 'utf8'),
  ) as KeyCalls
  expect(Object.keys(released).length).toBeGreaterThan(10)
  expect(findBreakingChanges(released, keyCalls())).toEqual([])
})
