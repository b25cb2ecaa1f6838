import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

test('any error has a description', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`)
  expect(describeError(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]))).toBe(
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  )
  expect(describeError(new Error('the disk is full'))).toBe('the disk is full')
  expect(describeError(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('EPIPE')
  expect([describeError(new TypeError('')), describeError('gone')]).toEqual(['TypeError', 'gone'])
})

test('a known remedy is printed, even for a wrapped error', () => {
  expect(
    describeError(
      Object.assign(new Error('listen EADDRINUSE: address already in use 127.0.0.1:3000'), { code: 'EADDRINUSE' }),
    ),
  ).toMatch(/:3000 \(another program .*PORT/)
  expect(
    describeError(Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
  ).toContain('&sslrootcert=')
  expect(
    describeError(new Error('grants.sql', { cause: Object.assign(new Error('permission denied'), { code: '42501' }) })),
  ).toMatch(/^grants\.sql \(the user in DATABASE_URL must own the database\)$/)
})
