import { expect, test } from 'vitest'
import { neighboursIn } from './queue-filter.ts'

const cases = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const unfiltered = { before: 'x', after: 'y' }

test('the next case is that of the filtered queue', () => {
  expect(neighboursIn(cases, 'b', unfiltered)).toEqual({ before: 'a', after: 'c' })
  expect(neighboursIn(cases, 'c', unfiltered)).toEqual({ before: 'b', after: null })
})

test('a case that isn’t on the page of the queue has its neighbours in the whole queue', () => {
  expect(neighboursIn(cases, 'd', unfiltered)).toEqual(unfiltered)
})
