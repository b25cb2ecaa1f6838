import { expect, test } from 'vitest'
import { identityServer, type SecretUse } from '#modules/platform/identity/index-server.ts'
import { describeRotations, findPseudonymProblem, isFormerKeyInUse } from './secret-notes.ts'

const now = new Date('2026-11-29T12:00:00Z')
const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const [oldSecret, newSecret] = ['o'.repeat(32), 'n'.repeat(32)]
const use = (purpose: SecretUse['purpose'], secret: string | Buffer, last: string, completed?: string): SecretUse => ({
  purpose,
  fingerprint: identityServer.fingerprintOf(secret),
  firstUsedAt: new Date('2026-01-01T00:00:00Z'),
  lastUsedAt: new Date(last),
  completedAt: completed === undefined ? null : new Date(completed),
})
const config = {
  SESSION_SECRET: [newSecret, oldSecret],
  FIELD_KEY: [newKey, oldKey],
  PSEUDONYM_KEY: oldSecret,
} as const

test('without former secrets there is nothing to do [security-20]', () => {
  const alone = { ...config, SESSION_SECRET: [newSecret], FIELD_KEY: [newKey] } as const
  expect(describeRotations({ config: alone, uses: [], now })).toEqual([])
})

test('a former SESSION_SECRET is kept until the last link that it signed ends [security-20]', () => {
  const noteAfter = (last?: string, instant = now) =>
    describeRotations({
      config: { ...config, FIELD_KEY: [newKey] },
      uses: last === undefined ? [] : [use('SESSION_SECRET', oldSecret, last)],
      now: instant,
    }).join()
  expect(noteAfter()).toContain('secret 2 of SESSION_SECRET has signed no link')
  expect(noteAfter('2026-11-29T11:55:00Z')).toContain('still signs links in some process')
  expect(noteAfter('2026-11-01T12:00:00Z')).toBe(
    'secret 2 of SESSION_SECRET signed links until 2026-11-01: the last one, to unsubscribe, ends on 2031-11-05',
  )
  expect(noteAfter('2026-11-01T12:00:00Z', new Date('2031-11-05T12:00:00Z'))).toContain('so remove it')
})

test('a former FIELD_KEY is unused once a rotation was complete after its last use [security-20]', () => {
  const noteOf = (...uses: SecretUse[]) =>
    describeRotations({ config: { ...config, SESSION_SECRET: [newSecret] }, uses, now }).join()
  const former = use('FIELD_KEY', oldKey, '2026-11-28T10:00:00Z')
  const since = (completed: string) => use('FIELD_KEY', newKey, '2026-11-29T12:00:00Z', completed)
  expect(noteOf()).toContain('has encrypted nothing')
  expect(noteOf(use('FIELD_KEY', oldKey, '2026-11-29T11:58:00Z'))).toContain('still encrypts in some process')
  expect(noteOf(former)).toContain('run npm run sunbul -- rotate-field-key')
  expect(noteOf(former, since('2026-11-28T09:00:00Z'))).toContain('is in use')
  expect(noteOf(former, since('2026-11-28T11:00:00Z'))).toContain('is unused since 2026-11-28')
  expect(isFormerKeyInUse({ config, uses: [former, since('2026-11-28T11:00:00Z')], now })).toBe(false)
  expect(isFormerKeyInUse({ config, uses: [use('FIELD_KEY', oldKey, '2026-11-29T11:58:00Z')], now })).toBe(true)
})

test('another PSEUDONYM_KEY than the first one is a problem [security-20]', () => {
  const uses = [use('PSEUDONYM_KEY', oldSecret, '2026-11-01T00:00:00Z')]
  expect(findPseudonymProblem({ config, uses: [] })).toBeUndefined()
  expect(findPseudonymProblem({ config, uses })).toBeUndefined()
  expect(findPseudonymProblem({ config: { ...config, PSEUDONYM_KEY: newSecret }, uses })).toContain('count twice')
})
