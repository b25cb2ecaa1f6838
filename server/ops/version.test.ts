import { expect, test } from 'vitest'
import { productVersion, versionOf } from './version.ts'

test('a release says its version, any other state its commit too', () => {
  expect(versionOf('0.3.0', () => '1a2b3c4d5')).toBe('0.3.0')
  expect(versionOf('0.4.0-dev', () => '1a2b3c4d5')).toBe('0.4.0-dev+1a2b3c4d5')
  expect(versionOf('0.4.0-dev', () => '')).toBe('0.4.0-dev')
  expect(productVersion).toMatch(/^\d+\.\d+\.\d+(-dev(\+[\da-f]{9,})?)?$/)
})
