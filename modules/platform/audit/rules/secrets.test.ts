import { expect, test } from 'vitest'
import { secretsIn } from './secrets.ts'

test('members with the name of a secret are found at any depth', () => {
  expect(secretsIn({ newPassword: 'x', of: { sessionToken: 'y', list: [{ token_hash: 'z' }] } })).toEqual([
    'newPassword',
    'of.sessionToken',
    'of.list.0.token_hash',
  ])
})

test('ordinary members are not secrets', () => {
  expect(
    secretsIn({
      sessionsEnded: 2,
      reason: 'lost phone',
      before: { firstName: 'A' },
      after: null,
      shopping: 1,
      code: 'GB',
    }),
  ).toEqual([])
})
