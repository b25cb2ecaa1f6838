import { expect, test } from 'vitest'
import { rangeFor, readProof } from './proof-of-work.ts'

const proof = { salt: 'scope.1764000000000.random', target: 'ab12', range: 20_000, signature: 'signed', number: 17 }
const read = (value: unknown) => readProof(btoa(JSON.stringify(value)))

test('a proof of work is read from base64 JSON, and additional members are dropped', () => {
  expect(read({ ...proof, more: 'x' })).toEqual(proof)
  expect(read({ ...proof, number: 0 })).toEqual({ ...proof, number: 0 })
})

test('a proof with a missing or mistyped member is rejected', () => {
  for (const name of ['salt', 'target', 'signature'])
    expect([read({ ...proof, [name]: undefined }), read({ ...proof, [name]: 1 })]).toEqual([undefined, undefined])
  for (const name of ['range', 'number'])
    expect([read({ ...proof, [name]: undefined }), read({ ...proof, [name]: '1' })]).toEqual([undefined, undefined])
})

test('text that is no base64 JSON object is rejected', () => {
  expect([read(null), read('text'), read(7), readProof('%%%'), readProof(btoa('{')), readProof('')]).toEqual(
    Array(6).fill(undefined),
  )
})

test('the number must be a non-negative integer and the salt of limited length', () => {
  expect([-1, 0.5, 2 ** 53].map((number) => read({ ...proof, number }))).toEqual([undefined, undefined, undefined])
  expect(read({ ...proof, salt: 'a'.repeat(200) })).toBeDefined()
  expect(read({ ...proof, salt: 'a'.repeat(201) })).toBeUndefined()
})

test('the work doubles with each further failure, from 20,000 to 640,000 numbers', () => {
  expect([0, 5, 6, 7, 10, 11, 100].map(rangeFor)).toEqual([20_000, 20_000, 40_000, 80_000, 640_000, 640_000, 640_000])
})
