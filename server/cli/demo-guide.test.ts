import { expect, test } from 'vitest'
import { demoGuide } from './demo-guide.ts'

test('names the logins, the mail page, the API reference and the test cards', () => {
  const guide = demoGuide({ origin: 'http://localhost:3000', sandboxUrl: 'http://127.0.0.1:3001', hasDemo: true })
  for (const expected of [
    'amina@example.org',
    'sunbul-demo-2026',
    'http://localhost:3000/dev/mail',
    'http://localhost:3000/docs/api',
    '4000 0027 6000 3184',
  ])
    expect(guide).toContain(expected)
})

test('names no login and no card if there are none', () => {
  const guide = demoGuide({ origin: 'http://localhost:3000', sandboxUrl: undefined, hasDemo: false })
  expect(guide).not.toMatch(/@example\.org|4242/)
})
