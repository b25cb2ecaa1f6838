import { expect, test } from 'vitest'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { changedFields, isFormOutdated, type PageChange } from './page-changes.ts'
import type { PostedPage } from './posted-page.ts'
import type { Json } from '#shared/wire/json.ts'

const posted = { title: 'Coats', tagline: '', frequencies: { oneTime: true } } as PostedPage
const page = {
  title: 'Coats',
  tagline: '',
  settings: { location: 'Kabul', givingLevels: [] as { id: string }[] },
} as unknown as Json<HostedPageView>

test('sends only changed fields (pages-8)', () => {
  const now = { ...posted, title: 'Warm coats', frequencies: { oneTime: true } } as PostedPage
  expect(changedFields(posted, now)).toEqual({ title: 'Warm coats' })
  expect(changedFields(posted, { ...posted })).toEqual({})
})

test.each<[name: string, after: object, sent: PageChange, isOutdated: boolean]>([
  ['my own change', { title: 'Warm coats' }, { title: 'Warm coats' }, false],
  ['another member’s change', { tagline: 'Theirs' }, { title: 'Warm coats' }, true],
  ['their change of a setting', { settings: { ...page.settings, location: 'Herat' } }, {}, true],
  [
    'a level that got its id',
    { settings: { ...page.settings, givingLevels: [{ id: '1' }] } },
    { givingLevels: [] },
    true,
  ],
])('the form is drawn anew exactly when the server says more than it sent: %s', (_, after, sent, isOutdated) => {
  expect(isFormOutdated(page, { ...page, ...after }, sent)).toBe(isOutdated)
})
