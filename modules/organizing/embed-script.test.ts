import vm from 'node:vm'
import { expect, test } from 'vitest'
import { embedScript } from './embed-script.ts'

test('what other sites load is small, and asks nothing of their visitors', () => {
  expect(Buffer.byteLength(embedScript)).toBeLessThanOrEqual(2048)
  expect(embedScript).not.toMatch(/cookie|localStorage|sessionStorage|fetch\(|XMLHttp|sendBeacon|eval|innerHTML/)
  expect(() => new vm.Script(embedScript)).not.toThrow()
})
