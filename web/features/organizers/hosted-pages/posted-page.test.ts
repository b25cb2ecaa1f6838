import { expect, test } from 'vitest'
import { postedPage } from './posted-page.ts'

test('a giving level is posted under the names of its faults, so that a link of the error summary leads to it', () => {
  const form = new FormData()
  form.set('givingLevels.0.amount', '12')
  form.set('givingLevels.0.title', 'A coat')
  expect(postedPage(form).givingLevels).toMatchObject([{ title: 'A coat' }])
})
