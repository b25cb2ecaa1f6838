import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { rangeFor } from '#modules/money/payments/rules/proof-of-work.ts'
import { solveProof } from './proof.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns a challenge as the server creates it, with a known number. */
const challengeOf = (number: number, range: number) => {
  const salt = `${'5'.repeat(16)}.1795392000000.${'r'.repeat(22)}`
  return { salt, target: digestOf(`${salt}:${number}`), range, signature: 'ours' }
}
const answered = async (number: number, range: number) =>
  JSON.parse(atob(await solveProof(challengeOf(number, range)))) as object

test('finds the number anywhere in the range and sends it with the signed challenge', async () => {
  for (const number of [0, 1, 9, 10, 4711, 19_999])
    expect(await answered(number, 20_000)).toEqual({ ...challengeOf(number, 20_000), number })
})

test('throws if no number solves the challenge', async () => {
  await expect(solveProof({ ...challengeOf(0, 100), target: digestOf('another') })).rejects.toThrow('no answer')
  await expect(solveProof(challengeOf(100, 100))).rejects.toThrow('no answer')
})

test('yields to other tasks while it solves the hardest challenge', async () => {
  const range = rangeFor(Number.POSITIVE_INFINITY)
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  const startedAt = performance.now()
  expect(await answered(range - 1, range)).toMatchObject({ number: range - 1 })
  clearInterval(others)
  // The search yields about every hundredth of a second; less often on a busy machine, never if it blocks.
  expect(turns).toBeGreaterThan((performance.now() - startedAt) / 200)
})
