import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { acceptProof, createProofChallenge } from './proof.ts'
import { solvedProof } from './testing.ts'

let installation: TestApp
beforeAll(async () => void (installation = await createTestApp()))
afterAll(() => installation.close())

const solved = (failures: number, scope = 'visit') =>
  solvedProof(createProofChallenge(installation.app, 'secret', scope, failures))
const accepts = (proof: string, failures: number, scope = 'visit') =>
  acceptProof(installation.app, 'secret', scope, proof, failures)

test('a proof counts once, for its visit and near the current difficulty, so none can be hoarded [security-15]', async () => {
  const proof = solved(5)
  expect(await accepts(proof, 5, 'another visit')).toBe(false)
  expect(await accepts(proof, 8)).toBe(false)
  // Other attempts may fail while the browser solves the challenge.
  expect(await accepts(proof, 7)).toBe(true)
  expect(await accepts(proof, 7)).toBe(false)
  expect(await accepts(solved(7), 200)).toBe(false)
  expect(await accepts(solved(100), 100)).toBe(true)
})
