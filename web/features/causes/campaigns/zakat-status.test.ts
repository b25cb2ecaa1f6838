import { expect, test } from 'vitest'
import { createZakatStates, type ZakatStatus } from './zakat-status.ts'

const status: ZakatStatus = { zakatVerified: true, categories: ['poor'], policyUrl: '/zakat-policy' }

function createTestStates() {
  let now = 0
  const questions: { slug: string; at: number }[] = []
  const waits: number[] = []
  const states = createZakatStates(
    (slug) => {
      questions.push({ slug, at: now })
      return slug === 'broken' ? Promise.reject(new Error('no')) : Promise.resolve(status)
    },
    {
      now: () => now,
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
    },
  )
  return { states, questions, waits, later: (ms: number) => (now += ms) }
}

test('requests the zakat status of a fundraiser once in two minutes [S2 §9]', async () => {
  const { states, questions, later } = createTestStates()
  expect(await states('wells')).toEqual(status)
  later(119_999)
  await states('wells')
  expect(questions).toHaveLength(1)
  later(1)
  await states('wells')
  expect(questions).toHaveLength(2)
})

test('requests for several go out a second apart, and concurrent identical ones once [S2 §4]', async () => {
  const { states, waits, questions, later } = createTestStates()
  await Promise.all([states('wells'), states('wells'), states('schools'), states('orchards')])
  expect(questions.map(({ slug }) => slug).sort()).toEqual(['orchards', 'schools', 'wells'])
  expect(waits).toEqual([1000, 2000])
  later(2500)
  await states('mosque')
  expect(waits).toEqual([1000, 2000, 500])
})

test('requests again after a failure', async () => {
  const { states, questions } = createTestStates()
  await expect(states('broken')).rejects.toThrow('no')
  await expect(states('broken')).rejects.toThrow('no')
  expect(questions).toHaveLength(2)
})
