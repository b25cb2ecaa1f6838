import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { findOr404 } from './find-or-404.ts'

const refusing = (problem: unknown) =>
  findOr404(() => Promise.reject(problem as Error)).catch((thrown: unknown) => thrown)

test('a missing or invalid resource is 404', async () => {
  expect(await findOr404(() => Promise.resolve('there'))).toBe('there')
  for (const problem of [new Problem('not-found', 'campaign-not-found'), new Problem('validation', 'invalid-input')])
    expect(await refusing(problem)).toMatchObject({ status: 404 })
})

test('rethrows other errors', async () => {
  for (const problem of [
    new Problem('server', 'away'),
    new Problem('authorization', 'not-allowed'),
    new Error('a fault of ours'),
  ])
    expect(await refusing(problem)).toBe(problem)
})
